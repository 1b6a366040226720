"""The campaign, by guests and by who has cleared everything."""

from __future__ import annotations

from engines.catalogue import meta_for
from tests.running import PYTHON
from tests.running.processes import run
from tests.walk.board import Board
from tests.walk.browser import Browser
from tests.walk.people import Member, guest
from tests.walk.walking import Walk, step

FIRST = "first-harvest"
STAGES = [str(stage) for stage in meta_for("nation").options["stage"]]
COMMANDS = 3
"""Of a round."""
LATER = 2
"""Their turn: the neighbours of several campaigns keep the bots of all other matches waiting."""
MOST_ROUNDS = 40
FORESIGHT = 90.0
"""Seconds for the turning points of a match: each of its boards is played on to the end."""


def begin(walk: Walk, browser: Browser, stage: str) -> Board:
    """Start a stage from the map."""
    browser.get("/campaign/")
    browser.send(browser.page.form("/campaign/start/", "stage", stage), press=("stage", stage))
    return Board(walk, browser)


def a_round(board: Board) -> None:
    """All commands of one, and what the neighbours do then."""
    for number in range(COMMANDS):
        assert board.take_turn(number)
    board.wait_for_turn()


@step("Nation: a round of every stage", 60, LATER)
def one_round_each(walk: Walk) -> None:
    """By somebody to whom all of them are open."""
    who = Member(walk)
    run([PYTHON, "-m", "tests.walk.clearing", who.name], walk.house.env)
    for stage in STAGES:
        a_round(begin(walk, who.browser, stage))
        who.browser.get(f"/campaign/{stage}/")


@step("Nation: a stage to its end", 60, LATER)
def to_the_end(walk: Walk) -> None:
    board = begin(walk, guest(walk), FIRST)
    rounds = 0
    while board.take_turn(rounds):
        rounds += 1
        assert rounds < MOST_ROUNDS * 3, "no end in sight"
    assert board.status == "finished"
    turning = f"{board.url}turning/"
    board.browser.get(turning)
    for form in board.browser.page.forms("/turning/"):
        board.browser.send(form)
    walk.until(
        "the turning points", lambda: "<progress" not in board.browser.get(turning).text, FORESIGHT
    )


@step("Nation: a skirmish, and the daily challenge", 60, LATER)
def skirmish_and_daily(walk: Walk) -> None:
    browser = guest(walk)
    browser.get("/campaign/skirmish/")
    browser.send(browser.page.form("/campaign/skirmish/", "rivals"))
    board = Board(walk, browser)
    a_round(board)
    browser.get("/campaign/daily/")
    browser.send(browser.page.form("/campaign/daily/", "key"))
    board = Board(walk, browser)
    a_round(board)
