"""Ends a run that stands still, with the stacks of all threads of the process that waits.

pytest watches over each test by itself (`faulthandler_timeout`). This watches over what is between
and around them: gathering them, a controller that waits for its workers, and the end of a process.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Generator
from typing import Any

import pytest


class Watchdog:
    """Patient for longer than pytest is with one test: that is to be heard first."""

    def __init__(self, config: pytest.Config) -> None:
        # a worker knows better than its controller where it stands
        times = 1.25 if hasattr(config, "workerinput") else 2.0
        self._seconds = times * float(config.getini("faulthandler_timeout"))
        self._stderr = os.dup(sys.__stderr__.fileno())
        self._wind()

    def _wind(self) -> None:
        if self._seconds:
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._stderr)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """Watch on, when pytest itself does not any more."""
        done = yield
        self._wind()
        return done

    def pytest_runtest_logreport(self) -> None:
        """A controller has heard from a worker."""
        self._wind()

    def pytest_unconfigure(self) -> None:
        """From here on, threads that are left may keep the process from ending."""
        self._wind()
