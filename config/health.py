"""Is this process alive, and is it ready for visitors?"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from accounts.common.events import address_of
from config.celery import QUEUES
from config.served import is_served
from config.version import VERSION
from queues.schema import UnknownSchema, check_schema

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
    """200 when database, tables and live updates work, and rows can be written, else 503.

    That nobody serves a queue is told as well; pages are there without, so it changes no status.
    What does not, and why, is told to this machine, and to whoever has the token of the operator.
    """
    found = readiness.found()
    is_ready = bool(found) and all(found[name] is True for name in CHECKS)
    shown = found if may_know(request) else {"ready": is_ready}
    return JsonResponse(shown, status=200 if is_ready else 503)


@login_not_required
@require_safe
def seen(request: HttpRequest) -> JsonResponse:
    """Return how this very request arrived, for `manage.py doctor`; 404 for others."""
    from games.management import doctor  # with a client of Redis, which not every site has

    if not doctor.is_pass(request.headers.get("Authorization", "")):
        raise Http404
    try:
        address = address_of(request)
    except ImproperlyConfigured:  # fewer proxies than we were told of
        address = ""
    facts = {
        "address": address,
        "forwarded": request.headers.get("X-Forwarded-For", ""),
        "proxies": settings.ALLAUTH_TRUSTED_PROXY_COUNT,
        "now": time.time(),
        "version": VERSION,
    }
    return JsonResponse(facts)


def may_know(request: HttpRequest) -> bool:
    """Return whether the request comes from this machine without a proxy, or has the token."""
    if has_token(request):
        return True
    is_direct = "X-Forwarded-For" not in request.headers and "Forwarded" not in request.headers
    return is_direct and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")


def has_token(request: HttpRequest) -> bool:
    """Return whether the request carries the token of the operator."""
    token = settings.STATUS_TOKEN
    given = request.headers.get("Authorization", "")
    return bool(token) and constant_time_compare(given, f"Bearer {token}")


class Readiness:
    """The last results of all checks, renewed by one caller at a time once they are not fresh.

    Anybody may ask: so asking costs nothing, and a check that hangs holds up one request.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        """The next caller looks."""
        self._last: dict[str, bool | str] = {}
        self._until = 0.0

    def found(self) -> dict[str, bool | str]:
        """Each check and whether it passed, or why not; empty before the first look is done."""
        if time.monotonic() >= self._until and self._lock.acquire(blocking=False):
            try:
                asked = {**CHECKS, "queues": _queues}
                self._last = {name: _works(name, check) for name, check in asked.items()}
                self._until = time.monotonic() + settings.READY_FRESH_SECONDS
            finally:
                self._lock.release()
        return self._last


readiness = Readiness()


def _works(name: str, check: Callable[[], bool | str]) -> bool | str:
    try:
        return check()
    except UnknownSchema as error:
        return str(error)
    except Exception:
        logger.warning("not ready: %s", name, exc_info=True)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _writing() -> bool:
    """Write something that changes nothing: a full disk answers every question and keeps no row."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # the first page is written anew
            cursor.execute("PRAGMA application_id")
            (number,) = cursor.fetchone()
            cursor.execute(f"PRAGMA application_id = {int(number)}")
            return True
        with (
            transaction.atomic()
        ):  # a sort that does not fit in memory goes to the disk of the rows
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(SPILLS)
            cursor.execute("SHOW transaction_read_only")
            return bool(cursor.fetchone() == ("off",))


SPILLS = (
    "SELECT count(*) FROM (SELECT n FROM generate_series(1, 20000) n ORDER BY n DESC) AS sorted"
)


def _queues() -> bool | str:
    """Whether a worker serves every queue; else those that none does."""
    if settings.CELERY_BROKER_URL.startswith("memory:"):  # this process itself does
        return True
    alone = [queue for queue in QUEUES if not is_served(queue)]
    return f"No worker serves: {', '.join(alone)}." if alone else True


def _migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _schema() -> bool:
    check_schema()
    return True


def _live() -> bool:
    return bool(async_to_sync(_echo)())


async def _echo() -> object:
    """A message to ourselves, there and back."""
    layer = get_channel_layer()
    channel = ""
    try:
        async with asyncio.timeout(PATIENCE):
            channel = await layer.new_channel()
            await layer.send(channel, {"type": "echo"})
            return await layer.receive(channel)
    finally:
        if channel:
            async with asyncio.timeout(PATIENCE):
                await layer.forget(channel)


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "writing": _writing,
    "migrations": _migrations,
    "schema": _schema,
    "live": _live,
}
