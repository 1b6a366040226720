"""Whatever stands still ends by itself, and says where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CONFTEST = """
import threading

from tests.watchdog import Watchdog

def for_ever():
    threading.Event().wait()

def pytest_configure(config):
    config.pluginmanager.register(Watchdog(config))

"""
STUCK = {
    "gathering tests": "def pytest_collection_modifyitems():\n    for_ever()",
    "between two tests": "def pytest_runtest_logfinish():\n    for_ever()",
    "after the last": "def pytest_sessionfinish():\n    for_ever()",
    "a thread that is left": "threading.Thread(target=for_ever).start()",
}


@pytest.mark.parametrize(
    ("where", "workers"),
    [*((where, 0) for where in STUCK), ("gathering tests", 1)],
)
def test_a_run_that_stands_still_ends_with_its_stacks(
    where: str, workers: int, tmp_path: Path
) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST + STUCK[where])
    (tmp_path / "test_one.py").write_text("def test_one():\n    pass")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfaulthandler_timeout = 2\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-n", str(workers), str(tmp_path)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode
    assert "Timeout" in ran.stderr
    assert "in for_ever" in ran.stderr
