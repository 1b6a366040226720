"""The description says what is really taken, under names that are of use to programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone, translation
from jinya import Client
from jinya.calls import Board, News
from jinya.calls import Match as Seen

from accounts.models import User
from games.api.shapes import Schema
from games.api.views import description
from games.programs import services
from tests.api.kit import Program, code_of
from tests.kit.builders import NOON, match_between, person, south

pytestmark = pytest.mark.django_db
VERBS = (
    "answer ask become begin claim enter get make mark offer play rate resign send set take try"
    " write"
)


def operations() -> Iterator[dict[str, Any]]:
    for path in description()["paths"].values():
        yield from path.values()


def shapes(of: type[Schema] = Schema) -> Iterator[type[Schema]]:
    """All that requests and answers are made of."""
    for shape in of.__subclasses__():
        yield shape
        yield from shapes(shape)


def test_no_two_shapes_share_a_name() -> None:
    """The description knows them by it alone."""
    modules = {f"{shape.__module__}.{shape.__qualname__}" for shape in shapes()}
    names = Counter(name.rpartition(".")[2] for name in modules)
    assert [name for name, times in names.items() if times > 1] == []


def test_a_draw_is_described_as_it_is_taken() -> None:
    told = description()
    body = told["paths"]["/api/v1/matches/{uid}/draw"]["post"]["requestBody"]
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert {*told["components"]["schemas"][name]["properties"]} == {"do"}


def test_every_operation_is_called_by_what_it_does(settings: Any) -> None:
    settings.SITE_URL = "https://jinya.example"
    names = [operation["operationId"] for operation in operations()]
    assert len(names) == len({*names})
    odd = [name for name in names if re.match(r"[a-z]+", name)[0] not in VERBS.split()]
    assert odd == []
    assert all(name.isalpha() for name in names)
    assert description()["servers"] == [{"url": "https://jinya.example"}]


def test_groups_and_headers_are_told_of() -> None:
    told = description()
    used = {name for operation in operations() for name in operation["tags"]}
    assert {tag["name"] for tag in told["tags"]} == used
    for operation in operations():
        for status, answer in operation["responses"].items():
            named = {one["$ref"].rpartition("/")[2] for one in answer["headers"].values()}
            assert named <= {*told["components"]["headers"]}
            assert ("Retry-After" in named) is (status in ("429", "503"))


def test_a_refusal_that_time_mends_says_when(settings: Any) -> None:
    match = match_between(person(), person(), now=timezone.now())
    program = Program(south(match))
    line = {"room": "players", "preset": "slow"}
    answers = [program.post(f"/matches/{match.uid}/talk", line) for _each in range(20)]
    assert code_of(answers[-1]) == "too-much-talk"
    assert (answers[-1].status_code, answers[-1]["Retry-After"]) == (429, "30")


def test_the_way_of_apps_to_a_token_is_described(settings: Any) -> None:
    settings.SITE_URL = "https://jinya.example"
    with translation.override("ja"):
        schemes = description()["components"]["securitySchemes"]
    assert schemes["Token"] == {"type": "http", "scheme": "bearer"}
    flow = schemes["OAuth"]["flows"]["authorizationCode"]
    assert flow["authorizationUrl"] == "https://jinya.example/oauth/authorize"
    assert flow["tokenUrl"] == flow["refreshUrl"] == "https://jinya.example/oauth/token"
    assert flow["scopes"]["play"] == "Play in your matches"
    for operation in operations():
        assert operation["security"] == [{"Token": []}, {"OAuth": operation["x-scope"].split()}]
        assert {*operation["x-scope"].split()} <= {*flow["scopes"]}


def bot_account(name: str, owner: User) -> User:
    asked = services.ask(user=person(name), name=owner.name, now=NOON)
    return services.allow(owner=owner, key=asked.pk, now=NOON)


def test_a_bot_account_is_told_as_a_bot_and_known_without_its_mark() -> None:
    ann = person("ann")
    bot = bot_account("ursbot", ann)
    match = match_between(ann, bot, now=timezone.now())
    program = Program(ann)
    (row,) = program.get("/matches").json()["matches"]
    assert row["others"] == [{"seat": 1, "name": "ursbot [bot]", "is_bot": True}]
    told = program.get(f"/matches/{match.uid}").json()["players"]
    assert [each["is_bot"] for each in told] == [False, True]
    for name in ("ursbot", "ursbot [bot]", "URSBOT"):
        assert program.get(f"/people/{name}").json()["name"] == "ursbot [bot]"
    person("walker")
    assert program.get("/people/walker").json()["name"] == "walker"
    assert code_of(program.get("/people/nobody")) == "not-found"


def test_a_cursor_of_the_right_form_is_taken() -> None:
    ann, bob = person(), person()
    program = Program(ann)
    others = match_between(bob, person(), now=timezone.now())
    match_between(ann, bob, now=timezone.now())
    for after in ("0123456789ab", others.uid):
        answer = program.get("/matches", after=after)
        assert (answer.status_code, answer.json()) == (200, {"matches": [], "next": None})
        answer = program.get("/export", after=after)
        assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("is_to_act", [True, False])
def test_the_turns_of_the_client_are_those_that_are_still_to_be_made(
    is_to_act: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client("http://127.0.0.1:9", "token")
    board = Board("uid", 1, "active", is_to_act=True)
    told = {
        "players": [{"is_me": True, "is_to_act": is_to_act}],
        "is_setting_up": False,
        "legal": [{"action": "e3e4", "text": "", "squares": [], "captures": False, "fouls": []}],
    }
    monkeypatch.setattr(client, "news", lambda: iter([News("c", (board,), ())]))
    monkeypatch.setattr(client, "match", lambda uid: Seen(told))
    assert len(list(client.turns())) == is_to_act
