"""What a viewer can know of hidden pieces: exactly the kinds that some whole match accounts for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.core.jsontypes import JsonObject
from engines.core.knowledge import Identity
from engines.core.seats import Seat
from engines.seichu.clues import Army
from engines.seichu.history import NOWHERE, History, history_of, name_of
from engines.seichu.pieces import KINDS, LETTERS, kinds_in, letters_of, mask_of
from engines.seichu.solver import Solver
from engines.seichu.squares import SQUARE_NAMES
from engines.seichu.view import SeichuView


@dataclass(frozen=True, slots=True)
class Suspect:
    """A piece on the board whose kind the viewer does not know."""

    piece: int
    """Its number in the history."""
    seat: int
    square: int
    kinds: int
    """What it can still be (a mask)."""


@dataclass(frozen=True, slots=True)
class Left:
    """How many of a kind a side can have on the board: from *least* to *most*."""

    kind: int
    total: int
    """How many it has on the board and in hand; everybody can count that."""
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The sheet beside the board: suspects, and each hidden side's kinds."""

    suspects: tuple[Suspect, ...]
    left: Mapping[int, tuple[Left, ...]]

    def as_json(self) -> JsonObject:
        """The sheet with squares and kinds by their names."""
        return {
            "pieces": [_suspect_as_json(suspect) for suspect in self.suspects],
            "left": {
                str(seat): [_left_as_json(left) for left in lines]
                for seat, lines in self.left.items()
            },
        }


def knowledge_of(view: SeichuView) -> Knowledge:
    """Everything that follows from *view* about the kinds it hides; nothing once all is open."""
    history = history_of(view)
    solver = Solver(view, history)
    suspects = tuple(
        Suspect(piece, history.seat_of[piece], square, mask_of(solver.possible(piece)))
        for piece, square in history.square_of.items()
        if piece not in history.kinds
    )
    left = {army.seat: tuple(_left(solver, army, kind) for kind in KINDS) for army in solver.armies}
    return Knowledge(suspects, left)


def identities_in(view: SeichuView) -> tuple[Identity, ...]:
    """Every piece that was ever on the board, in the order they came; a drop is a new one."""
    history = history_of(view)
    return tuple(_identity(history, piece) for piece in history.square_of)


def _left(solver: Solver, army: Army, kind: int) -> Left:
    fewest, most = solver.held(army, kind)
    owned = army.owned[kind]
    return Left(kind, owned, owned - most, owned - fewest)


def _identity(history: History, piece: int) -> Identity:
    square = history.square_of[piece]
    return Identity(
        name_of(piece),
        Seat(history.seat_of[piece]),
        None if square == NOWHERE else SQUARE_NAMES[square],
        LETTERS[history.kinds[piece]] if piece in history.kinds else None,
    )


def _suspect_as_json(suspect: Suspect) -> JsonObject:
    return {
        "start": name_of(suspect.piece),
        "seat": suspect.seat,
        "square": SQUARE_NAMES[suspect.square],
        "kinds": letters_of(kinds_in(suspect.kinds)),
    }


def _left_as_json(left: Left) -> JsonObject:
    return {
        "kind": LETTERS[left.kind],
        "total": left.total,
        "least": left.least,
        "most": left.most,
    }
