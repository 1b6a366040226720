"""Who may use an operation: the scope that it needs, and what it counts as."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.common import events
from accounts.models import AccessToken, User
from accounts.sanctions import rights
from accounts.sign_in.tokens import Scope
from games.api.limits import refuse, spend
from games.api.problems import Problem
from games.api.shapes import ProblemOut
from games.boards.refusals import error_sentence
from games.common.limits import spend as spend_as_a_page
from games.common.requests import KEY, new_key
from games.match.exceptions import Sanctioned
from games.match.reading.selectors import is_at_play


class Token(HttpBearer):
    """Lets in whoever has a token with a scope."""

    def __init__(self, scope: Scope | None, bucket: str, as_a_page: str) -> None:
        super().__init__()
        self.scope, self.bucket, self.as_a_page = scope, bucket, as_a_page
        self.queries: frozenset[str] = frozenset()
        """What the operation takes in a query; whoever puts the operations together says so."""

    def __call__(self, request: HttpRequest) -> Any:
        """The token. Raises Problem: 401, 403, 429, or 422 for what the operation does not take."""
        request.api_scope = self.scope.value if self.scope else ""  # type: ignore[attr-defined]
        token: AccessToken | None = getattr(request, "api_token", None)
        if token is None:
            spend(request, "unknown")
            events.note("token-refused", request)
            raise Problem(401, "no-token")
        self._count(request, token)
        if rights.is_shut_out(token.user):
            raise Problem(403, Sanctioned.code, error_sentence(Sanctioned()))
        if self.scope is not None and self.scope.value not in token.scope_names:
            raise Problem(403, "scope-missing", scope=self.scope.value)
        if unknown := sorted(set(request.GET) - self.queries):
            errors = [{"at": ["query", name[:40]], "why": "unknown"} for name in unknown[:10]]
            raise Problem(422, "unreadable", errors=errors)
        return token

    def _count(self, request: HttpRequest, token: AccessToken) -> None:
        """A move in a running match of one's own has a bucket that nothing else empties."""
        route = request.resolver_match
        uid = str(route.kwargs.get("uid", "")) if route else ""
        if self.bucket == "move" and is_at_play(token.user_id, uid):
            spend(request, "move", uid)
            return
        spend(request, "write" if self.bucket == "move" else self.bucket)
        if self.as_a_page and (wait := spend_as_a_page(request, self.as_a_page)):
            refuse(request, self.as_a_page, wait)

    def authenticate(self, request: HttpRequest, token: str) -> None:
        """Not used: the middleware has read the token."""


WRITES = frozenset({"write", "move"})
"""The buckets of what changes something."""
KEY_HEADER: dict[str, Any] = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "pattern": '^"?[A-Za-z0-9_-]{8,64}"?$'},
    "description": "Names the request: sent again within a day, nothing is done twice, and it is "
    "answered as the first time. Another request of the same name is refused (409).",
}
REFUSALS = frozenset({400, 401, 403, 404, 409, 422, 429, 503})


def door(
    scope: Scope | None,
    answer: Any,
    *,
    bucket: str = "read",
    as_a_page: str = "",
    kinds: Collection[str] = (),
) -> dict[str, Any]:
    """Return the declaration of an operation: who may use it, and all it can answer.

    *as_a_page* names what it counts as among the limits of pages, which it shares; *kinds* are the
    media types that it answers in the place of JSON, each line of a stream being an *answer*; of an
    *answer* that is one of several, each has the kind at its place.
    """
    extra: dict[str, Any] = {"x-scope": scope.value if scope else "", "x-bucket": bucket}
    if bucket in WRITES:
        extra["parameters"] = [KEY_HEADER]
    return {
        "auth": Token(scope, bucket, as_a_page),
        "response": {200: answer, REFUSALS: ProblemOut},
        "openapi_extra": {**extra, "x-kinds": list(kinds)} if kinds else extra,
    }


def owner_of(request: HttpRequest) -> User:
    """Return the owner of the request's token."""
    user = request.user
    assert isinstance(user, User)
    return user


def key_of(request: HttpRequest) -> str:
    """Return the idempotency key of the request, or a new one where it has none. Raises Problem."""
    return named_key(request) if "Idempotency-Key" in request.headers else new_key()


def named_key(request: HttpRequest) -> str:
    """The request's own name. Raises Problem where it has none, or none of the right kind."""
    given = request.headers.get("Idempotency-Key", "").strip().strip('"')
    if re.match(KEY, given):
        return given
    at = ["header", "Idempotency-Key"]
    if given:
        raise Problem(422, "key-wrong", errors=[{"at": at, "why": "wrong"}])
    raise Problem(422, "key-missing", errors=[{"at": at, "why": "missing"}])


def read_line(text: str) -> list[str]:
    """The moves in a query, which have a stroke between them, as in addresses of pages."""
    return text.split("/") if text else []
