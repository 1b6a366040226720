"""Choosing a move by pointing at squares, the same for every game and with or without a script.

A game says which squares lead to each of its moves, in order. Squares picked so far leave
those moves open whose squares begin with them; a chooser appears where several moves share
all their squares. `static/js/picking.js` has the same rules for the browser; what both answer
stands in `tests/boards/picking.json`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.boards.kit.faces import PieceFace

LONGEST_TYPED = 40
"""No move of any game is written with more characters."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One move open to the viewer now."""

    action: str
    """The move as submitted."""
    squares: tuple[str, ...]
    """The squares to pick, in order."""
    text: str
    """The move as a sentence, for the confirm row."""
    chooser: str = ""
    """What tells it from other moves over the same squares: "Empress"."""
    face: PieceFace | None = None
    """The piece that will stand on the last square."""
    stack: tuple[PieceFace, ...] = ()
    """What will stand there from the bottom up, where the chooser shows more than that piece."""
    captures: bool = False
    shade: str = ""
    """"bluff" for a foul that could look true, "blatant" for one that anybody can see."""


Offers = Sequence[Offer]

Bluffs: TypeAlias = Mapping[str, tuple[Sequence[str], bool]]
"""The moves that are fouls, by action: which fouls, and whether some kind of piece moves so."""


def picks_after(offers: Offers, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the picks that stand after the squares *asked*, one press after the other.

    A press that continues a move is added; one that begins another move begins
    it; pressing the only picked square again, or anything else, picks nothing.
    """
    picked: tuple[str, ...] = ()
    for square in asked:
        picked = _after_press(offers, picked, square)
    return picked


def _after_press(offers: Offers, picked: tuple[str, ...], square: str) -> tuple[str, ...]:
    if open_offers(offers, (*picked, square)):
        return (*picked, square)
    if picked != (square,) and open_offers(offers, (square,)):
        return (square,)
    return ()


def open_offers(offers: Offers, picked: Sequence[str]) -> tuple[Offer, ...]:
    """Return the moves that begin with the squares *picked*."""
    picked = tuple(picked)
    return tuple(offer for offer in offers if offer.squares[: len(picked)] == picked)


def targets(offers: Offers, picked: Sequence[str]) -> dict[str, bool]:
    """Return the squares that continue the picks, and whether some move there captures."""
    found: dict[str, bool] = {}
    for offer in open_offers(offers, picked) if picked else ():
        if len(offer.squares) > len(picked):
            square = offer.squares[len(picked)]
            found[square] = found.get(square, False) or offer.captures
    return found


def shades(offers: Offers, picked: Sequence[str]) -> dict[str, str]:
    """Return the squares that continue the picks only by a foul, and its shade."""
    found: dict[str, str] = {}
    for offer in open_offers(offers, picked) if picked else ():
        if len(offer.squares) > len(picked):
            square = offer.squares[len(picked)]
            found[square] = offer.shade and found.get(square, offer.shade)
    return {square: shade for square, shade in found.items() if shade}


def completed(offers: Offers, picked: Sequence[str]) -> tuple[Offer, ...]:
    """The moves all of whose squares are picked: one to confirm, or several to choose from."""
    return tuple(offer for offer in offers if offer.squares == tuple(picked))


def named(offers: Offers, typed: str) -> Offer | None:
    """The move that *typed* spells, however it is punctuated ("e3-e4", "A7A8E"); None if none."""
    wanted = _squashed(typed[:LONGEST_TYPED])
    return next((offer for offer in offers if _squashed(offer.action) == wanted), None)


def _squashed(text: str) -> str:
    """*text* without case, width and punctuation, but with every "!".

    It declares something: a move with it must never pass for the one without, nor the other
    way round.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in plain if character.isalnum() or character == "!")
