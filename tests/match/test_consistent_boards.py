"""A board read while somebody moves is either all new, or says that it is old."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection

from games.match.changes import ending
from games.matchpage.selectors.board import board_facts
from tests.kit.builders import NOON, QUICK_MATE, match_between, north, person, play, south

pytestmark = pytest.mark.django_db


class Meanwhile:
    """Does *action* right after the *turn*-th query that is not its own."""

    def __init__(self, turn, action):
        self.left, self.action = turn, action

    def __call__(self, execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        self.left -= 1
        if self.left == 0:
            self.action()
        return answer


@pytest.mark.parametrize("eyes", ["south", "north", "stranger"])
@pytest.mark.parametrize("action", ["mate", "draw"])
@pytest.mark.parametrize("turn", range(1, 7))
def test_whatever_happens_between_two_queries_is_seen_or_announced(eyes, action, turn) -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, *QUICK_MATE[:2])
    user = {"south": south, "north": north, "stranger": lambda _m: person("carol")}[eyes](match)
    ann = south(match)

    def act():
        if action == "mate":
            play(match, QUICK_MATE[2])
        else:
            ending.offer_draw(uid=match.uid, user=ann, now=NOON)

    meanwhile = Meanwhile(turn, act)
    with connection.execute_wrapper(meanwhile):
        seen = board_facts(match.uid, user, now=NOON)
    if meanwhile.left > 0:
        act()  # fewer queries than that: it happens after the reading
    fresh = board_facts(match.uid, user, now=NOON)
    assert seen.version < fresh.version or replace(seen, now=NOON) == fresh


@pytest.mark.parametrize("turn", range(1, 4))
def test_whoever_is_to_move_has_moves_to_choose_from(turn) -> None:
    match = match_between(person("ann"), person("bob"))
    play(match, QUICK_MATE[0])

    meanwhile = Meanwhile(turn, lambda: play(match, QUICK_MATE[1]))
    with connection.execute_wrapper(meanwhile):
        seen = board_facts(match.uid, south(match), now=NOON)
    assert meanwhile.left <= 0
    assert any(one.seat == seen.seat and one.is_to_act for one in seen.players) == bool(seen.legal)
