"""Taking a move back by agreement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.desk.selectors import desk_of
from games.match.changes import takebacks
from games.match.exceptions import AlreadyOffered, NothingOffered
from games.match.models import Match, Player
from games.match.reading.clockproof import clock_steps
from games.match.referee import Referee
from games.moderation.selectors.audits import faults_of
from games.notices.models import Notice
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, north, person, play, south, submit

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ASK = 'id="ask-takeback"'


def begun(**terms: Any) -> Match:
    """South is to make the second own move since noon, with five days and a day for each."""
    match = match_between(person("ann"), person("bob"), **{"time_control": "relaxed", **terms})
    play(match, "e3e4", "e6e5", now=NOON)
    return match


def ask(match: Match, seat: int, now: datetime = NOON) -> None:
    user = (south, north)[seat](match)
    takebacks.ask_takeback(uid=match.uid, user=user, now=now)


def agreed(match: Match, seat: int, now: datetime = NOON) -> None:
    ask(match, seat, now)
    other = (north, south)[seat](match)
    takebacks.accept_takeback(uid=match.uid, user=other, now=now)


def player(match: Match, seat: int) -> Player:
    match.refresh_from_db()
    assert faults_of(match) == []
    return match.players.get(seat=seat)


def test_it_goes_with_its_answer_or_alone_and_twice_in_a_match() -> None:
    match = begun()
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON)
    agreed(match, 0)
    assert (Referee(match).plies, player(match, 0).is_to_act) == (2, True)
    agreed(match, 0)
    assert (Referee(match).plies, player(match, 0).is_to_act) == (0, True)
    play(match, "e3e4", "e6e5", now=NOON)
    with pytest.raises(NothingOffered):
        ask(match, 0)
    assert ASK not in BoardPage(match, south(match)).html()


def test_the_asker_keeps_the_smaller_clock_and_the_proof_says_so() -> None:
    match = begun()
    before = player(match, 0).bank
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON + 3 * DAY)
    after = player(match, 0).bank
    assert before is not None
    assert after is not None
    assert after < before
    theirs = player(match, 1).bank
    agreed(match, 0, NOON + 4 * DAY)
    assert player(match, 0).bank == after
    assert player(match, 1).bank == theirs, "the other side's thinking costs nothing"
    submit(match, south(match), "c3c4", seat_ply=2, now=NOON + 4 * DAY + HOUR)
    assert clock_steps(match)[-1].after == player(match, 0).bank


def test_a_clock_that_runs_is_charged() -> None:
    match = begun()
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON)
    submit(match, north(match), "d6d5", seat_ply=2, now=NOON)
    held = player(match, 0).bank
    agreed(match, 0, NOON + 2 * DAY)
    assert held is not None
    assert player(match, 0).bank == held - 2 * DAY


def test_a_move_is_a_no_and_a_no_stands_until_the_next_move() -> None:
    match = begun()
    ask(match, 1)
    for seat in (0, 1):
        with pytest.raises(AlreadyOffered):
            ask(match, seat)
    submit(match, south(match), "d3d4", seat_ply=2, now=NOON)
    with pytest.raises(NothingOffered):
        takebacks.accept_takeback(uid=match.uid, user=south(match), now=NOON)
    ask(match, 0)
    takebacks.drop_takeback(uid=match.uid, user=north(match), now=NOON)
    with pytest.raises(AlreadyOffered):
        ask(match, 0)
    with pytest.raises(NothingOffered):
        takebacks.accept_takeback(uid=match.uid, user=north(match), now=NOON)
    assert Referee(match).plies == 3
    assert faults_of(match) == []


@pytest.mark.parametrize("terms", [{"rated": True}, {"game": "gunjin"}])
def test_not_where_it_counts_nor_where_pieces_are_hidden(terms: dict[str, Any]) -> None:
    match = match_between(person("ann"), person("bob"), **terms)
    with pytest.raises(NothingOffered):
        ask(match, 0)


def test_it_is_asked_and_answered_on_the_page_and_told_in_the_list_of_moves() -> None:
    match = begun()
    mine, theirs = BoardPage(match, south(match)), BoardPage(match, north(match))
    assert ASK in mine.html()
    assert mine.post("undo", {"do": "rob"}).status_code == 422
    assert mine.post("undo", {"do": "ask"}).status_code == 302
    assert "You have asked to take your last move back." in mine.html()
    assert "ann asks to take their last move back." in theirs.html()
    row = desk_of(north(match).pk, now=NOON).offers[0]
    assert (row.uid, row.takeback_asked) == (match.uid, True)
    assert Notice.objects.filter(match=match, kind="takeback-asked").count() == 1
    onlooker = Client().get(f"/matches/{match.uid}/").content.decode()
    assert "last move back" not in onlooker
    assert theirs.post("undo", {"do": "accept"}).status_code == 302
    assert theirs.post("undo", {"do": "accept"}).status_code == 409
    assert Referee(match).plies == 0
    sentence = "Move 1: South took a move back, as both agreed."
    assert all(sentence in page.html() for page in (mine, theirs))
