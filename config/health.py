"""Is this process alive, and is it ready for visitors?"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

logger = logging.getLogger("jinya.health")

PATIENCE = 2.0  # seconds


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and live updates work, else 503 with what does not."""
    found = {name: _works(name, check) for name, check in CHECKS.items()}
    return JsonResponse(found, status=200 if all(found.values()) else 503)


def _works(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        logger.warning("not ready: %s", name, exc_info=True)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _live() -> bool:
    return bool(async_to_sync(_echo)())


async def _echo() -> object:
    """A message to ourselves, there and back."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    try:
        async with asyncio.timeout(PATIENCE):
            await layer.send(channel, {"type": "echo"})
            return await layer.receive(channel)
    finally:
        await layer.forget(channel)


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "migrations": _migrations,
    "live": _live,
}
