"""Plans: kept in private, played by a worker as ordinary turns, dropped when they do not hold."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.match.changes import ending, giving, takebacks, turns
from games.match.exceptions import NotSeated, RefusedMove
from games.match.models import Match
from games.match.reading.selectors import players_of
from games.match.reading.viewers import viewer_for
from games.match.referee import Referee
from games.match.sealed import SealedPly
from games.plans import services as plans
from games.plans.exceptions import (
    BadLine,
    NoPlans,
    NoSuchLine,
    OtherReply,
    PlanInTurn,
    TooManyLines,
)
from games.plans.models import Plan, PlannedMove
from games.plans.selectors import PlanFacts, plan_of
from tests.kit.builders import (
    NOON,
    everything,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
)

pytestmark = pytest.mark.django_db

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
E4 = ("e3e4", "e6e5", "e4e5", "d8e7")
"""South to move; North's answers are planned."""


def keep(match: Match, *lines: str, user: Any = None) -> None:
    for line in lines:
        plans.keep_line(
            uid=match.uid, user=user or north(match), line=tuple(line.split()), now=NOON
        )


def plan_facts(match: Match, user: Any = None) -> PlanFacts | None:
    match.refresh_from_db()
    players = players_of(match)
    viewer = viewer_for(user or north(match), players)
    return plan_of(match, players, viewer, Referee(match))


def work(now: Any) -> int:
    """What the workers do at that moment; how many moves they make."""
    plans.look_at_plans(now=now)
    due = plans.lease_planned(now=now)
    return sum(plans.play_planned(planned_id=one, now=now) for one in due)


def moves(match: Match) -> list[str | None]:
    return list(SealedPly.objects.filter(match=match).values_list("move", flat=True))


def fate(match: Match) -> str:
    found = plan_facts(match)
    return found.fate if found else "no plan"


def test_a_planned_answer_is_played_after_a_delay(match: Match) -> None:
    keep(match, " ".join(E4), "c2c6 f7e7")
    play(match, "e3e4", now=NOON)
    assert work(NOON + 3 * SECOND) == 0
    due = PlannedMove.objects.get().due_at
    assert NOON + 20 * SECOND <= due <= NOON + 60 * SECOND
    assert work(due - SECOND) == 0
    assert moves(match) == ["e3e4"]
    assert work(due) == 1
    assert moves(match) == ["e3e4", "e6e5"]
    assert work(due) == 0
    match.refresh_from_db()
    assert match.players.get(is_to_act=True).seat == 0
    ply = SealedPly.objects.get(match=match, number=2)
    assert (ply.made_at, ply.seat_ply, len(ply.key)) == (due, 1, 16)
    facts = plan_facts(match)
    assert facts is not None
    assert facts.lines == (("e4e5", "d8e7"),)
    play(match, "e4e5", now=due)
    plans.look_at_plans(now=due)
    assert work(due + MINUTE) == 1
    assert fate(match) == "played"
    assert work(due + 2 * MINUTE) == 0


def test_delays_differ(match: Match) -> None:
    delays = {plans.drawn_delay() for _try in range(50)}
    assert len(delays) > 40
    assert plans.LEAST_DELAY <= min(delays) <= max(delays) <= plans.MOST_DELAY


def left_by_play(match: Match) -> Iterator[str]:
    play(match, "d3d4")
    yield "left"


def a_draw(match: Match) -> Iterator[str]:
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    play(match, "e3e4")
    yield "draw"


def a_draw_after_the_move(match: Match) -> Iterator[str]:
    play(match, "e3e4")
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    yield "draw"


def time_given(match: Match) -> Iterator[str]:
    play(match, "e3e4")
    yield ""
    turns.play_move(
        uid=match.uid, user=north(match), move=turns.MoveRequest("e6e5", 1, "k" * 12), now=NOON
    )
    play(match, "e4e5")
    giving.give_day(uid=match.uid, user=south(match), given=0, now=NOON)
    yield "besides"


def a_move_taken_back(match: Match) -> Iterator[str]:
    play(match, "e3e4")
    takebacks.ask_takeback(uid=match.uid, user=south(match), now=NOON)
    takebacks.accept_takeback(uid=match.uid, user=north(match), now=NOON)
    play(match, "e3e4")
    yield "besides"


@pytest.mark.parametrize(
    "happens", [left_by_play, a_draw, a_draw_after_the_move, time_given, a_move_taken_back]
)
def test_a_plan_is_dropped(match: Match, happens: Any) -> None:
    keep(match, " ".join(E4))
    for awaited in happens(match):
        assert fate(match) == awaited
        count = len(moves(match))
        plans.look_at_plans(now=NOON)
    assert work(NOON + MINUTE) == 0
    assert work(NOON + 2 * MINUTE) == 0
    assert len(moves(match)) == count
    assert (Plan.objects.get().fate, Plan.objects.get().lines) == (awaited, [])
    plans.forget_plan(uid=match.uid, user=north(match))
    assert fate(match) == ""


def test_what_is_due_is_judged_again_under_the_lock(match: Match) -> None:
    keep(match, "e3e4 e6e5")
    play(match, "e3e4")
    plans.look_at_plans(now=NOON)
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    assert work(NOON + MINUTE) == 0
    assert (moves(match), fate(match)) == (["e3e4"], "draw")


def test_a_move_of_ones_own_goes_before_the_plan(match: Match) -> None:
    keep(match, " ".join(E4))
    play(match, "e3e4")
    plans.look_at_plans(now=NOON)
    play(match, "e6e5")
    assert work(NOON + MINUTE) == 0
    assert plan_facts(match) == PlanFacts((("e4e5", "d8e7"),), "", may_add=True)
    play(match, "e4e5")
    play(match, "a6a5")  # by hand, and otherwise
    play(match, "d3d4")
    assert work(NOON + MINUTE) == 0
    assert fate(match) == "left"


def test_whoever_may_not_play_any_more_plays_no_planned_move_either(match: Match) -> None:
    keep(match, "e3e4 e6e5")
    play(match, "e3e4")
    plans.look_at_plans(now=NOON)
    User.objects.filter(pk=north(match).pk).update(shut_out_until=timezone.now() + 90 * MINUTE)
    assert work(NOON + MINUTE) == 0
    assert (moves(match), Plan.objects.get().fate) == (["e3e4"], "refused")


def test_what_is_planned_goes_with_the_end_of_the_match(match: Match) -> None:
    keep(match, "e3e4 e6e5")
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    plans.look_at_plans(now=NOON)
    assert not Plan.objects.exists()


def test_in_a_frozen_match_nothing_is_played(match: Match) -> None:
    keep(match, "e3e4 e6e5")
    play(match, "e3e4")
    plans.look_at_plans(now=NOON)
    Match.objects.update(frozen_at=NOON)
    assert work(NOON + MINUTE) == 0
    assert moves(match) == ["e3e4"]


def test_a_tree_has_one_answer_to_each_move(match: Match) -> None:
    keep(match, "e3e4 e6e5", "d3d4 d6d5", "e3e4 e6e5 d3d4 d6d5", "e3e4 e6e5 c2c6 f7e7")
    facts = plan_facts(match)
    assert facts is not None
    assert facts.lines == (
        ("d3d4", "d6d5"),
        ("e3e4", "e6e5", "d3d4", "d6d5"),
        ("e3e4", "e6e5", "c2c6", "f7e7"),
    )
    keep(match, "d3d4 d6d5", "e3e4 e6e5")  # there already
    assert plan_facts(match) == facts
    with pytest.raises(OtherReply):
        keep(match, "e3e4 d6d5")
    with pytest.raises(OtherReply):
        keep(match, "e3e4 e6e5 d3d4 c6c5")
    for bad in (
        "e3e4",
        "e3e4 e6e5 d3d4",
        " ".join(("a1a2", "a8a7", "a2a1", "a7a8") * 3 + ("a1a2",)),
    ):
        with pytest.raises(BadLine):
            keep(match, bad)
    with pytest.raises(RefusedMove):
        keep(match, "e3e5 e6e5")
    with pytest.raises(NoSuchLine):
        plans.forget_line(uid=match.uid, user=north(match), line=("e3e4", "e6e5"), now=NOON)
    plans.forget_line(uid=match.uid, user=north(match), line=("d3d4", "d6d5"), now=NOON)
    facts = plan_facts(match)
    assert facts is not None
    assert len(facts.lines) == 2


def test_there_is_a_limit(match: Match, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.plans.lines.MOST_LINES", 2)
    keep(match, "e3e4 e6e5", "d3d4 d6d5")
    with pytest.raises(TooManyLines):
        keep(match, "c3c4 c6c5")


def test_plans_are_made_while_the_other_is_to_move(match: Match) -> None:
    with pytest.raises(PlanInTurn):
        keep(match, "e3e4 e6e5", user=south(match))
    with pytest.raises(NotSeated):
        keep(match, "e3e4 e6e5", user=person())


def test_where_there_are_no_plans() -> None:
    for match in (
        match_between(person(), person(), time_control="live15"),
        match_between(person(), person(), game="gunjin"),
        match_with_bot(person()),
    ):
        for user in (one.user for one in match.players.all() if one.user):
            with pytest.raises(NoPlans):
                keep(match, "e3e4 e6e5", user=user)


def test_nobody_can_notice(match: Match, django_capture_on_commit_callbacks: Any) -> None:
    before = everything()
    with django_capture_on_commit_callbacks() as announced, transaction.atomic():
        keep(match, "e3e4 e6e5")
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"plans.Plan"}
    assert announced == []


def test_whether_somebody_has_planned_is_read_along_with_the_players(match: Match) -> None:
    """The raw condition is that of its ORM twin."""
    plans.keep_line(uid=match.uid, user=north(match), line=("e3e4", "e6e5"), now=NOON)
    another = match_between(south(match), north(match))
    for one in (match, another):
        for player in players_of(one):
            twin = Plan.objects.filter(match=one, user=player.user).exists()
            assert player.has_plan == twin == ((one, player.seat) == (match, 1))
