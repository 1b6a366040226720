"""What a viewer can know of hidden pieces: exactly the kinds that some whole match accounts for."""

from __future__ import annotations

from engines.core.knowledge import Identity, Knowledge, Left, Suspect
from engines.core.seats import Seat
from engines.seichu.clues import Army
from engines.seichu.history import NOWHERE, History, history_of, name_of
from engines.seichu.pieces import KINDS, LETTERS, letters_of
from engines.seichu.solver import Solver
from engines.seichu.squares import SQUARE_NAMES
from engines.seichu.view import SeichuView


def knowledge_of(view: SeichuView) -> Knowledge:
    """Everything that follows from *view* about the kinds it hides; nothing once all is open."""
    history = history_of(view)
    solver = Solver(view, history)
    suspects = tuple(
        Suspect(
            name_of(piece),
            history.seat_of[piece],
            SQUARE_NAMES[square],
            letters_of(solver.possible(piece)),
        )
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
    return Left(LETTERS[kind], owned, owned - most, owned - fewest)


def _identity(history: History, piece: int) -> Identity:
    square = history.square_of[piece]
    return Identity(
        name_of(piece),
        Seat(history.seat_of[piece]),
        None if square == NOWHERE else SQUARE_NAMES[square],
        LETTERS[history.kinds[piece]] if piece in history.kinds else None,
    )
