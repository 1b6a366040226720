"""The house that `make play` starts is walked through, and nothing goes wrong."""

from __future__ import annotations

import faulthandler
import subprocess

import pytest

from tests.running import PYTHON, ROOT
from tests.running.processes import bare_environment

pytestmark = pytest.mark.usefixtures("any_database")


def test_the_house_of_make_play() -> None:
    """By a process of its own, for which it is today."""
    faulthandler.cancel_dump_traceback_later()  # every wait in it ends by itself
    command = [PYTHON, "-m", "tests.walk"]
    walked = subprocess.run(
        command, cwd=ROOT, env=bare_environment(), capture_output=True, text=True, check=False
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
