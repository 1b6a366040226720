"""What is refused, as problem details (RFC 9457): the page's sentence, with a code for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

CONTENT_TYPE = "application/problem+json"
BROKEN = "broken"


class Problem(Exception):
    """A refusal of the API itself; those of the services are `GamesError`."""

    def __init__(self, status: int, code: str, detail: str = "", **more: object) -> None:
        super().__init__(code)
        self.status, self.code, self.detail, self.more = status, code, detail, more


def title_of(status: int) -> str:
    """Return the title of a kind of refusal."""
    titles = {
        400: _("This cannot be read"),
        401: _("A token is needed"),
        403: _("Not allowed"),
        404: _("Nothing here"),
        405: _("Not done that way"),
        409: _("Not as it stands now"),
        422: _("Not possible"),
        429: _("Too many requests"),
        503: _("Not at the moment"),
    }
    return titles.get(status) or _("Something broke")


def detail_of(status: int, code: str = "") -> str:
    """The sentence of a refusal by the API itself: of its code, or else of its status."""
    of_keys = _("Idempotency-Key has to be 8 to 64 letters, digits, hyphens or underscores.")
    own = {
        "key-missing": of_keys,
        "key-reused": _("This name stands for another request already."),
        "key-wrong": of_keys,
        "not-answered": _("Answer it first."),
        "too-many": title_of(429),
    }
    details = {
        400: _("The request is not written as it should be."),
        401: _("Send an access token that is still good, as “Authorization: Bearer …”."),
        403: _("This token may not do that."),
        404: _("There is nothing at this address, or nothing for you."),
        405: _("This address has no such method."),
    }
    return own.get(code) or details.get(status) or _("You cannot do that now. Nothing was changed.")


def problem(
    status: int,
    code: str,
    detail: str = "",
    *,
    more: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """The answer that says so."""
    facts: dict[str, Any] = {
        "type": f"urn:jinya:problem:{code}",
        "title": title_of(status),
        "status": status,
        "detail": detail or detail_of(status, code),
        "code": code,
        **(more or {}),
    }
    text = json.dumps(facts, ensure_ascii=False)
    response = HttpResponse(text, status=status, content_type=CONTENT_TYPE)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="Jinya"'
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def problem_answer(error: Problem) -> HttpResponse:
    """The answer to what the API itself refuses."""
    seconds = error.more.get("seconds")
    headers = {"Retry-After": str(seconds)} if seconds is not None else {}
    return problem(error.status, error.code, error.detail, more=error.more, headers=headers)


def codes() -> Mapping[int, str]:
    """The code of a refusal that nobody has named more closely."""
    return {
        400: "unreadable",
        401: "no-token",
        403: "not-allowed",
        404: "not-found",
        405: "no-such-method",
    }


def plain_problem(request: HttpRequest, status: int) -> HttpResponse:
    """In the place of a page that says as much to people."""
    return problem(status, codes().get(status, BROKEN))
