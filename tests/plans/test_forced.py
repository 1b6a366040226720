"""The only move there is: made by a worker for those who want it, where nothing is hidden."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.match.changes import ending
from games.match.models import Match
from games.match.sealed import SealedPly
from games.plans import forced
from games.plans.models import ForcedMove
from games.plans.services import LEAST_DELAY, MOST_DELAY
from tests.kit.builders import (
    NOON,
    ONE_MOVE,
    match_between,
    match_from,
    match_with_bot,
    north,
    person,
    play,
    south,
)
from tests.kit.chance import play_some

pytestmark = pytest.mark.django_db

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
CHECKED = "4g3/8/8/1G6/1S3R2/8/4R3/8 N"
"""North has one move, and is in check."""


def begun(start: str = ONE_MOVE, *, wants: bool = True, **changes: object) -> Match:
    """A match in which North is to move, and wants forced moves made or not."""
    return match_from(start, person(), person(plays_forced=wants or None), **changes)


def work(now: datetime) -> int:
    """What the workers do at that moment; how many moves they make."""
    forced.look_for_forced(now=now)
    due = forced.lease_forced(now=now)
    return sum(forced.play_forced(forced_id=one, now=now) for one in due)


def moves(match: Match) -> list[str | None]:
    return list(SealedPly.objects.filter(match=match).values_list("move", flat=True))


def test_the_only_move_is_made_after_a_delay() -> None:
    match = begun()
    assert work(NOON + SECOND) == 0
    due = ForcedMove.objects.get().due_at
    assert NOON + LEAST_DELAY <= due <= NOON + MOST_DELAY
    assert work(due - SECOND) == 0
    assert work(due) == 1
    assert moves(match) == ["d8d7"]
    match.refresh_from_db()
    assert match.players.get(is_to_act=True).seat == 0
    assert work(due + MINUTE) == 0
    ply = SealedPly.objects.get(match=match)
    assert (ply.made_at, ply.seat_ply, len(ply.key)) == (due, 1, 16)


def test_each_turn_is_looked_at_once(django_assert_num_queries: object) -> None:
    match = begun()
    work(NOON + MINUTE)
    assert moves(match) == ["d8d7"]
    match.refresh_from_db()
    play(match, "b2b1", now=NOON + 2 * MINUTE)
    work(NOON + 3 * MINUTE)
    with django_assert_num_queries(1):  # type: ignore[operator]
        forced.look_for_forced(now=NOON + 3 * MINUTE)


@pytest.mark.parametrize("start", [CHECKED, "", "3g4/8/8/8/5G2/8/1R4S1/4R3 N"])
def test_nothing_is_made_in_check_or_where_there_is_a_choice(start: str) -> None:
    match = begun(start)
    if not start:
        play(match, "e3e4", now=NOON)
    assert work(NOON + MINUTE) == work(NOON + 3 * MINUTE) == 0
    assert len(moves(match)) == (not start)


def test_nothing_is_made_for_who_has_not_asked_for_it_or_not_any_more() -> None:
    match = begun(wants=False)
    assert work(NOON + MINUTE) == 0
    assert not ForcedMove.objects.exists()
    User.objects.filter(pk=north(match).pk).update(plays_forced=True)
    assert work(NOON + SECOND) == 0
    assert ForcedMove.objects.exclude(key="").count() == 1
    User.objects.filter(pk=north(match).pk).update(plays_forced=False)
    assert work(NOON + 2 * MINUTE) == 0
    assert moves(match) == []


def test_nothing_is_made_while_something_is_asked() -> None:
    match = begun()
    forced.look_for_forced(now=NOON)
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    assert work(NOON + 2 * MINUTE) == 0
    assert moves(match) == []


def test_a_move_by_hand_goes_before_it() -> None:
    match = begun()
    forced.look_for_forced(now=NOON)
    play(match, "d8d7", now=NOON + SECOND)
    assert work(NOON + 2 * MINUTE) == 0
    assert moves(match) == ["d8d7"]


def test_where_nothing_is_made() -> None:
    live = begun(time_control="live15")
    bot = match_with_bot(person(plays_forced=True))
    match_between(person(plays_forced=True), person(plays_forced=True), game="gunjin")
    assert work(NOON + MINUTE) == 0
    assert (moves(live), moves(bot)) == ([], [])
    assert not ForcedMove.objects.exclude(key="").exists()


@pytest.mark.parametrize("game", ["seichu", "gunjin"])
def test_where_pieces_are_hidden_a_turn_is_looked_at_once_and_left(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = match_between(person(plays_forced=True), person(plays_forced=True), game=game)
    play_some(match, 2)
    assert work(NOON + MINUTE) == 0
    assert [row.key for row in ForcedMove.objects.all()] == [forced.NOTHING]
    assert caplog.messages == []


def test_nothing_of_it_is_kept_for_matches_that_are_over() -> None:
    match = begun()
    forced.look_for_forced(now=NOON)
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    assert not ForcedMove.objects.exists()
