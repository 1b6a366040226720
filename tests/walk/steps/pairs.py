"""Two people at their boards."""

from __future__ import annotations

import re

from tests.kit.builders import ONE_MOVE
from tests.walk.board import Board
from tests.walk.people import PASSWORD, Member, guest, introduce, new_name
from tests.walk.steps.games import begin
from tests.walk.walking import Walk, step

PLANNED = 90.0
"""Seconds within which a planned move is made: it waits for up to a minute by itself."""


def do(board: Board, action: str, name: str, value: str, ask: str = "") -> None:
    """Press a button of the board, after the question it asks back."""
    board.look(**({"ask": ask} if ask else {}))
    form = board.page.form(f"/{action}/", name, value)
    board.browser.send(form, press=(name, value))


@step("a plan is played, and a move that is forced", 90)
def plan(walk: Walk) -> None:
    one, other = Member(walk), Member(walk)
    other.browser.get("/settings/")
    other.browser.send(other.browser.page.form("/settings/", "theme"), plays_forced="on")
    _mine, forced = introduce(one, other, position=ONE_MOVE)
    mine, theirs = introduce(one, other)
    first = mine.take_turn()
    mine.look()
    line = planned_line(mine, theirs)
    mine.browser.get(f"{mine.url}plan/{'/'.join(line)}/")
    mine.browser.send(mine.page.form("/plan/", "do", "keep"), press=("do", "keep"))
    theirs.wait_for_turn()
    theirs.play(line[0])
    walk.until("the planned move is made", lambda: _plies(theirs) >= 3, PLANNED)
    walk.until("the only move is made", lambda: _plies(forced) >= 1, PLANNED)
    assert first


def planned_line(mine: Board, theirs: Board) -> list[str]:
    """An answer of the other, and what follows it."""
    theirs.wait_for_turn()
    return [str(theirs.offered()[0]["action"]), _own_move(mine)]


def _own_move(mine: Board) -> str:
    return "h3h4" if "h3" in mine.look().text else "a3a4"


def _plies(board: Board) -> int:
    found = re.search(r'data-plies="(\d+)"', board.look().text)
    return int(found[1]) if found else 0


@step("two people: takeback, gift of time, pause, vacation, draw, rematch")
def between_two(walk: Walk) -> None:
    one, other = Member(walk), Member(walk)
    mine, theirs = introduce(one, other)
    for _turn in range(2):
        mine.take_turn()
        theirs.take_turn()
    mine.take_turn()
    do(mine, "undo", "do", "ask")
    do(theirs, "undo", "do", "accept")
    mine.take_turn(3)
    do(mine, "time", "do", "gift")
    do(mine, "time", "do", "pause")
    do(theirs, "time", "do", "accept-pause")
    do(mine, "time", "do", "go-on")
    one.browser.get("/vacation/")
    one.browser.send(one.browser.page.form("vacation", "do", "begin"), press=("do", "begin"))
    one.browser.send(one.browser.page.form("vacation", "do", "back"), press=("do", "back"))
    mine.resign()
    mine.browser.send(mine.page.form("/rematch/"))
    theirs.look()
    theirs.browser.send(theirs.page.form("/rematch/"))
    theirs = Board(walk, other.browser)
    mine = Board(walk, one.browser, theirs.url)
    for _turn in range(2):
        theirs.take_turn()
        mine.take_turn()
    do(mine, "draw", "do", "offer", ask="draw")
    do(theirs, "draw", "do", "accept")
    mine.look()
    assert mine.status == "finished"


@step("hidden: a set-up by hand, a bluff and a Doubt")
def hidden(walk: Walk) -> None:
    one, other = guest(walk), guest(walk)
    one.get("/matches/new/", game="seichu")
    one.send(
        one.page.form("/matches/new/", "game"),
        game="seichu",
        opponent="link",
        side="0",
        time="none",
    )
    other.get(one.page.path)
    other.send(other.page.form("/take/"))
    theirs = Board(walk, other)
    mine = Board(walk, one, theirs.url)
    mine.look()
    mine.place("army:fortress")
    theirs.look()
    theirs.place()
    mine.wait_for_turn()
    foul = next((move for move in mine.offered() if move.get("shade")), None)
    assert foul, "no bluff is offered"
    mine.play(str(foul["action"]))
    theirs.wait_for_turn()
    theirs.play("doubt")
    theirs.look()
    assert theirs.status == "finished", theirs.status


@step("a guest saves their matches in an account")
def claim(walk: Walk) -> None:
    browser = guest(walk)
    board = begin(walk, browser, "xiongqi")
    board.take_turn()
    page = browser.get("/claim/")
    browser.send(page.form("claim", "username"), username=new_name(), password1=PASSWORD)
    board.wait_for_turn()
    assert "/logout/" in browser.get("/desk/").text
