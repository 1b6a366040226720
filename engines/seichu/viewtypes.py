"""The fields of a view as JSON; `manifest.VIEW` says who is told what. Loads no rules."""

from __future__ import annotations

from typing import TypedDict

from engines.core.outcome import OutcomeJson


class PieceJson(TypedDict):
    """A piece: ``piece`` names it for good; an unknown kind is None."""

    piece: str
    seat: int
    kind: str | None


class StandingJson(PieceJson):
    """A piece on the board."""

    square: str


class TakenJson(PieceJson):
    """A piece that was captured, and the number of the ply that took it."""

    ply: int


class HandJson(TypedDict):
    """The number of pieces in a hand, and their letters; None if the viewer does not know."""

    count: int
    kinds: str | None


class FoulJson(TypedDict):
    """A foul of a seat in a ply; ply 0 is the set-up."""

    ply: int
    seat: int
    foul: str


class SeichuViewJson(TypedDict):
    """A match as one viewer sees it."""

    phase: str
    """``setup``, ``play`` or ``over``."""
    asked: str
    """``turn``: a move; ``capture`` or ``defeat``: an answer about the capture just made."""
    seat: int | None
    """The viewing seat; None for a bystander."""
    ready: list[bool]
    to_act: list[int]
    pieces: list[StandingJson]
    """By the square they stand on."""
    taken: list[TakenJson]
    """In the order in which they fell."""
    hands: list[HandJson]
    owned: list[str]
    """The letters of all that each seat has by now, or is to place."""
    first: int | None
    """Who made the first ply, or is to make it; None during set-up."""
    moves: list[str]
    """A drop is ``P*c4`` to those who know the kind and ``*c4`` to others; ``x`` and a letter is a
    capture."""
    plies: int
    setups: list[str | None]
    """The letters of each seat's set-up; None where it is not made or not known."""
    outcome: OutcomeJson | None
    fouls: list[FoulJson]
    """Every foul, once the match is over."""
