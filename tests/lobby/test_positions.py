"""Matches against bots that begin in a position of one's choice."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from games.bots.models import BotTurn
from games.lobby.services.practice import play_on
from games.match import opening
from games.match.ending import resign
from games.match.exceptions import UnknownPosition, UnknownTerms
from games.match.models import Match
from games.match.referee import Referee
from games.match.selectors import bots_beaten
from games.moderation.selectors.audits import faults_of
from games.ratings.models import RatingEvent
from games.record.presenters import record_json, record_text
from games.record.selectors import match_record
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, play, terms
from tests.kit.stages import pay_all
from tools.verify_record import Mismatch, read_record, verify

pytestmark = pytest.mark.django_db

MATE_IN_ONE = "3g4/8/3S4/8/8/8/8/R3G2R S"
ROOKS = "3g4/8/8/8/8/8/8/R3G2R N"
GUNGI = "4m4/9/9/9/9/9/9/9/4M4 J1/j1 1 advanced -"


def begun(ann: User, start: str, **changes: object) -> Match:
    asked = terms(**{"start": start, "time_control": "none", **changes})
    match = opening.create_bot_match(user=ann, terms=asked, level="easy", now=NOON)
    match.refresh_from_db()
    return match


def to_act(match: Match) -> list[int]:
    return [player.seat for player in match.players.all() if player.is_to_act]


def test_it_begins_there_and_its_record_holds(ann: User) -> None:
    match = begun(ann, MATE_IN_ONE)
    assert to_act(match) == [0]
    play(match, "a1a8")
    assert (match.status, match.ended_how) == ("finished", "checkmate")
    assert faults_of(match) == []
    told = record_json(match_record(match.uid))
    assert told["start"] == MATE_IN_ONE
    record = read_record(json.dumps(told))
    assert verify(record) == "1 plies, the result."
    for start in (ROOKS, MATE_IN_ONE + " ", "", 7):
        with pytest.raises(Mismatch):
            verify({**record, "start": start})
    assert f'[Position "{MATE_IN_ONE}"]' in record_text(match_record(match.uid))
    assert "began in a position" in BoardPage(match, ann).html()


def test_a_clock_makes_it_count_no_more_than_practice_does(ann: User) -> None:
    match = begun(ann, MATE_IN_ONE, time_control="relaxed")
    play(match, "a1a8")
    assert not RatingEvent.objects.exists()
    assert bots_beaten(ann.pk) == []


def test_moves_taken_back_make_a_match_practice(ann: User) -> None:
    match = opening.create_bot_match(user=ann, terms=terms(), level="easy", now=NOON)
    for text in ("a3a4", "b3b4"):
        play(match, text)
        pay_all(match)
    assert "does not count" not in BoardPage(match, ann).html()
    assert BoardPage(match, ann).post("undo", {"seat_ply": "3"}).status_code == 302
    assert "does not count" in BoardPage(match, ann).html()
    resign(uid=match.uid, user=ann, now=NOON)
    assert not RatingEvent.objects.exists()


def test_the_bot_moves_first_where_it_is_its_turn_there(ann: User) -> None:
    match = begun(ann, ROOKS)
    assert to_act(match) == [1]
    pay_all(match)
    assert Referee(match).plies == 1
    assert not BotTurn.objects.exists()


def test_what_follows_from_it_begins_there_too(ann: User) -> None:
    match = begun(ann, ROOKS, side=1)
    play(match, "d8d7")
    pay_all(match)
    resign(uid=match.uid, user=ann, now=NOON)
    again = opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert again is not None
    assert (again.start, to_act(again)) == (ROOKS, [1])
    on = play_on(user=ann, uid=match.uid, ply=1, level="medium", key="a-key-of-it", now=NOON)
    assert (on.start, on.given_plies) == (ROOKS, 1)
    assert Referee(on).replays()
    page = BoardPage(match, ann).html("?ply=1")
    assert 'value="8/3g4/8/8/8/8/8/R3G2R S"' in page, "to be copied"


def test_the_options_are_those_of_the_text(ann: User) -> None:
    match = begun(ann, GUNGI, game="gungi", options={"rules": "guide"})
    assert (match.options, to_act(match)) == ({"rules": "advanced"}, [1])
    assert faults_of(match) == []


@pytest.mark.parametrize(
    ("game", "start"),
    [
        ("xiongqi", "nonsense"),
        ("xiongqi", "3g4/8/8/8/8/8/8/3R1G2 S"),  # the general could be captured
        ("xiongqi", "R2g4/7R/8/8/8/8/8/5G2 N"),  # over
        ("xiongqi", "EEEEEEEE/EEEEEEEE/8/8/3g4/8/8/4G3 S"),  # more than soldiers become
        ("gungi", "4m4/9/9/9/9/9/9/9/4M4 J1/j1 1 beginner 01"),
        ("gunjin", MATE_IN_ONE),
        ("seichu", MATE_IN_ONE),
    ],
)
def test_not_from_what_is_no_position_of_the_game(ann: User, game: str, start: str) -> None:
    with pytest.raises(UnknownPosition):
        begun(ann, start, game=game)


def test_only_against_bots(ann: User) -> None:
    with pytest.raises(UnknownTerms):
        opening.create_invitation(user=ann, terms=terms(start=ROOKS), now=NOON)


def test_the_form_of_a_new_match_takes_one(ann: User, client: Client) -> None:
    client.force_login(ann)
    form = {
        "game": "xiongqi",
        "opponent": "bot",
        "level": "medium",
        "time": "none",
        "side": "0",
        "key": "key-of-a-form",
        "position": "nonsense",
    }
    answer = client.post("/matches/new/", form)
    assert answer.status_code == 422
    assert "No match of this game can begin in that position." in answer.content.decode()
    assert client.post("/matches/new/", {**form, "position": f" {ROOKS} "}).status_code == 302
    assert Match.objects.get().start == ROOKS
    link = client.post("/matches/new/", {**form, "opponent": "link", "key": "another-key"})
    assert link.status_code == 302
    assert Match.objects.latest("pk").start == ""
