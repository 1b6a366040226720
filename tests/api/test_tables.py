"""Tournaments by the API: lists, entering and leaving, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.tournaments.models import Tournament
from games.tournaments.services import beginning
from tests.api.kit import Program, code_of
from tests.kit.builders import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("ann")


def made(ann: User, number: int = 1, **facts: Any) -> Tournament:
    """A tournament of Ann's that is open for entries."""
    now = timezone.now()
    usual = {"size": 4, "game": "xiongqi", "time_control": "relaxed", "made_by": ann}
    named = {"key": f"key-{number}", "name": f"one {number}"}
    when = {"created_at": now, "closes_at": now + timedelta(days=1)}
    return Tournament.objects.create(**{**usual, **named, **when, **facts})


def do(user: User, event: Tournament, what: str, **more: str) -> Any:
    return Program(user).post(f"/tournaments/{event.uid}", {"do": what, **more})


def test_a_program_enters_leaves_and_withdraws(ann: User) -> None:
    event, others = made(ann), [person(name) for name in ("bob", "cat", "dan")]
    assert do(ann, event, "enter").json()["entered"] == 1
    assert code_of(do(ann, event, "enter")) == "already-entered"
    assert do(ann, event, "leave").json()["table"] == []
    for user in (ann, *others):
        assert do(user, event, "enter").status_code == 200
    assert code_of(do(person("eve"), event, "enter")) == "tournament-full"
    assert code_of(do(ann, event, "withdraw")) == "no-tournament"
    beginning.begin_due(timezone.now())
    assert code_of(do(ann, event, "leave")) == "entries-closed"
    answer = do(ann, event, "withdraw").json()
    assert [line["name"] for line in answer["table"] if line["withdrawn"]] == ["ann"]
    assert {one["result"] for one in answer["pairings"]} == {"void", None}
    assert answer["entered"] == 3


def test_one_by_link_is_entered_with_it_alone_and_tells_no_link(ann: User) -> None:
    event, bob = made(ann, link="secret-of-this-event"), person("bob")
    refused = do(bob, event, "enter")
    assert (refused.status_code, code_of(refused)) == (403, "entered-by-link")
    answer = do(bob, event, "enter", link=event.link)
    assert answer.json()["by_link"] is True
    assert event.link not in answer.content.decode()


def test_a_bot_account_enters_where_bots_may(ann: User) -> None:
    bot = person("robot [bot]", is_program=True)
    assert code_of(do(bot, made(ann), "enter")) == "bots-enter-not"
    assert do(bot, made(ann, 2, takes_bots=True), "enter").status_code == 200


def test_lists_are_cut_into_pages(ann: User) -> None:
    for number in range(21):
        made(ann, number)
    first = Program(ann).get("/tournaments").json()
    assert len(first["tournaments"]) == 20 and first["next"] == 2
    rest = Program(ann).get("/tournaments", page=2).json()
    assert [one["name"] for one in rest["tournaments"]] == ["one 0"] and rest["next"] is None
    assert Program(ann).get("/tournaments", page=3).json() == {"tournaments": [], "next": None}
    assert Program(ann).get("/tournaments", state="over").json()["tournaments"] == []
    assert len(Program(ann).get("/tournaments", state="mine").json()["tournaments"]) == 20
    assert Program(person("bob")).get("/tournaments", state="mine").json()["tournaments"] == []


NOWHERE = ("/tournaments/nowhere", "/leagues/nation", "/ladders/chess", "/leagues/xiongqi?season=1")


@pytest.mark.parametrize("path", NOWHERE)
def test_what_is_not_there_is_not_found(ann: User, path: str) -> None:
    answer = Program(ann).get(path)
    assert (answer.status_code, code_of(answer)) == (404, "not-found")


def test_before_anybody_has_joined_there_is_an_empty_one(ann: User) -> None:
    league = Program(ann).get("/leagues/xiongqi").json()
    assert (league["season"], league["enrolled"], league["divisions"]) == (None, 0, [])
    assert Program(ann).get("/ladders/xiongqi").json()["rungs"] == []
