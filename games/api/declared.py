"""What the description of the API says besides its operations: groups, headers, ways to a token."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.sign_in.tokens import Scope

TAGS = {
    "House": "The games there are, with their options, set-ups and bots.",
    "Account": "Whose token it is, and what it may do.",
    "Bot accounts": "Becoming one, and which challenges it takes.",
    "Matches": "One's own matches and others' that may be watched, with records and pictures.",
    "What is new": "News of all boards at once: asked for, waited for, or streamed.",
    "Playing": "Moves, and all that is asked and answered at a board.",
    "Offers": "Seeks of the lobby, and challenges.",
    "People": "Profiles, ratings, whom you follow and block, the chat of a match, and notices.",
    "Messages": "What two people write to each other.",
    "Puzzles": "Puzzles, and the one of the day.",
    "Lessons": "Courses of lessons, and a coached match at their end.",
    "Campaign": "Stages of the campaign, skirmishes, and the challenge of the day.",
    "Events": "Tournaments, leagues and ladders.",
}
"""What each group of operations is about."""

_SECONDS = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}
HEADERS = {
    "RateLimit": {
        "description": 'What is left of the tightest limit: `"read";r=239;t=17` for 239 requests'
        " in the next 17 seconds.",
        "schema": _TEXT,
    },
    "RateLimit-Policy": {
        "description": 'That limit: `"read";q=240;w=60` for 240 requests in 60 seconds.',
        "schema": _TEXT,
    },
    "Retry-After": {
        "description": "In how many seconds the same may be asked again.",
        "schema": _SECONDS,
    },
    "WWW-Authenticate": {"description": "That a token is needed.", "schema": _TEXT},
}
_WITH_STATUS = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}


def headers_of(status: int) -> dict[str, Any]:
    """Return the headers that an answer has, by references into `HEADERS`."""
    names = ["RateLimit", "RateLimit-Policy"]
    names += [_WITH_STATUS[status]] if status in _WITH_STATUS else []
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def tags() -> list[dict[str, str]]:
    """Return the groups in the order of the guide."""
    return [{"name": name, "description": text} for name, text in TAGS.items()]


def oauth() -> dict[str, Any]:
    """Return how an app gets a token of somebody who allows it (`accounts.oauth`)."""
    token = settings.SITE_URL + reverse("accounts:token")
    flow = {
        "authorizationUrl": settings.SITE_URL + reverse("accounts:authorize"),
        "tokenUrl": token,
        "refreshUrl": token,
        "scopes": {scope.value: str(scope.label) for scope in Scope},
    }
    return {"type": "oauth2", "flows": {"authorizationCode": flow}}
