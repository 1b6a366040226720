"""What each operation needs, tried scope by scope, and what every answer says of limits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.sign_in.tokens import Scope
from games.api.views import description
from tests.api.kit import Program, code_of
from tests.kit.builders import match_between, person
from tests.kit.stages import FIRST

pytestmark = pytest.mark.django_db
SCOPES = {
    # whoever adds an operation says here once more what it needs
    "": {
        *("get /games", "get /account", "get /people/{name}", "get /ratings/{slug}"),
        *("get /people", "get /people/{name}/matches"),
        *("get /tournaments/{event}", "get /leagues/{slug}", "get /ladders/{slug}"),
        *("get /news", "get /statistics"),
    },
    "read": {
        *("get /matches", "get /matches/{uid}", "get /matches/{uid}/record"),
        *("get /matches/{uid}/commitments", "get /matches/{uid}/picture"),
        *("get /events", "get /stream/events", "get /matches/{uid}/stream", "get /tournaments"),
        *("get /puzzles", "get /puzzles/daily", "get /puzzles/{slug}/next"),
        *("get /puzzles/{slug}/{puzzle}", "get /lessons", "get /lessons/{slug}/{step}"),
        *("get /campaign", "get /campaign/stages/{stage}", "get /campaign/daily"),
    },
    "play": {
        *("post /matches", "post /matches/{uid}/moves", "post /matches/{uid}/resign"),
        *("post /matches/{uid}/draw", "post /matches/{uid}/takeback", "post /matches/{uid}/time"),
        *("post /matches/{uid}/rematch", "post /matches/{uid}/fork"),
        *("post /puzzles/{slug}/{puzzle}", "post /puzzles/{slug}/{puzzle}/opinion"),
        *("post /lessons/{slug}", "post /lessons/{slug}/{step}"),
        *("post /campaign/stages/{stage}", "post /campaign/skirmish", "post /campaign/daily"),
    },
    "seek": {
        *("get /seeks", "post /seeks", "get /seeks/{seek}", "post /seeks/{seek}"),
        "post /tournaments/{event}",
    },
    "challenge": {
        *("get /challenges", "post /challenges"),
        *("get /challenges/{challenge}", "post /challenges/{challenge}"),
    },
    "chat": {"get /matches/{uid}/talk", "post /matches/{uid}/talk"},
    "people": {"get /ties", "get /people/{name}/ties", "post /people/{name}/ties"},
    "messages": {"get /messages", "get /messages/{name}", "post /messages/{name}"},
    "notices": {"get /notices", "post /notices"},
    "records": {"get /export"},
    "bot": {"get /bot", "post /bot", "post /bot/rules", "post /bot/address"},
}
NEEDED = {operation: scope for scope, those in SCOPES.items() for operation in those}
THERE = {"slug": "xiongqi", "stage": FIRST, "step": "cannon"}
"""What stands in addresses; all else is found nowhere."""


def operations() -> dict[str, dict[str, Any]]:
    """Every operation of the description, by its method and address."""
    return {
        f"{method} {path.removeprefix('/api/v1')}": operation
        for path, those in description()["paths"].items()
        for method, operation in those.items()
    }


def asked(program: Program, operation: str, uid: str = "nothing") -> Any:
    method, path = operation.split(" ")
    known = {**THERE, "uid": uid}
    path = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "nothing"), path)
    return getattr(program, method)(path)


def test_every_operation_says_what_it_needs() -> None:
    assert {name: operation["x-scope"] for name, operation in operations().items()} == NEEDED


@pytest.mark.parametrize("operation", sorted(NEEDED))
def test_an_operation_is_open_to_its_scope_and_to_no_other(operation: str) -> None:
    needed = NEEDED[operation]
    user = person()
    uid = match_between(user, person(), now=timezone.now()).uid
    for scope in Scope.values:
        answer = asked(Program(user, scope), operation, uid)
        if needed in ("", scope):
            assert answer.status_code != 401
            is_refused = answer.status_code >= 400 and code_of(answer) == "scope-missing"
            assert not is_refused
        else:
            assert (answer.status_code, code_of(answer)) == (403, "scope-missing")
            assert answer.json()["scope"] == needed
    assert code_of(asked(Program(None), operation, uid)) == "no-token"
    assert code_of(asked(Program(None, Authorization="Bearer jny_x"), operation, uid)) == "no-token"


def test_every_answer_says_how_much_is_left() -> None:
    """What is refused, found nowhere or not done that way, too; also to nobody."""
    for program in (Program(person()), Program(person(), "chat"), Program(None)):
        answers = [asked(program, operation) for operation in NEEDED]
        answers += [program.get("/nowhere"), program.post("/account"), program.get("/openapi.json")]
        for answer in answers:
            assert re.fullmatch(r'"\w+";r=\d+;t=\d+', answer["RateLimit"])
            assert re.fullmatch(r'"\w+";q=\d+;w=\d+', answer["RateLimit-Policy"])


def test_what_leads_nowhere_is_limited_too(settings: Any) -> None:
    settings.API_LIMITS = {"read": "9/m/key", "unknown": "1/m/ip"}
    assert code_of(Program(None).get("/nowhere")) == "not-found"
    answer = Program(None).get("/nowhere")
    assert (answer.status_code, code_of(answer)) == (429, "too-many")
    assert answer["Retry-After"] == str(answer.json()["seconds"])
