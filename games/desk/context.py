"""What the frame of every page needs to know of its reader."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import switches
from accounts.common.cookies import THEME, cookie_name
from accounts.models import Sanction
from accounts.sanctions import rights
from accounts.sign_in import sessions
from games.desk.selectors import boards_to_move
from games.endpoints.services.push import public_key
from games.notices.selectors import unread_notices

ROOMS = {
    **dict.fromkeys(("new", "seek", "challenge", "take"), "play"),
    **dict.fromkeys(("set-ups", "set-up"), "play"),
    **dict.fromkeys(("course", "step", "step-after"), "learn"),
    **dict.fromkeys(("puzzles", "puzzle", "puzzle-after", "daily-puzzle"), "learn"),
    **dict.fromkeys(("all-rules", "rules", "trial"), "learn"),
    **dict.fromkeys(("analysis-board", "analyses", "kept-analysis", "shared-analysis"), "learn"),
    **dict.fromkeys(("new-event", "event", "league", "ladder"), "community"),
    **dict.fromkeys(("clubs", "club", "new-club", "ask-club"), "community"),
    **dict.fromkeys(("people", "ratings"), "community"),
    **dict.fromkeys(("stage", "skirmish", "daily"), "campaign"),
}
"""Which room of the navigation a page belongs to, by the name of its route."""

DOORS = {
    "play": "lobby",
    "learn": "learn",
    "watch": "watch",
    "community": "events",
    "campaign": "campaign",
}
"""The page of each room that the navigation leads to."""

KEPT_FOR = timedelta(hours=72)
"""So long at most a device keeps a page that can be read without a connection."""


class PageFrame:
    """The counts and the look of the page's frame, asked for only where they are shown."""

    def __init__(self, request: HttpRequest) -> None:
        user = getattr(request, "user", None)  # an error page may come before anybody is known
        self._user = user if user is not None and user.is_authenticated else None
        self._session = getattr(request, "session", None)
        self._cookie = request.COOKIES.get(cookie_name(THEME), "")
        self._route = request.resolver_match

    @cached_property
    def boards_to_move(self) -> int:
        """The number of boards that wait for the reader's move."""
        return boards_to_move(self._user.pk) if self._user else 0

    @cached_property
    def unread_notices(self) -> int:
        """The number of notices that the reader has not looked at."""
        return unread_notices(self._user.pk) if self._user else 0

    @cached_property
    def here(self) -> dict[str, str]:
        """By room of the navigation: "page" for the one that is open, "true" for the one that the
        page belongs to, else ""."""
        route = self._route
        name = route.url_name if route is not None and route.namespace == "games" else ""
        return {
            room: "page" if name == door else "true" if ROOMS.get(name or "") == room else ""
            for room, door in DOORS.items()
        }

    @property
    def theme(self) -> str:
        """The look chosen: light, dark, contrast, or "" for the device's own."""
        theme = self._user.theme if self._user else self._cookie
        return theme if theme in ("light", "dark", "contrast") else ""

    @property
    def operator(self) -> Any:
        """The operator of this site (config.operator)."""
        return settings.OPERATOR

    @property
    def preview(self) -> str:
        """The picture that other sites show with a link to a page that has none of its own."""
        return f"{settings.SITE_URL}{static('img/preview.png')}"

    @property
    def banner(self) -> str:
        """The announcement of the operators on every page, or ""."""
        return switches.banner()

    @cached_property
    def unread_sanction(self) -> Sanction | None:
        """The sanction that the reader has not said to have read, if any."""
        return rights.unread(self._user) if self._user else None

    @cached_property
    def device_user(self) -> str:
        """A name for the reader on this device, which says nothing to others; "" for visitors."""
        return salted_hmac("device", str(self._user.pk)).hexdigest()[:16] if self._user else ""

    @property
    def kept_for(self) -> int:
        """For how many seconds a device may keep a page: no longer than its reader is signed in."""
        if self._user is None or self._session is None:
            return 0
        left = sessions.time_left(self._session, self._user, timezone.now())
        return int(min(left, KEPT_FOR).total_seconds())

    @property
    def push_key(self) -> str:
        """The key that a browser needs to let us push to it."""
        return public_key()

    @property
    def socket_path(self) -> str:
        """The path to listen for changes of the desk; "" for visitors."""
        return "/ws/desk/" if self._user else ""


def frame(request: HttpRequest) -> dict[str, PageFrame]:
    """The context processor: `frame` on every page."""
    return {"frame": PageFrame(request)}
