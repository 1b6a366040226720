"""How many sockets one user, and one address, may have open in this process at once."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from weakref import WeakSet

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.common.sockets import Socket

_open: defaultdict[str, WeakSet[Socket]] = defaultdict(WeakSet)
# weakly: a socket whose end nobody told us of is not counted for ever


def admits(consumer: Socket) -> bool:
    """Count *consumer* from now on; false if its user or address has too many open already."""
    crowds = _crowds(consumer)
    if any(len(_open[name]) >= most for name, most in crowds.items()):
        return False
    consumer.crowds = tuple(crowds)
    for name in crowds:
        _open[name].add(consumer)
    return True


def leaves(consumer: Socket) -> None:
    """Count *consumer* no more."""
    for name in consumer.crowds:
        _open[name].discard(consumer)
        if not _open[name]:
            _open.pop(name)


def forget() -> None:
    """Count no socket that was open until now."""
    _open.clear()


def _crowds(consumer: Socket) -> dict[str, int]:
    """Return those *consumer* would be one of, and how many each may have."""
    user, address = consumer.user_id, _address(consumer.scope)
    crowds = {f"user:{user}": settings.MOST_SOCKETS_OF_USER} if user is not None else {}
    return crowds | ({f"ip:{address}": settings.MOST_SOCKETS_OF_ADDRESS} if address else {})


def _address(scope: Any) -> str:
    """Return the address behind a socket, found as that of a request is; "" if there is none."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or [""])[0]
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        request.META[f"HTTP_{key}"] = value.decode("latin-1")
    try:
        return get_ip(request)
    except PermissionDenied:
        return ""
