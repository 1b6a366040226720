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
    """Two turns against each level, each answered; each game begins with another, as one child
    thinks for all of them."""
    browser = guest(walk)
    place, meta = next((n, each) for n, each in enumerate(DUELS) if each.slug == game)
    for level in (*meta.bot_levels[place:], *meta.bot_levels[:place]):
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


MATES = (
    ("xiongqi", "g7/8/8/4G3/8/8/1R6/7R S", "h1a1"),
    (
        "gungi",
        (
            "5g3/m|r:N|1kntas1/d1Twdwfjd/i|a:A:S|7/9/9/DJFWDWF1D/1S1NNRAR1/3GMI3"
            " J1D1C1K1/j1n2r1s1d1c1 0 guide -"
        ),
        "b6+a7",
    ),
)
"""A game, a position, and the move that wins there."""


@step("matches from a position to mate; one given up")
def to_mate(walk: Walk) -> None:
    browser = guest(walk)
    for game, position, move in MATES:
        board = begin(walk, browser, game, position=position)
        board.play(move)
        board.look()
        assert board.status == "finished", f"{board.url} goes on"
    board = begin(walk, browser, "gunjin", level="medium")
    for number in range(TURNS * 4):
        if not board.take_turn(number * 7):
            return
    if board.wait_for_turn():
        board.resign()
    board.look()
    assert board.status == "finished", f"{board.url} goes on"


for _meta in DUELS:
    step(f"{_meta.name}: every rule set and handicap begun")(
        partial(every_beginning, game=_meta.slug)
    )
