"""A program as tests drive it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.tokens import Scope, make_token
from games.api.views import description

BASE = "/api/v1"


class Program:
    """Asks the API with a token of *user*; without one, as nobody."""

    def __init__(self, user: User | None, *scopes: str, **extra: Any) -> None:
        self.site = Client(raise_request_exception=False)
        self.headers: dict[str, str] = dict(extra)
        if user is not None:
            wanted = scopes or tuple(Scope.values)
            row, secret = make_token(
                user=user, name="test", scopes=wanted, days=30, now=timezone.now()
            )
            self.token = row
            self.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, **query: Any) -> Any:
        return self.site.get(f"{BASE}{path}", query, headers=self.headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.site.post(
            f"{BASE}{path}",
            {} if body is None else body,
            content_type="application/json",
            headers={**self.headers, **headers},
        )


@cache
def described() -> dict[str, Any]:
    """The description of the API."""
    return description()


def _may_be(answer: Any, code: str) -> bool:
    """Whether the description says that what was asked may be refused so."""
    request = answer.wsgi_request
    try:
        route = resolve(request.path_info).route
    except Resolver404:
        route = ""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{route}")
    operation = described()["paths"].get(path, {}).get(request.method.lower())
    if operation is None:
        return code in described()["components"]["x-problems"]
    return code in operation["responses"][str(answer.status_code)]["x-codes"]


def code_of(answer: Any) -> str:
    """The code of a refusal, whose form is checked with it."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    reply = answer.json()
    assert reply["status"] == answer.status_code
    assert reply["type"] == f"urn:jinya:problem:{reply['code']}"
    assert _may_be(answer, reply["code"]), f"{reply['code']}: python -m tools.problems"
    assert reply["title"]
    assert reply["detail"]
    return str(reply["code"])
