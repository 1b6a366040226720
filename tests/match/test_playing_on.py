"""Playing on, for nothing, from where a match was lost on time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.match.changes import adjudicating, deadlines
from games.match.changes.locking import lock_match
from games.match.exceptions import AlreadyOffered, NothingOffered, NotOver
from games.match.models import Match, Sequel
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms import playing_on
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from queues.transactions import writing
from tests.kit.browsing import BoardPage
from tests.kit.builders import (
    NOON,
    TOO_LATE,
    match_between,
    north,
    person,
    play,
    south,
    submit,
)
from tests.kit.gunjin import gunjin_match

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
MOVES = ("e3e4", "e6e5", "d3d4")
BEGAN = NOON - 6 * DAY
ENDED = BEGAN + DAY + TOO_LATE


@pytest.fixture
def match() -> Match:
    """North has lost on time, and South would be to wait."""
    made = match_between(person("ann"), person("bob"), now=BEGAN, time_control="days1", rated=True)
    play(made, *MOVES, now=BEGAN)
    return lost(made)


def lost(match: Match) -> Match:
    assert deadlines.flag_if_overdue(uid=match.uid, now=ENDED)
    match.refresh_from_db()
    assert match.ended_how == "time"
    return match


def test_it_goes_on_from_there_if_both_want_it(match: Match) -> None:
    assert playing_on.ask_to_play_on(uid=match.uid, user=north(match), now=ENDED) is None
    assert Notice.objects.get(kind="play-on-asked").user == south(match)
    with pytest.raises(AlreadyOffered):
        playing_on.ask_to_play_on(uid=match.uid, user=north(match), now=ENDED)
    again = playing_on.ask_to_play_on(uid=match.uid, user=south(match), now=ENDED)
    assert again is not None
    assert (again.status, again.rated, again.given_plies) == (Status.ACTIVE, False, 3)
    assert Referee(again).open_moves(up_to=9) == MOVES
    assert (south(again), north(again)) == (south(match), north(match))
    assert [player.is_to_act for player in again.players.all()] == [False, True]
    with pytest.raises(AlreadyOffered):
        playing_on.ask_to_play_on(uid=match.uid, user=south(match), now=ENDED)
    submit(again, north(again), "d6d5", seat_ply=2, now=ENDED + DAY)
    assert faults_of(again) == [] == faults_of(match)
    match.refresh_from_db()
    assert match.ended_how == "time"


def test_what_is_taken_back_of_the_plies_it_begins_with_is_given_no_more(match: Match) -> None:
    for asker in (north, south):
        again = playing_on.ask_to_play_on(uid=match.uid, user=asker(match), now=ENDED)
    assert again is not None
    with writing():
        case = adjudicating.Case(*lock_match(uid=again.uid), ENDED)
        adjudicating.rewind(case, ply=1)
    again.refresh_from_db()
    assert (again.given_plies, Referee(again).given_plies()) == (1, 1)


def test_it_can_be_asked_for_seven_days(match: Match) -> None:
    assert match.ended_at is not None
    with pytest.raises(NothingOffered):
        playing_on.ask_to_play_on(uid=match.uid, user=south(match), now=match.ended_at + 7 * DAY)


def test_not_after_another_end_nor_while_it_goes_on_nor_where_all_was_shown() -> None:
    ann, bob = person("cid"), person("dee")
    running, resigned = match_between(ann, bob), match_between(ann, bob)
    play(resigned, *MOVES)
    BoardPage(resigned, ann).post("resign")
    hidden = gunjin_match(ann, bob)
    hidden.players.update(has_moved=True)
    Match.objects.filter(pk=hidden.pk).update(status=Status.FINISHED, ended_how="time")
    Match.objects.filter(pk=hidden.pk).update(ended_at=NOON)
    for match, refusal in (
        (running, NotOver),
        (resigned, NothingOffered),
        (hidden, NothingOffered),
    ):
        with pytest.raises(refusal):
            playing_on.ask_to_play_on(uid=match.uid, user=ann, now=NOON + DAY)
    assert not Sequel.objects.exists()


def test_the_page_offers_it_and_leads_there(match: Match) -> None:
    mine, theirs = BoardPage(match, north(match)), BoardPage(match, south(match))
    assert "For seven days you can both play on from here" in mine.html()
    assert "play on from here" not in BoardPage(match).html()
    assert mine.post("time", {"do": "play-on"}).status_code == 302
    assert "bob would like to play on from here, unrated." in theirs.html()
    answer = theirs.post("time", {"do": "play-on"})
    made = Match.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{made.uid}/")
    assert f'href="/matches/{made.uid}/"' in mine.html()
    assert mine.post("time", {"do": "play-on"}).status_code == 409
