"""Seichu through the pages: drops, bluffs and Doubts without a script, refusals, and silence."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.boards.refusals import refusal_sentence
from games.knowledge.services import mark_piece
from games.match.changes import ending
from games.match.changes.deadlines import flag_if_overdue
from games.match.models import Match
from games.match.referee import Referee
from games.match.status import Status
from games.moderation.selectors.audits import verified_matches
from games.notices.models import Notice
from tests.kit.browsing import BoardPage, message_of, row_of
from tests.kit.builders import (
    NOON,
    TOO_LATE,
    everything,
    house_was_up,
    match_between,
    north,
    person,
    play,
    seat_ply_of,
    south,
)
from tests.kit.gunjin import place
from tests.kit.seichu import ARMIES, FOUL_CAPTURED, KING_TAKEN, seichu_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

LATER = NOON + timedelta(days=10)


def begun(*moves: str) -> Match:
    return seichu_match(person("ann"), person("bob"), *moves)


def offered(html: str) -> set[str]:
    """The squares that can be gone to."""
    cells = re.findall(r'<div class="cell ([^"]*)"[^>]*><button[^>]* id="sq-([^"]*)"', html)
    return {square for classes, square in cells if "target" in classes.split()}


@pytest.mark.parametrize("kept", "PL")
def test_who_is_ready_sees_the_piece_kept_in_hand_and_nobody_else_does(kept) -> None:
    match = match_between(person("ann"), person("bob"), game="seichu")
    army = ARMIES[0] if kept == "P" else ARMIES[0].replace("L", "P")
    place(match, 0, army)
    held = re.findall(r'id="sq-(.)\*"', BoardPage(match, south(match)).html())
    assert held == [kept]
    for user in (north(match), person("carol"), None):
        html = BoardPage(match, user).html()
        assert 'id="hand"' not in html
        assert 'id="sq-P*"' not in html


def test_a_piece_is_dropped_without_a_script() -> None:
    match = begun()
    page = BoardPage(match, south(match))
    html = page.html("?at=P*")
    assert {"a3", "d5"} <= offered(page.html("?at=P*&bluff=1"))
    assert "b4" in offered(html)
    assert "a4" not in offered(html)  # there is a pawn on that file already
    confirm = page.html("?at=P*&at=b4")
    assert row_of(confirm) == "move"
    assert "Pawn dropped on b4" in confirm
    assert page.play("P*b4").status_code == 302
    match.refresh_from_db()
    assert "Unknown piece dropped on b4." in BoardPage(match, north(match)).html()


def test_a_bluff_is_switched_on_named_and_played_without_a_script() -> None:
    match = begun()
    page = BoardPage(match, south(match))
    assert "d3" not in offered(page.html("?at=a2"))
    assert 'id="shades" hidden' in page.html("?at=a2")
    assert 'id="shades"><span>◆' in page.html("?at=a2&bluff=1")
    assert "d3" in offered(page.html("?at=a2&bluff=1"))
    confirm = page.html("?at=a2&at=d3&bluff=1")
    assert "Pawn a2 to d3. Foul: no piece moves like that" in confirm
    assert page.play("a2d3").status_code == 302
    assert "Foul" not in BoardPage(match, north(match)).html().split("offers")[0]


def test_a_doubt_is_asked_back_and_a_miss_loses() -> None:
    match = begun("a2a3")
    page = BoardPage(match, north(match))
    assert row_of(page.html("?ask=call-doubt")) == "call-doubt"
    assert "Doubt? If there is no foul, you lose." in page.html("?move=doubt")
    assert page.play("doubt").status_code == 302
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "doubt-miss")
    assert "there was no foul" in page.html()


def test_after_a_capture_the_page_asks_and_the_answer_ends_it() -> None:
    match = begun(*FOUL_CAPTURED)
    page = BoardPage(match, south(match))
    html = page.html()
    assert row_of(html) == "check"
    assert 'id="check"' in html
    assert 'id="hand"' not in html
    assert "No answer counts as No Doubt." in html
    assert row_of(page.html("?ask=call-accept")) == "call-accept"
    assert 'id="check"' not in BoardPage(match, north(match)).html()
    assert 'id="check"' not in BoardPage(match).html()
    assert "Saying nothing" not in BoardPage(match).html() + BoardPage(match, north(match)).html()
    assert page.post("move", {**_fields(match, 0), "move": "doubt"}).status_code == 302
    match.refresh_from_db()
    assert (match.ended_how, match.players.get(result="won").seat) == ("foul-proven", 0)


def _fields(match: Match, seat: int) -> dict[str, str]:
    return {"seat_ply": str(seat_ply_of(match, seat)), "key": "an-answer-key"}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("accept", "nothing-to-accept"),
        ("b1c1", "own-piece-there"),
        ("a3a4", "empty-square"),
        ("d6d5", "not-your-piece"),
        ("a2a3!", "no-trial"),
        ("R*a3", "not-in-hand"),
        ("P*a2", "occupied-square"),
        ("p*a3", "unreadable-move"),
        ("e1e2", "unreadable-move"),
        ("Doubt", "unreadable-move"),
        ("setup:PGRN/LKSB", "already-placed"),
    ],
)
def test_what_cannot_be_played_is_told_and_changes_nothing(move: str, code: str) -> None:
    match = begun()
    page = BoardPage(match, south(match))
    form = {**_fields(match, 0), "move": move}
    before = everything()
    answer = page.post("move", form)
    assert answer.status_code == 422
    assert answer["X-Refusal"] == code
    assert message_of(answer) == refusal_sentence(code, "seichu")
    assert everything() == before


def test_a_question_has_to_be_answered_first() -> None:
    match = begun(*FOUL_CAPTURED)
    page = BoardPage(match, south(match))
    answer = page.post("move", {**_fields(match, 0), "move": "a2a3"})
    assert (answer.status_code, answer["X-Refusal"]) == (422, "answer-first")


# Looking back


@pytest.mark.parametrize(("letter", "verdict"), [("P", "right"), ("G", "wrong")])
def test_who_sees_all_sees_which_marks_in_the_camp_were_right(letter: str, verdict: str) -> None:
    match = begun()
    mark_piece(uid=match.uid, user=south(match), piece="d6", kind=letter, now=NOON)
    play(match, "a2a3", "d6d2")
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    page = BoardPage(match, south(match))
    marks = {
        eyes: re.findall(r'class="guess (\w*)"', page.html(f"?ply=4&as={eyes}"))
        for eyes in ("all", "south", "public")
    }
    assert marks == {"all": [verdict], "south": [""], "public": [""]}
    assert re.findall(r'class="guess (\w*)"', page.html()) == [verdict]


# Silence


def test_silence_after_a_capture_is_no_doubt_and_the_match_goes_on() -> None:
    match = begun(*FOUL_CAPTURED)
    house_was_up(NOON, LATER)
    assert flag_if_overdue(uid=match.uid, now=LATER)
    match.refresh_from_db()
    assert match.status == Status.ACTIVE
    mover = match.players.get(is_to_act=True)
    assert (mover.seat, mover.clock_started_at) == (1, LATER)
    assert "No Doubt" in BoardPage(match, north(match)).html()
    notices = Notice.objects.filter(match=match, kind=Notice.Kind.YOUR_TURN, user=mover.user)
    assert notices.filter(subject=LATER.isoformat()).count() == 1
    assert not any(faults for _uid, faults in verified_matches())


def test_silence_of_who_lost_the_king_loses_it_even_before_the_first_own_move() -> None:
    match = begun("b2c7")
    house_was_up(NOON, LATER)
    assert flag_if_overdue(uid=match.uid, now=LATER)
    match.refresh_from_db()
    assert (match.status, match.ended_how) == (Status.FINISHED, "king-captured")
    assert match.players.get(result="won").seat == 0


@pytest.mark.parametrize("asked", [FOUL_CAPTURED, KING_TAKEN])
@pytest.mark.parametrize("is_swept", [False, True])
def test_an_answer_that_comes_too_late_is_told_so_and_silence_counts(
    asked: tuple[str, ...], is_swept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(*asked)
    page, form = BoardPage(match, south(match)), {**_fields(match, 0), "move": "doubt"}
    house_was_up(NOON, LATER)
    if is_swept:  # or the answer itself is what the site notices first
        flag_if_overdue(uid=match.uid, now=LATER)
    monkeypatch.setattr(timezone, "now", lambda: LATER)
    answer = page.post("move", form)
    assert (answer.status_code, answer["X-Refusal"]) == (409, "answered-by-clock")
    sentence = "Your time ran out, so this counts as No Doubt."
    assert message_of(answer) == sentence
    match.refresh_from_db()
    assert match.ended_how == ("king-captured" if asked == KING_TAKEN else "")
    assert Referee(match).replays()
    assert page.post("move", {**form, "seat_ply": "1"})["X-Refusal"] != "answered-by-clock"


def test_silence_on_a_turn_loses_on_time() -> None:
    match = begun("a2a3", "d6d5")
    house_was_up(NOON, LATER + TOO_LATE)
    assert flag_if_overdue(uid=match.uid, now=LATER + TOO_LATE)
    match.refresh_from_db()
    assert match.ended_how == "time"
    page = BoardPage(match, south(match))
    assert "<dd>The time is up.</dd>" in page.html()
    assert "Lost: Your time ran out." in page.client.get("/archive/").content.decode()
    assert "Your time ran out." in page.html()
