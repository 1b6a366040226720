"""The action row, the players' panels, and what a refusal says."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from engines.gunjin.rulings import ILLEGAL_CODES as GUNJIN_CODES
from engines.xiongqi.rulings import ILLEGAL_CODES
from games.boards.refusals import refusal_sentence
from games.match.clocks.timeoff import RunningClock
from games.match.presenters.clocktext import (
    clock_of,
    deadline_sentence,
    long_duration,
    short_duration,
)
from games.matchpage.presenters.page import present_match
from games.matchpage.query import Asked
from tests.kit.board_facts import NOW, facts


@pytest.mark.parametrize("ask", ["resign", "draw"])
def test_what_is_grave_is_asked_back(ask: str) -> None:
    actions = present_match(facts(), asked=Asked(ask=ask)).extras.actions
    assert actions.row == ask
    assert actions.resting_row == "idle"
    assert actions.questions[ask].url.endswith(f"/{ask}/")


def test_only_resigning_is_grave() -> None:
    questions = present_match(facts()).extras.actions.questions
    assert {name: question.is_grave for name, question in questions.items()} == {
        "resign": True,
        "draw": False,
    }


def test_onlookers_are_asked_nothing() -> None:
    actions = present_match(facts(seat=None), asked=Asked(ask="resign")).extras.actions
    assert actions.questions == {}
    assert actions.row == "idle"


def test_a_draw_offer_names_who_asked_and_is_answered_in_the_row() -> None:
    mine = present_match(facts(draw_offered_by=0, may_offer_draw=False)).extras.actions
    theirs = present_match(facts(draw_offered_by=1, may_offer_draw=False)).extras.actions
    assert (mine.draw, mine.row) == ("mine", "idle")
    assert (theirs.draw, theirs.row) == ("theirs", "draw-theirs")
    assert theirs.draw_sentence == "Bob offers a draw."
    assert theirs.questions["accept"].fields == (("do", "accept"),)


def test_a_move_can_be_confirmed_while_a_draw_is_asked_for() -> None:
    page = present_match(facts(draw_offered_by=1), asked=Asked(at=("e3", "e4")))
    assert page.extras.actions.row == "move"
    assert page.extras.actions.resting_row == "draw-theirs"


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "open"),
        ({"rematch_offered_by": 0, "may_rematch": False}, "mine"),
        ({"rematch_offered_by": 1}, "theirs"),
        ({"rematch_uid": "zzzzzzzzzzzz"}, "made"),
        ({"seat": None, "may_rematch": False}, "none"),
    ],
)
def test_where_a_rematch_stands(changes: dict[str, object], state: str) -> None:
    page = present_match(facts("c2c6", "f7e7", "c6c8", **changes))  # type: ignore[arg-type]
    assert page.extras.actions.rematch == state
    if state == "made":
        assert page.links.rematch.endswith("/zzzzzzzzzzzz/")


def test_whose_turn_it_is() -> None:
    assert present_match(facts()).sentences.status == "Your move."
    assert present_match(facts(seat=1)).sentences.status == "Waiting for Ann."
    assert present_match(facts(seat=None)).sentences.status == "South (Ann) to move."


def test_bots_and_empty_seats_have_names_but_no_profile() -> None:
    players = facts().players
    bot = replace(players[1], name="easy", is_bot=True)
    empty = replace(players[1], name="")
    with_bot = present_match(facts(players=(players[0], bot)))
    with_nobody = present_match(facts(players=(players[0], empty)))
    assert (with_bot.people.top[0].name, with_bot.people.top[0].url) == ("Tama (easy bot)", "")
    assert (with_nobody.people.top[0].name, with_nobody.people.top[0].url) == ("Empty seat", "")
    assert with_bot.people.bottom.url == "/people/Ann/"


def test_clocks_run_stand_or_are_not_there() -> None:
    page = present_match(facts())
    running, standing = page.people.bottom.clock, page.people.top[0].clock
    assert running.is_running
    assert running.short == "2 d 4 h"
    assert running.sentence == "Due Sun 22 Nov, 16:30 UTC: 2 days 4 hours left."
    assert not standing.is_running
    assert standing.sentence == "2 days 4 hours on the clock."
    assert clock_of(None, None, NOW).sentence == "No time limit."


@pytest.mark.parametrize(
    ("seconds", "short", "long"),
    [
        (0, "0:00", "1 minute"),
        (61, "1:01", "1 minute"),
        (3_599, "59:59", "59 minutes"),
        (3_660, "1 h 01 min", "1 hour 1 minute"),
        (7_200, "2 h 00 min", "2 hours"),
        (90_000, "1 d 1 h", "1 day 1 hour"),
        (5 * 86_400 + 60, "5 d 0 h", "5 days"),
    ],
)
def test_durations(seconds: int, short: str, long: str) -> None:
    assert short_duration(seconds) == short
    assert long_duration(seconds) == long


def test_a_deadline_that_is_past_says_so() -> None:
    late = RunningClock(NOW - timedelta(seconds=1), timedelta())
    assert deadline_sentence(late, NOW) == "The time is up."
    assert clock_of(late, 0, NOW).short == "0:00"


def test_a_low_clock_is_marked() -> None:
    def low(left: timedelta) -> bool:
        return clock_of(RunningClock(NOW + left, left), None, NOW).is_low

    assert low(timedelta(minutes=119))
    assert not low(timedelta(hours=3))


@pytest.mark.parametrize(
    ("skips", "words"),
    [
        (("nights",), "nights"),
        (("weekends",), "weekends"),
        (("nights", "weekends"), "nights and weekends"),
    ],
)
def test_a_deadline_says_what_is_not_counted(skips: tuple[str, ...], words: str) -> None:
    running = RunningClock(NOW + timedelta(days=3), timedelta(hours=28), skips)
    sentence = f"Due Mon 23 Nov, 12:00 UTC: 1 day 4 hours left, not counting {words}."
    assert deadline_sentence(running, NOW) == sentence


def test_a_clock_that_is_off_says_for_how_long() -> None:
    off = RunningClock(
        NOW + timedelta(days=3), timedelta(hours=28), ("nights",), NOW + timedelta(hours=6)
    )
    assert clock_of(off, None, NOW).off == "Off now, back in 6 hours"
    assert clock_of(replace(off, back_at=None), None, NOW).off == ""


@pytest.mark.parametrize(
    ("game", "code"),
    [("xiongqi", code) for code in ILLEGAL_CODES] + [("gunjin", code) for code in GUNJIN_CODES],
)
def test_every_refusal_has_a_sentence_of_its_own(game: str, code: str) -> None:
    assert refusal_sentence(code, game) != refusal_sentence("refused")


def test_the_sentence_of_a_refusal_is_shown() -> None:
    page = present_match(facts(), message=refusal_sentence("stale"))
    assert page.playing.message.startswith("The position has changed")
