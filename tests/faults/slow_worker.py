"""The Celery application of a worker with slow bots."""

from __future__ import annotations

import tests.faults.slow_bots  # noqa: F401
from config.celery import app

__all__ = ["app"]
