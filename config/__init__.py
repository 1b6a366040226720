"""How the site is put together: settings, addresses, queues, sockets."""

from __future__ import annotations

from config.celery import app as celery_app

__all__ = ["celery_app"]
