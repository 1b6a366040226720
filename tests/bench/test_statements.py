"""Pages and turns keep to a budget of SQL statements, whatever the number of matches."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from engines.catalogue import GAMES
from games.match.reading.selectors import bots_beaten
from games.puzzles.models import Puzzle
from games.puzzles.selectors import daily_puzzle
from tests.bench.subjects import subjects
from tests.kit.builders import match_between, person, puzzle_of_the_house
from tests.kit.crowd import Crowd, Shares, Size
from tests.kit.plans import generic_plan

pytestmark = pytest.mark.django_db

BUDGET = {
    "turn": 12,
    "turn of the bot": 13,
    "board": 3,
    "board, a visitor": 4,  # the moves, for the analysis board
    "board, a bystander with an account": 6,  # the moves, for the analysis board
    "poll": 3,
    "whole": 9,
    "desk": 17,
}
"""The most statements a subject may need, by its name or the first word of it."""


def test_nothing_costs_more_than_its_budget() -> None:
    puzzle_of_the_house()
    games = [meta.slug for meta in GAMES]
    today = games[timezone.now().toordinal() % len(games)]
    Puzzle.objects.update(game=today)  # as on a site, where each game has its puzzle of the day
    assert daily_puzzle(timezone.now().date()) is not None
    for name, act in subjects():
        with CaptureQueriesContext(connection) as captured:
            act()
        budget = BUDGET.get(name) or BUDGET[name.replace(",", " ").split()[0]]
        assert len(captured) <= budget, (name, [query["sql"] for query in captured])


def test_a_fuller_desk_costs_no_more() -> None:
    user = person()
    match_between(user, person(), now=timezone.now())
    before = statements_of_the_desk(user)
    for _number in range(4):
        match_between(user, person(), now=timezone.now())
    assert statements_of_the_desk(user) == before


def statements_of_the_desk(user: User) -> int:
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/desk/").status_code == 200
    return len(captured)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="it is about PostgreSQL's plans")
def test_the_last_wins_are_read_by_an_index_in_their_order() -> None:
    crowd = Crowd(Shares(finished=4))
    crowd.grow(Size(users=500, finished=4000, running=0, seeks=0, notices=0))
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, tuple(params)))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        assert bots_beaten(crowd.veteran.pk) == []
    plan = generic_plan(*asked[0])
    assert "seats_by_result" in plan, plan
    assert "seats_without_user" in plan, plan
