"""A turn whose time has run out: excused once, then for the opponent to decide, then lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.match.changes import claims, deadlines
from games.match.exceptions import MatchNotActive, NothingOffered
from games.match.models import Match, Player, Ruling
from games.match.reading.clockproof import clock_steps
from games.match.status import Status
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import BoardPage, bell
from tests.kit.builders import (
    NOON,
    house_was_up,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
    use_up_overtime,
)
from tests.kit.gunjin import gunjin_match

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FIRST_MOVES = ("e3e4", "e6e5")


def begun(time_control: str = "days1", now: datetime = NOON, **changes: Any) -> Match:
    """South is to make the second own move since *now*, with a day."""
    people = person("ann"), person("bob")
    match = match_between(*people, now=now, time_control=time_control, **changes)
    play(match, *FIRST_MOVES, now=now)
    house_was_up(NOON - DAY, NOON + 100 * DAY)
    return match


def late(match: Match, after: timedelta) -> Player:
    """The seat to act, when the clocks have been looked at that long after its deadline."""
    assert match.deadline is not None
    assert deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + after)
    return running(match)


def running(match: Match) -> Player:
    match.refresh_from_db()
    player = match.players.get(is_to_act=True)
    assert match.deadline == player.deadline
    assert faults_of(match) == []
    return player


def notified(match: Match, kind: str) -> set[str]:
    return set(Notice.objects.filter(match=match, kind=kind).values_list("user__name", flat=True))


def test_the_first_missed_deadline_gives_a_day_and_both_are_told() -> None:
    match = begun()
    due = match.deadline
    assert due is not None
    player = late(match, HOUR)
    assert (player.late, player.deadline, player.missed) == ("excused", due + DAY, 1)
    assert notified(match, "excused-began") == {"ann", "bob"}
    assert any("your time ran out. You are excused" in line for line, _url in bell(south(match)))
    assert any("ann ran out of time, and is excused" in line for line, _url in bell(north(match)))
    with pytest.raises(NothingOffered):
        claims.claim(uid=match.uid, user=north(match), now=due + 2 * HOUR)


def test_what_is_excused_is_not_charged_and_the_proof_says_so() -> None:
    match = begun()
    due = match.deadline
    assert due is not None
    submit(match, south(match), "d3d4", seat_ply=2, now=due + 20 * HOUR)
    player = match.players.get(seat=0)
    assert (player.bank, player.late, player.missed) == (DAY, "", 1)  # the bonus alone
    assert len(player.answers) == 1
    step = clock_steps(match)[-1]
    assert (step.excused, step.spent, step.after) == (20 * HOUR, DAY, DAY)
    assert faults_of(match) == []


def test_it_is_given_once_in_a_match() -> None:
    match = begun()
    assert match.deadline is not None
    moved = match.deadline + HOUR
    submit(match, south(match), "d3d4", seat_ply=2, now=moved)
    submit(match, north(match), "d6d5", seat_ply=2, now=moved)
    due = match.deadline
    player = late(match, HOUR)
    assert (player.late, player.deadline) == ("claim", due + 3 * DAY)
    assert notified(match, "claimable") == {"ann", "bob"}


def test_the_opponent_claims_the_win() -> None:
    match = begun()
    player = late(match, 25 * HOUR)
    assert player.late == "claim"
    with pytest.raises(NothingOffered):
        claims.claim(uid=match.uid, user=south(match), now=NOON + 3 * DAY)
    claims.claim(uid=match.uid, user=north(match), now=NOON + 3 * DAY)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "time")
    assert [player.result for player in match.players.all()] == ["lost", "won"]
    with pytest.raises(MatchNotActive):
        claims.claim(uid=match.uid, user=north(match), now=NOON + 3 * DAY)
    assert faults_of(match) == []


def test_three_days_of_silence_claim() -> None:
    match = begun()
    use_up_overtime(match)
    assert match.deadline == NOON + timedelta(minutes=1) + 5 * DAY
    assert not deadlines.flag_if_overdue(uid=match.uid, now=match.deadline)
    assert deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + HOUR)
    match.refresh_from_db()
    assert match.ended_how == "time"
    assert match.players.get(seat=0).missed == 1


def test_until_then_a_move_still_counts() -> None:
    match = begun()
    use_up_overtime(match)
    assert match.deadline is not None
    submit(match, south(match), "d3d4", seat_ply=2, now=match.deadline)
    assert match.status == Status.ACTIVE
    assert match.players.get(seat=0).bank == DAY
    with pytest.raises(NothingOffered):
        claims.claim(uid=match.uid, user=north(match), now=NOON + 6 * DAY)


def test_two_days_are_given_and_then_it_can_be_claimed_again() -> None:
    match = begun()
    use_up_overtime(match)
    now = NOON + 3 * DAY
    claims.give_two_days(uid=match.uid, user=north(match), now=now)
    player = running(match)
    assert (player.late, player.deadline) == ("given", now + 2 * DAY)
    assert notified(match, "time-given") == {"ann"}
    with pytest.raises(NothingOffered):  # a second click, another tab
        claims.give_two_days(uid=match.uid, user=north(match), now=now)
    assert late(match, HOUR).late == "claim"
    claims.claim(uid=match.uid, user=north(match), now=now + 3 * DAY)
    match.refresh_from_db()
    assert match.ended_how == "time"


@pytest.mark.parametrize("make", [begun, gunjin_match])
def test_a_bot_plays_on_and_the_match_is_casual(make: Callable[..., Match]) -> None:
    if make is begun:
        match = begun(rated=True)
    else:
        match = gunjin_match(person("ann"), person("bob"))
        Match.objects.filter(pk=match.pk).update(rated=True)
        match.refresh_from_db()
        Player.objects.filter(match=match).update(has_moved=True)
    use_up_overtime(match)
    mover = match.players.get(is_to_act=True)
    other = match.players.get(is_to_act=False).user
    assert other is not None
    with pytest.raises(NothingOffered):
        claims.let_bot_play(uid=match.uid, user=other, level="nobody", now=NOON)
    claims.let_bot_play(uid=match.uid, user=other, level="easy", now=NOON + 3 * DAY)
    match.refresh_from_db()
    mover.refresh_from_db()
    assert (mover.bot, mover.user, mover.late, match.rated) == ("easy", None, "", False)
    assert match.was_refilled


@pytest.mark.parametrize("control", ["live15", "own-3600-0-3600"])
def test_a_live_clock_excuses_nothing(control: str) -> None:
    match = begun(control)
    assert match.deadline is not None
    deadlines.flag_if_overdue(uid=match.uid, now=match.deadline + HOUR)
    match.refresh_from_db()
    assert match.ended_how == "time"


def test_against_a_bot_a_day_is_excused_and_there_is_nobody_to_claim() -> None:
    match = match_with_bot(person("ann"), time_control="days1")
    submit(match, south(match))
    Player.objects.filter(match=match, seat=1).update(is_to_act=False)
    mine = match.players.get(seat=0)
    mine.is_to_act, mine.clock_started_at, mine.deadline = True, NOON, NOON + DAY
    mine.save()
    Match.objects.filter(pk=match.pk).update(deadline=NOON + DAY)
    assert deadlines.flag_if_overdue(uid=match.uid, now=NOON + DAY + HOUR)
    match.refresh_from_db()
    assert (match.status, match.deadline) == (Status.ACTIVE, NOON + 2 * DAY)


def test_it_knows_no_time_off() -> None:
    match = begun("days1.nw")
    due = match.deadline
    assert late(match, HOUR).deadline == due + DAY
    assert late(match, HOUR).deadline == due + 4 * DAY


def test_the_page_asks_the_opponent_and_says_the_same_in_its_story() -> None:
    match = begun(now=NOON - 2 * DAY)  # it can be claimed since half an hour ago or so
    use_up_overtime(match)
    page = BoardPage(match, north(match))
    html = page.html()
    assert "ann has run out of time." in html
    assert 'href="?ask=claim"' in html
    assert "The time of South ran out: excused for 1 day." in html
    assert "The time of South ran out: the opponent may claim the win." in html
    assert "The opponent may claim the win; lost" in html
    mine = BoardPage(match, south(match)).html()
    assert "<summary>Time is up. The opponent may claim the win; lost" in mine
    assert "?ask=claim" not in mine
    assert "You can claim the win" in page.client.get("/desk/").content.decode()
    assert page.post("time", {"do": "two-days"}).status_code == 302
    assert Ruling.objects.filter(match=match, verb="two-days").count() == 1
    assert page.post("time", {"do": "claim"}).status_code == 409
    assert page.post("time", {"do": "everything"}).status_code == 422
    assert running(match).late == "given"
