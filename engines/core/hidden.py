"""What games that hide the kinds of pieces have in common: codes of pieces, set-up, turns.

A square holds one piece. What can be known of a hidden one is each game's own mathematics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Protocol

from engines.core.errors import IllegalMove
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer

EMPTY = 0
"""The code of an empty square, and of a kind that is not known."""

SETUP, PLAY, OVER = "setup", "play", "over"
"""The phases of a match."""

Squares = tuple[int, ...]
"""A code for every square of a board."""

Army = tuple[int, ...]
"""How many of each kind a side sets out with, by kind."""

Armies = tuple[Army, Army]
"""Those of two seats."""

Knows = tuple[bool, ...]
"""For each seat, whether a viewer knows the kinds of its pieces."""


class PieceCodes:
    """Pieces as small ints: the kinds of the first seat from 1 on, those of the next seats in the
    same order, and at last a hidden piece of each seat, which tells whose it is and nothing more.

    Sets of kinds are bit masks, the first kind being bit 1.
    """

    def __init__(self, letters: str, *, seats: int) -> None:
        count = len(letters)
        self.kinds = tuple(range(1, count + 1))
        self.letters = f".{letters}"
        """The letter of each kind; a dot for none."""
        self.kind_of_letter = {letter: kind for kind, letter in enumerate(letters, start=1)}
        self.offset = count
        """What to add to a kind for the next seat's piece of it."""
        self.hidden = tuple(range(count * seats + 1, count * seats + 1 + seats))
        """For each seat a piece whose kind the viewer does not know."""
        self.kind_of = (EMPTY, *self.kinds * seats, *(EMPTY for _ in self.hidden))
        """The kind of each code; 0 for none and for a hidden one."""
        self.seat_of = (-1, *(s for s in range(seats) for _ in letters), *range(seats))
        """Whose piece each code is; -1 for none."""
        self.is_of = tuple(tuple(owner == s for owner in self.seat_of) for s in range(seats))
        """For each seat and code, whether that piece is the seat's."""
        self._seen = {knows: self._table(knows) for knows in product((False, True), repeat=seats)}

    def piece_of(self, seat: int, kind: int) -> int:
        """Return the code of *kind* in the hands of *seat*."""
        return kind + self.offset * seat

    def kinds_in(self, mask: int) -> list[int]:
        """Return the kinds of a bit mask, in the order of the rules page."""
        return [kind for kind in self.kinds if mask >> kind & 1]

    def letters_of(self, kinds: Iterable[int]) -> str:
        """Kinds by their letters."""
        return "".join([self.letters[kind] for kind in kinds])

    def army_of(self, letters: str) -> Army:
        """An army by the letters of its pieces."""
        return tuple(letters.count(letter) for letter in self.letters)

    def letters_in(self, army: Army) -> str:
        """Return the letters of an army's pieces, in the order of the rules page."""
        return "".join(self.letters[kind] * army[kind] for kind in self.kinds)

    def as_seen(self, knows: Knows) -> tuple[int, ...]:
        """Each code as a viewer who *knows* those kinds sees it."""
        return self._seen[knows]

    def rank_letters(self) -> dict[int, str]:
        """The letters of two seats' pieces in a position text: the second seat's are small."""
        return {
            self.piece_of(seat, kind): letter.lower() if seat else letter
            for letter, kind in self.kind_of_letter.items()
            for seat in (0, 1)
        }

    def _table(self, knows: Knows) -> tuple[int, ...]:
        return tuple(
            EMPTY if owner < 0 else code if knows[owner] else self.hidden[owner]
            for code, owner in enumerate(self.seat_of)
        )


class HomeSquares:
    """The squares each seat sets up on, in the order in which a set-up lists them."""

    def __init__(self, codes: PieceCodes, squares: Sequence[Squares]) -> None:
        self._codes = codes
        self._squares = tuple(squares)

    def ready(self, board: Squares) -> tuple[bool, ...]:
        """Return which seats have a piece on every home square."""
        owner = self._codes.seat_of
        return tuple(
            all(owner[board[square]] == seat for square in squares)
            for seat, squares in enumerate(self._squares)
        )

    def with_placed(self, board: Squares, seat: int, kinds: Sequence[int]) -> Squares:
        """*board* with these *kinds* on the home squares of *seat*."""
        after = list(board)
        for square, kind in zip(self._squares[seat], kinds, strict=True):
            after[square] = self._codes.piece_of(seat, kind)
        return tuple(after)

    def kinds_on(self, board: Squares, seat: int) -> tuple[int, ...] | None:
        """The kinds *seat* has on its home squares; None unless all are its own and known."""
        pieces = [board[square] for square in self._squares[seat]]
        kinds = tuple(self._codes.kind_of[piece] for piece in pieces)
        own = [self._codes.piece_of(seat, kind) for kind in kinds]
        return kinds if EMPTY not in kinds and pieces == own else None

    def letters_on(self, board: Squares, seat: int, names: Sequence[str]) -> dict[str, str]:
        """The letters of the pieces of *seat* anywhere on *board*, by the squares' *names*."""
        codes = self._codes
        return {
            names[square]: codes.letters[codes.kind_of[piece]]
            for square, piece in enumerate(board)
            if codes.seat_of[piece] == seat
        }


def mask_of(kinds: Iterable[int]) -> int:
    """A set of kinds as a bit mask."""
    return sum(1 << kind for kind in set(kinds))


def knows_of(viewer: Viewer, *, seats: int, is_over: bool) -> Knows:
    """Return whose kinds *viewer* knows: its own; after the end everybody knows all."""
    all_known = viewer.sees_all or is_over
    return tuple([all_known or viewer.seat == seat for seat in range(seats)])


def phase_of(first: Seat | None, outcome: Outcome | None) -> str:
    """Return the phase of a match; *first* made the first ply, and is None during set-up."""
    if outcome is not None:
        return OVER
    return SETUP if first is None else PLAY


def seats_to_act(outcome: Outcome | None, ready: Sequence[bool], asked: Seat) -> frozenset[Seat]:
    """The seats that owe a move: those not *ready*, then the one who is *asked*, until the end."""
    if outcome is not None:
        return frozenset()
    if all(ready):
        return frozenset({asked})
    return frozenset(Seat(seat) for seat, is_ready in enumerate(ready) if not is_ready)


def times_seen(history: Sequence[object], *, seats: int) -> int:
    """Return how often the last of *history* has come up with the same of the alternating seats to
    move.

    A history has an entry for every ply; there is none before play begins.
    """
    return history[::-seats].count(history[-1]) if history else 0


class PhasedView(Protocol):
    """The part that the views of these games have in common."""

    @property
    def phase(self) -> str: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def ready(self) -> tuple[bool, ...]: ...
    @property
    def to_act(self) -> frozenset[Seat]: ...


def seat_on_turn(view: PhasedView, *, places: bool) -> Seat:
    """Return the viewing seat, which is to act; *places* tells that it tries to set up.

    Raises IllegalMove with ``over``, ``already-placed`` or ``not-your-turn``.
    """
    if view.phase == OVER:
        raise IllegalMove("over")
    if view.seat is not None and view.ready[view.seat] and places:
        raise IllegalMove("already-placed")
    if view.seat is None or view.seat not in view.to_act:
        raise IllegalMove("not-your-turn")
    return view.seat
