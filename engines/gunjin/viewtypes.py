"""The fields of a view as JSON; `manifest.VIEW` says who is told what. Loads no rules."""

from __future__ import annotations

from typing import TypedDict

from engines.core.outcome import OutcomeJson


class PieceJson(TypedDict):
    """A piece: ``start``, where it stood first, names it for good; an unknown kind is None."""

    start: str
    seat: int
    kind: str | None


class StandingJson(PieceJson):
    """A piece on the board."""

    square: str


class FallenJson(PieceJson):
    """A piece off the board, and the number of the step in which it fell."""

    ply: int


class GunjinViewJson(TypedDict):
    """A match as one viewer sees it."""

    phase: str
    """``setup``, ``play`` or ``over``."""
    seat: int | None
    """The viewing seat; None for a bystander."""
    ready: list[bool]
    to_act: list[int]
    pieces: list[StandingJson]
    """By the square they stand on."""
    fallen: list[FallenJson]
    """In the order in which they fell."""
    first: int | None
    """Who made the first step, or is to make it; None during set-up."""
    moves: list[str]
    """The text of each move and the sign of its battle, if there was one."""
    quiet: int
    repetitions: int
    setups: list[str | None]
    """The letters of each seat's set-up; None where it is not made or not known."""
    outcome: OutcomeJson | None
    armies: list[str]
    """The letters of all that each seat has, or is to place."""
