"""Matches against the bots of the house, by guests."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.catalogue import GAMES
from tests.walk.board import Board
from tests.walk.browser import Browser
from tests.walk.people import guest
from tests.walk.walking import Walk, step

DUELS = [meta for meta in GAMES if not meta.solo]
TURNS = 2
"""Of a match of which only the beginning is played."""
MOST_TURNS = 300


def begin(walk: Walk, browser: Browser, game: str, **chosen: Any) -> Board:
    """Start a match by the form of a new one."""
    browser.get("/matches/new/", game=game, opponent="bot")
    terms: dict[str, Any] = {
        "opponent": "bot",
        "level": "easy",
        "side": "0",
        "time": "none",
        **chosen,
    }
    browser.send(browser.page.form("/matches/new/", "game"), game=game, **terms)
    return Board(walk, browser)


def against_every_level(walk: Walk, game: str) -> None:
    """Two turns against each level, each answered."""
    browser = guest(walk)
    meta = next(each for each in DUELS if each.slug == game)
    for level in meta.bot_levels:
        board = begin(walk, browser, game, level=level)
        turns = TURNS + (meta.placing is not None)
        for number in range(turns):
            if not board.take_turn(number):
                break  # a bluff may end a match at once
        board.wait_for_turn()


def every_beginning(walk: Walk, game: str) -> None:
    """Every rule set and every handicap, begun."""
    browser = guest(walk)
    meta = next(each for each in DUELS if each.slug == game)
    for name, values in meta.options.items():
        for value in values:
            begin(walk, browser, game, **{f"{game}-{name}": str(value)}).wait_for_turn()
    for handicap in meta.handicaps:
        begin(walk, browser, game, **{f"{game}-handicap": handicap}).wait_for_turn()


for _meta in DUELS:
    step(f"{_meta.name}: two turns against every level", 50)(
        partial(against_every_level, game=_meta.slug)
    )


@step("a match to its end, by whoever of the two wins", 40)
def to_the_end(walk: Walk) -> None:
    """Seichu is over in the fewest plies."""
    board = begin(walk, guest(walk), "seichu")
    for number in range(MOST_TURNS):
        if not board.take_turn(number * 7):
            break
    assert board.status == "finished", board.status
    board.look(ply=0)


for _meta in DUELS:
    step(f"{_meta.name}: every rule set and handicap begun")(
        partial(every_beginning, game=_meta.slug)
    )
