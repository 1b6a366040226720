"""Every address of the site that can be looked at, for somebody who walks through all of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.test import Client

from tests.api.kit import Program
from tests.kit.builders import offers, person
from tests.routes import TABLE, address, routes


def every_address(name: str, *, uid: str = "") -> list[str]:
    """What can be looked at outside the admin site, made of things of strangers and of the *name*
    of somebody; also what belongs to the match *uid*, or else to no match."""
    arguments: dict[str, Any] = {
        "slug": "xiongqi",
        "game": "xiongqi",
        "stage": "first-harvest",
        "step": "chariot",
        "moves": "a1a6",
        "secret": "0" * 22,
        "token": "0" * 22,
        "provider_id": "school",
        "name": name,
        "object_id": 0,
        "pk": 0,
        "content_type_id": 1,
        "key": "made:up",
        "uidb36": "1",
        "app_label": "match",
        "url": "nothing/",
        **offers(person("bill"), person("bo")),
        "uid": uid,
    }
    return [
        address(pattern, arguments)
        for route, pattern in sorted(set(routes()))
        if (uid or "<slug:uid>" not in pattern)
        and "405" not in TABLE[route].get
        and not route.startswith("admin:")
    ]


def sent_to(client: Client, program: Program, paths: list[str]) -> Iterator[tuple[str, bytes]]:
    """What *client*, or for the API the *program*, is answered at each of those addresses."""
    for path in paths:
        cache.clear()  # whoever walks so fast is stopped
        is_api = path.startswith("/api/v1/")
        answer: Any = client.get(path, headers=program.headers if is_api else {})
        body = b"".join(answer) if answer.streaming else answer.content
        yield path, repr(answer.headers).encode() + body
