"""What a viewer can know of hidden pieces: exactly the kinds that some whole match accounts for."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.knowledge import Identity, Knowledge, Left, Suspect
from engines.core.seats import Seat
from engines.core.steps import OutOfSteps
from engines.seichu.clues import Army
from engines.seichu.history import NOWHERE, History, history_of, name_of
from engines.seichu.pieces import KINDS, LETTERS, kinds_in, letters_of
from engines.seichu.solver import Number, Solver
from engines.seichu.squares import SQUARE_NAMES
from engines.seichu.view import SeichuView


def knowledge_of(view: SeichuView) -> Knowledge:
    """Everything that follows from *view* about the kinds it hides; nothing once all is open.

    What takes too many steps to rule out stays on the sheet, which says that it is not complete.
    """
    history = history_of(view)
    sheet = _Sheet(Solver(view, history))
    suspects = tuple(
        Suspect(
            name_of(piece),
            history.seat_of[piece],
            SQUARE_NAMES[square],
            letters_of(kinds_in(sheet.kinds[piece])),
        )
        for piece, square in history.square_of.items()
        if piece not in history.kinds
    )
    left = {
        army.seat: tuple(sheet.left(army, kind, _standing(history, army, kind)) for kind in KINDS)
        for army in sheet.armies
    }
    return Knowledge(suspects, left, is_complete=sheet.is_complete)


def identities_in(view: SeichuView) -> tuple[Identity, ...]:
    """Every piece that was ever on the board, in the order they came; a drop is a new one."""
    history = history_of(view)
    return tuple(_identity(history, piece) for piece in history.square_of)


class _Sheet:
    """What some matches show, and what is in none."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.armies = solver.armies
        self.kinds = solver.domains
        """What each open piece can be (a mask)."""
        self.is_complete = True
        self._shown = dict.fromkeys(self.kinds, 0)
        """The kinds (masks) that some match gives each piece."""
        self._counts: dict[tuple[int, int], set[int]] = {
            (army.seat, kind): set() for army in self.armies for kind in KINDS
        }
        """How many open pieces of a seat are of a kind in some match."""
        for piece in self.kinds:
            for kind in KINDS:
                self._decide(piece, kind)

    def left(self, army: Army, kind: int, known: int) -> Left:
        """Return how many of *kind* are on the board; *known* of them are known to be."""
        least, most = (self._extreme(army.seat, kind, is_most=way) for way in (True, False))
        return Left(LETTERS[kind], army.owned[kind], known + least, known + most)

    def _decide(self, piece: int, kind: int) -> None:
        """Show that *piece* can be a *kind*, or take it off the sheet."""
        if not (self.kinds[piece] & ~self._shown[piece]) >> kind & 1:
            return
        try:
            dealt = self._solver.with_kind(piece, kind)
        except OutOfSteps:
            self.is_complete = False
            return
        if dealt is None:
            self.kinds[piece] &= ~(1 << kind)
        else:
            self._note(dealt)

    def _note(self, dealt: Mapping[int, int]) -> None:
        for piece, kind in dealt.items():
            self._shown[piece] |= 1 << kind
        for (seat, kind), counts in self._counts.items():
            counts.add(self._solver.count(dealt, seat, kind))

    def _extreme(self, seat: int, kind: int, *, is_most: bool) -> int:
        """Return the fewest open pieces of *seat* that are a *kind* if *is_most*, else the most.

        From what the armies alone allow towards what some match has shown.
        """
        bound = self._solver.bound(Number(seat, kind, 0, is_most))
        for count in range(bound, len(self.kinds) + 1) if is_most else range(bound, -1, -1):
            if count in self._counts[seat, kind] or self._can_be(
                Number(seat, kind, count, is_most)
            ):
                return count
        raise ValueError("no match looks like this")

    def _can_be(self, number: Number) -> bool:
        """Return whether *number* is met in some match; true where that takes too long."""
        try:
            return self._solver.with_number(number) is not None
        except OutOfSteps:
            self.is_complete = False
            return True


def _standing(history: History, army: Army, kind: int) -> int:
    """Return how many pieces on the board are known to be the *army*'s of *kind*."""
    return sum(
        history.kinds.get(piece) == kind and history.seat_of[piece] == army.seat
        for piece, square in history.square_of.items()
        if square != NOWHERE
    )


def _identity(history: History, piece: int) -> Identity:
    square = history.square_of[piece]
    return Identity(
        name_of(piece),
        Seat(history.seat_of[piece]),
        None if square == NOWHERE else SQUARE_NAMES[square],
        LETTERS[history.kinds[piece]] if piece in history.kinds else None,
    )
