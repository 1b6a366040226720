"""Who may use an operation: the scope that it needs, and what it counts as."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.common import events
from accounts.models import AccessToken, User
from accounts.sanctions import rights
from accounts.sign_in.tokens import Scope
from games.api.limits import refuse, spend
from games.api.problems import Problem, ProblemOut
from games.boards.refusals import error_sentence
from games.common.limits import spend as spend_as_a_page
from games.match.exceptions import Sanctioned
from games.match.selectors import is_at_play


class Token(HttpBearer):
    """Lets in whoever has a token with a scope."""

    def __init__(self, scope: Scope | None, bucket: str, as_a_page: str) -> None:
        super().__init__()
        self.scope, self.bucket, self.as_a_page = scope, bucket, as_a_page

    def __call__(self, request: HttpRequest) -> Any:
        """The token. Raises Problem: 401, 403 or 429."""
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


REFUSALS = frozenset({400, 401, 403, 404, 409, 422, 428, 429, 503})


def door(
    scope: Scope | None,
    answer: Any,
    *,
    bucket: str = "read",
    as_a_page: str = "",
    status: int = 200,
) -> dict[str, Any]:
    """What an operation is declared with: who may use it, and all it can answer.

    *as_a_page* names what it counts as among the limits of pages, which it shares.
    """
    return {
        "auth": Token(scope, bucket, as_a_page),
        "response": {status: answer, REFUSALS: ProblemOut},
        "openapi_extra": {"x-scope": scope.value if scope else "", "x-bucket": bucket},
    }


def owner_of(request: HttpRequest) -> User:
    """Whose token it is."""
    user = request.user
    assert isinstance(user, User)
    return user
