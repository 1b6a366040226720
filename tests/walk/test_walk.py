"""The house that `make play` starts is walked through, and nothing goes wrong."""

from __future__ import annotations

import faulthandler
from pathlib import Path

import pytest

from tests.walk.houses import walk_embedded

pytestmark = pytest.mark.usefixtures("any_database")


def test_the_house_of_make_play(tmp_path: Path) -> None:
    faulthandler.cancel_dump_traceback_later()  # every wait in it ends by itself
    faults = walk_embedded(tmp_path)
    assert not faults, "\n".join(faults)
