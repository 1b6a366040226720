"""The Celery application of a worker with slow bots, and planned moves that are due soon."""

from __future__ import annotations

from celery.signals import worker_init

import tests.faults.slow_bots  # noqa: F401
from config.celery import app
from tests.faults.hasty_plans import hasten

worker_init.connect(hasten)

__all__ = ["app"]
