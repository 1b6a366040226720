"""Open pages for tests: sockets signed in like a browser, through the front door."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from config.asgi import application
from games.match.models import Match
from games.urls import websocket_urlpatterns
from tests.kit.browsing import browser
from tests.routes import address

ORIGIN = (b"origin", b"http://testserver")

PATIENCE = 60.0
"""Seconds until what is sure to come has come, also on a machine with much else to do."""


class Page(WebsocketCommunicator):
    """One socket of a browser; what it waits for has a minute to come."""

    def __init__(self, path: str, client: Client | None = None) -> None:
        headers = [ORIGIN]
        if client is not None and settings.SESSION_COOKIE_NAME in client.cookies:
            key = client.cookies[settings.SESSION_COOKIE_NAME].value
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={key}".encode()))
        super().__init__(application, path, headers=headers)

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:  # noqa: ASYNC109
        """The next message of the site."""
        return dict(await super().receive_output(max(timeout, PATIENCE)))

    async def wait(self, timeout: float = PATIENCE) -> None:  # noqa: ASYNC109
        """Until the site has done with the socket."""
        await super().wait(max(timeout, PATIENCE))

    async def opened(self) -> Page:
        """The socket, accepted by the site."""
        accepted, _protocol = await self.connect(timeout=PATIENCE)
        assert accepted
        return self

    async def close_code(self) -> int:
        """The code the site closes it with; fails when another frame comes first."""
        message = await self.receive_output()
        assert message["type"] == "websocket.close", message
        return int(message["code"])


def client_of(user: object) -> Client:
    """A browser in which *user* is signed in."""
    return browser(user)


def socket_paths(match: Match) -> list[str]:
    """Every socket there is, about *match* if about any; KeyError for a part it does not know."""
    patterns = [str(route.pattern) for route in websocket_urlpatterns]
    return [address(pattern, {"uid": match.uid}) for pattern in patterns]


async def open_page(path: str, user: object | None = None) -> Page:
    """The socket of a browser in which *user*, if any, is signed in."""
    client = None if user is None else await sync_to_async(client_of)(user)
    return await Page(path, client).opened()
