"""Matches that begin in a position of one's choice, or with a handicap."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import unescape
from re import findall

import pytest
from django.test import Client

from accounts.models import User
from engines.catalogue import GAMES, meta_for
from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.registry import engine_for
from games.bots.models import BotTurn
from games.lobby.models import Challenge
from games.lobby.services.practice import play_on
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes.ending import resign
from games.match.exceptions import CasualFromPosition, UnknownPosition, UnknownTerms
from games.match.models import Match
from games.match.reading.selectors import bots_beaten
from games.match.referee import Referee
from games.match.terms import opening
from games.moderation.selectors.audits import faults_of
from games.ratings.models import RatingEvent
from games.record.presenters import record_json, text_parts
from games.record.selectors import match_record
from tests.api.kit import Program
from tests.kit.browsing import BoardPage
from tests.kit.builders import NOON, match_between, play, terms
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
    found = record_json(match_record(match.uid))
    assert found["start"] == MATE_IN_ONE
    record = read_record(json.dumps(found))
    assert verify(record) == "1 plies, the result."
    for start in (ROOKS, MATE_IN_ONE + " ", "", 7):
        with pytest.raises(Mismatch):
            verify({**record, "start": start})
    assert f'[Position "{MATE_IN_ONE}"]' in "".join(text_parts(match_record(match.uid)))
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


HANDICAPS = [
    (meta.slug, text) for meta in GAMES if meta.begins_anywhere for text in meta.handicaps.values()
]


@pytest.mark.parametrize(("game", "start"), HANDICAPS)
def test_a_handicap_is_a_start_with_less_for_who_moves_first(
    ann: User, bob: User, game: str, start: str
) -> None:
    match = match_between(ann, bob, game=game, start=start, side=0)
    assert to_act(match) == [0]
    engine = engine_for(game, match.rules_version)
    usual = engine.codec.write(engine.start(Terms(options=match.options), Dice(b"", "0")).position)
    assert len(pieces(start, str.isupper)) < len(pieces(usual, str.isupper))
    assert pieces(start, str.islower) == pieces(usual, str.islower)
    assert faults_of(match) == []


def pieces(text: str, is_of: Callable[[str], bool]) -> list[str]:
    """The letters of one side's pieces in a position's text, as often as its hand counts them."""
    board, hands = text.split(maxsplit=1)[0], "".join(text.split()[1:2]).split("/")
    counted = [
        letter * int(count) for hand in hands for letter, count in findall("(.)([0-9])", hand)
    ]
    return sorted(letter for letter in board + "".join(counted) if is_of(letter))


def test_a_handicap_by_link_is_told_on_the_card_the_board_and_in_the_record(
    ann: User, bob: User, client: Client
) -> None:
    cannon = meta_for("xiongqi").handicaps["cannon"]
    match = opening.create_invitation(user=ann, terms=terms(start=cannon, side=0), now=NOON)
    client.force_login(bob)
    assert (
        "South begins without one cannon" in client.get(f"/take/{match.secret}/").content.decode()
    )
    opening.take_seat(secret=match.secret, user=bob, now=NOON)
    match.refresh_from_db()
    assert "South begins without one cannon" in BoardPage(match, ann).html()
    resign(uid=match.uid, user=bob, now=NOON)
    found = record_json(match_record(match.uid))
    assert found["start"] == cannon
    assert verify(read_record(json.dumps(found)))
    assert not RatingEvent.objects.exists()
    opening.ask_rematch(uid=match.uid, user=bob, now=NOON)
    again = opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert again is not None
    assert [player.user for player in again.players.all()] == [ann, bob], "gives it again"


def test_a_challenge_begins_where_it_says(ann: User, bob: User, client: Client) -> None:
    client.force_login(ann)
    form = {
        "opponent": "person",
        "to": bob.name,
        "game": "gungi",
        "gungi-rules": "intro",
        "time": "relaxed",
        "rated": "no",
        "side": "0",
        "key": "key-of-a-challenge",
        "gungi-handicap": "hand",
    }
    answer = client.post("/matches/new/", {**form, "rated": "yes"})
    assert "a match is always casual" in answer.content.decode()
    both = client.post("/matches/new/", {**form, "position": ROOKS})
    assert "not both" in both.content.decode()
    wrong = client.post("/matches/new/", {**form, "gungi-handicap": "", "position": ROOKS})
    assert "No match of this game can begin" in wrong.content.decode()
    assert not Challenge.objects.exists()
    sent = client.post("/matches/new/", form)
    client.force_login(bob)
    assert "Black has half as many pieces in hand" in client.get(sent["Location"]).content.decode()
    client.post(sent["Location"], {"do": "accept"})
    match = Match.objects.get()
    assert match.start == meta_for("gungi").handicaps["hand"]
    assert (match.options, match.rated) == ({"rules": "guide"}, False)
    assert faults_of(match) == []


@pytest.mark.parametrize(
    ("chosen", "rated"),
    [
        ({}, True),
        ({"xiongqi-handicap": "chariot"}, False),
        ({"position": ROOKS}, False),
        ({"time": "none"}, False),
        ({"onlookers": "link"}, False),
    ],
    ids=["plain", "handicap", "position", "no clock", "by link"],
)
def test_a_challenge_is_rated_where_it_can_be_if_nothing_is_said(
    ann: User, bob: User, client: Client, chosen: dict[str, str], rated: bool
) -> None:
    client.force_login(ann)
    fields = client.get("/matches/new/?opponent=person").context["form"]
    unchanged = {name: fields[name].value() for name in ("time", "rated", "side", "key")}
    form = {"opponent": "person", "to": bob.name, "game": "xiongqi", **unchanged, **chosen}
    assert client.post("/matches/new/", form).status_code == 302
    assert Challenge.objects.get().rated is rated


@pytest.mark.parametrize(
    ("start", "rated", "refusal"),
    [(ROOKS, True, CasualFromPosition), ("nonsense", False, UnknownPosition)],
)
def test_nothing_that_counts_begins_elsewhere(
    ann: User, start: str, rated: bool, refusal: type[Exception]
) -> None:
    asked = terms(start=start, rated=rated)
    with pytest.raises(refusal):
        opening.create_invitation(user=ann, terms=asked, now=NOON)
    assert not Match.objects.exists()


def test_seeks_begin_at_the_start(ann: User) -> None:
    with pytest.raises(UnknownTerms):
        open_seek(user=ann, asked=SeekRequest(terms(start=ROOKS)), now=NOON)


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
    linked = {**form, "opponent": "link", "key": "another-key"}
    assert client.post("/matches/new/", linked).status_code == 422
    link = client.post("/matches/new/", {**linked, "position": ROOKS})
    assert link.status_code == 302
    assert Match.objects.latest("pk").start == ROOKS


def test_a_board_of_a_finished_match_leads_to_a_new_one(
    ann: User, bob: User, client: Client
) -> None:
    over = match_between(ann, bob)
    play(over, "a3a4", "a6a5")
    resign(uid=over.uid, user=bob, now=NOON)
    page = BoardPage(over, ann)
    assert "New match from here" not in page.html()
    [way] = findall('href="(/matches/new/[^"]*)">New match from here', page.html("?ply=1"))
    client.force_login(bob)
    form = client.get(unescape(way)).context["form"]
    sent = {name: form[name].value() or "" for name in ("game", "opponent", "position", "key")}
    assert client.post("/matches/new/", {**sent, "time": "none", "side": "0"}).status_code == 302
    begun = Match.objects.latest("pk")
    assert begun.start == Referee(over).text_after(1)


def test_programs_challenge_and_are_told_where_it_begins(ann: User, bob: User) -> None:
    found = Program(ann).post("/challenges", {"game": "xiongqi", "to": bob.name, "start": ROOKS})
    assert found.json()["start"] == ROOKS
    uid = Program(bob).post(f"/challenges/{found.json()['uid']}", {"do": "accept"}).json()["match"]
    assert Program(bob).get(f"/matches/{uid}").json()["start"] == ROOKS
