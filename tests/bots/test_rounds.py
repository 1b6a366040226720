"""The turns of all NPC nations of a round: one task, ply by ply, each exactly once."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import switches
from accounts.models import User
from games import tasks
from games.bots import services as bots
from games.bots import thinking
from games.bots.models import BotTurn
from games.common import dispatch
from games.match.models import Match
from games.match.sealed import SealedPly
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from queues import leases
from tests.kit.builders import NOON, person
from tests.kit.stages import act, stage_of

pytestmark = pytest.mark.django_db

LATER = NOON + bots.LEASE * 2


@pytest.fixture
def crowded() -> Match:
    """A stage with four NPC nations, all of whose turns are owed."""
    return dragons(person("ann"))


def dragons(user: User) -> Match:
    terms = opening.Terms(game="nation", time_control="none", options={"stage": "dragon-throne"})
    return opening.create_bot_match(user=user, terms=terms, level="npc", now=NOON)


def plies(match: Match) -> list[tuple[int, int, str | None]]:
    rows = SealedPly.objects.filter(match=match)
    return list(rows.values_list("number", "seat", "move"))


def pay(match: Match, now: datetime = NOON) -> int:
    return bots.play_bot_turns(debt_id=BotTurn.objects.get(match=match).pk, now=now)


def test_one_task_plays_the_whole_round(crowded: Match, monkeypatch) -> None:
    hints: list[object] = []
    monkeypatch.setattr(dispatch, "after_commit", lambda *what, **which: hints.append(which))
    paid = pay(crowded)
    assert paid == len(plies(crowded)) > 4
    assert {seat for _number, seat, _move in plies(crowded)} == {0, 1, 2, 3}
    assert crowded.players.get(is_to_act=True).seat == 4
    assert not BotTurn.objects.filter(match=crowded).exists()
    assert hints == [], "nobody else is sent after these turns"
    assert faults_of(crowded) == []


def test_the_task_of_the_queue_does_it(crowded: Match, monkeypatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    tasks.play_bot_turn(debt_id=BotTurn.objects.get(match=crowded).pk)
    assert crowded.players.get(is_to_act=True).seat == 4


def test_a_round_that_was_cut_off_anywhere_is_finished_exactly_once(
    crowded: Match, monkeypatch
) -> None:
    choose, left = thinking.choose, [0]

    def die_after(question: thinking.Question) -> str:
        if left[0] == 0:
            raise SystemExit
        left[0] -= 1
        return choose(question)

    monkeypatch.setattr(thinking, "choose", die_after)
    now, kills = NOON, 0
    while BotTurn.objects.filter(match=crowded).exists():
        left[0] = kills % 3
        debt = BotTurn.objects.get(match=crowded)
        try:
            bots.play_bot_turns(debt_id=debt.pk, now=now)
        except SystemExit:
            kills += 1
        now += leases.HINT + bots.LEASE
    assert kills > 3
    whole = [(number, seat, move) for number, seat, move in plies(crowded)]
    assert [number for number, _seat, _move in whole] == list(range(1, len(whole) + 1))
    monkeypatch.setattr(thinking, "choose", choose)
    again = dragons(person("bea"))
    pay(again)
    assert plies(again) == whole, "the round is the one that nothing had interrupted"
    assert faults_of(crowded) == []


def test_what_is_left_of_a_round_is_found_by_the_sweep(crowded: Match, monkeypatch) -> None:
    choose, asked = thinking.choose, []

    def die_in_the_third(question: thinking.Question) -> str:
        asked.append(question)
        if len(asked) == 3:
            raise SystemExit
        return choose(question)

    monkeypatch.setattr(thinking, "choose", die_in_the_third)
    with pytest.raises(SystemExit):
        pay(crowded)
    assert len(plies(crowded)) == 2
    debt = BotTurn.objects.get(match=crowded)
    assert debt.pk in bots.lease_owed_turns(now=LATER)
    assert bots.play_bot_turns(debt_id=debt.pk, now=LATER) > 1
    assert crowded.players.get(is_to_act=True).seat == 4


def test_a_worker_that_has_paid_many_hands_on_the_next(crowded: Match, monkeypatch) -> None:
    hints: list[object] = []
    monkeypatch.setattr(dispatch, "after_commit", lambda *what, **which: hints.append(which))
    monkeypatch.setattr(bots, "MOST_IN_A_ROW", 3)
    assert pay(crowded) == 3
    debt = BotTurn.objects.get(match=crowded)
    assert hints == [{"debt_id": debt.pk}]
    assert (debt.attempts, debt.held_until) == (0, None)
    assert pay(crowded, LATER) == 3


def test_bots_that_are_sent_to_rest_amid_a_round_leave_the_next_debt_free(
    crowded: Match, monkeypatch
) -> None:
    choose, thoughts = thinking.choose, []
    monkeypatch.setattr(thinking, "choose", lambda asked: thoughts.append(asked) or choose(asked))
    monkeypatch.setattr(switches, "is_on", lambda _name: bool(thoughts))
    assert pay(crowded) == 1
    debt = BotTurn.objects.get(match=crowded)
    assert (debt.attempts, debt.held_until) == (0, None)


def test_a_turn_after_the_first_is_one_transaction(crowded: Match, monkeypatch) -> None:
    """Nobody reads or takes on what this worker has just written and opened."""
    monkeypatch.setattr(bots, "MOST_IN_A_ROW", 1)
    with CaptureQueriesContext(connection) as first:
        assert pay(crowded) == 1
    monkeypatch.setattr(bots, "MOST_IN_A_ROW", 2)
    with CaptureQueriesContext(connection) as two:
        assert pay(crowded, LATER) == 2
    assert len(two) - len(first) <= 11, [query["sql"] for query in two]


def test_a_second_worker_never_plays_the_same_turn(crowded: Match, monkeypatch) -> None:
    choose, others = thinking.choose, []

    def meanwhile(question: thinking.Question) -> str:
        debt = BotTurn.objects.get(match=crowded)
        others.append(bots.play_bot_turn(debt_id=debt.pk, now=NOON))
        return choose(question)

    monkeypatch.setattr(thinking, "choose", meanwhile)
    assert pay(crowded) == len(plies(crowded))
    assert set(others) == {False}


def test_the_player_is_told_once_when_the_round_is_done() -> None:
    match = stage_of(person("bea"))
    assert Notice.objects.filter(match=match, kind="your-turn").count() == 1
    act(match, "command:tax")
    assert Notice.objects.filter(match=match).count() == 1, "one's own next command is no news"
    act(match, "train")
    assert Notice.objects.filter(match=match, kind="your-turn").count() == 2


def test_no_pace_between_the_turns_of_a_round(crowded: Match, settings) -> None:
    settings.BOT_PACE_SECONDS = 30.0  # it would be noticed
    assert pay(crowded) > 4
    last = SealedPly.objects.filter(match=crowded).latest("made_at")
    assert last.made_at < NOON + bots.LEASE
