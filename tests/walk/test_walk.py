"""The house that `make play` starts is walked through, and nothing goes wrong."""

from __future__ import annotations

import faulthandler
from pathlib import Path

import pytest

from tests.walk.houses import walk_embedded

# by night for now: where other work takes the processors, bots at play among themselves keep
# people waiting for longer than the walk allows
pytestmark = [pytest.mark.prove, pytest.mark.usefixtures("any_database")]


def test_the_house_of_make_play(tmp_path: Path) -> None:
    faulthandler.cancel_dump_traceback_later()  # every wait in it ends by itself
    faults = walk_embedded(tmp_path)
    assert not faults, "\n".join(faults)
