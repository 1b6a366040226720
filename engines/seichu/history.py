"""What a view tells of every piece: who stands where, who was taken, what each was seen to be.

A piece is a number: the square it was set up on, or `DROPS` and the ply in
which it was dropped. In a hand a piece has no number, for hands can be
shuffled; whoever is dropped begins anew (§7).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.seichu.pieces import EMPTY, HIDDEN, KIND_OF, KING, SEAT_OF
from engines.seichu.position import Played
from engines.seichu.squares import ALL_SQUARES, HAND, SQUARE_NAMES
from engines.seichu.view import SeichuView, Tally

NOWHERE = -1
DROPS = len(ALL_SQUARES)


@dataclass(frozen=True, slots=True)
class Picture:
    """The board after a ply; two of them are one position if the kinds agree as well."""

    pieces: tuple[int, ...]
    """The piece on each square; NOWHERE where there is none."""
    sides: tuple[int, ...]
    """Whose piece stands on each square; NOWHERE where there is none."""
    mover: int
    owned: tuple[Tally, ...]

    @property
    def public(self) -> tuple[object, ...]:
        """All of it that is the same when only kinds differ."""
        return self.sides, self.mover, self.owned

    @property
    def hidden_board(self) -> list[int]:
        """The board, all kinds hidden."""
        return [EMPTY if side < 0 else HIDDEN[side] for side in self.sides]


@dataclass(slots=True)
class History:
    """Followed from the record, as far as the view tells."""

    square_of: dict[int, int] = field(default_factory=dict)
    """Where each piece stands, by piece, in the order they came; NOWHERE once it was taken."""
    seat_of: dict[int, int] = field(default_factory=dict)
    kinds: dict[int, int] = field(default_factory=dict)
    """The kinds of the pieces whose kinds the viewer was told."""
    taken_in: dict[int, int] = field(default_factory=dict)
    """The ply in which a piece was taken."""
    gains: tuple[list[tuple[int, int]], list[tuple[int, int]]] = field(
        default_factory=lambda: ([], [])
    )
    """The (ply, kind) of what each seat took into its hand."""
    drops: tuple[list[tuple[int, int]], list[tuple[int, int]]] = field(
        default_factory=lambda: ([], [])
    )
    """The (ply, piece) of what each seat dropped."""
    owned: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """How many of each kind each seat owns, on the board and in hand: public."""
    pictures: list[Picture] = field(default_factory=list)
    """One for where play began, and one for every ply."""


def name_of(piece: int) -> str:
    """Return what a piece is called for good: its first square, or the ply it was dropped in."""
    return SQUARE_NAMES[piece] if piece < DROPS else f"drop{piece - DROPS}"


def history_of(view: SeichuView) -> History:
    """The match as *view* shows it, piece by piece; it uses nothing the viewer may not know."""
    followed = _Followed(view)
    for played in view.record:
        if played.is_ply:
            followed.ply(played)
    return followed.finished(view)


class _Followed:
    """The board of numbered pieces, ply by ply."""

    def __init__(self, view: SeichuView) -> None:
        self.mover = int(view.first or 0)
        self.number = 0
        self.on = [square if code else NOWHERE for square, code in enumerate(view.start)]
        self.facts = History(owned=(list(view.armies[0]), list(view.armies[1])))
        self._drops = tuple(map(iter, view.dropped))
        for square, code in enumerate(view.start):
            if code != EMPTY:
                self._appears(square, square, SEAT_OF[code], KIND_OF[code])
        self._take_picture()

    def ply(self, played: Played) -> None:
        """Move or drop a piece."""
        self.number += 1
        if played.origin == HAND:
            piece = DROPS + self.number
            self._appears(piece, played.target, self.mover, next(self._drops[self.mover]))
            self.facts.drops[self.mover].append((self.number, piece))
        else:
            piece = self.on[played.origin]
            self.on[played.origin] = NOWHERE
            if played.captured:
                self._taken(self.on[played.target], played.captured)
        self.on[played.target] = piece
        self.facts.square_of[piece] = played.target
        self.mover = 1 - self.mover
        self._take_picture()

    def finished(self, view: SeichuView) -> History:
        """All there is, with what the present board shows besides."""
        for square, code in enumerate(view.board):
            if KIND_OF[code]:
                self.facts.kinds[self.on[square]] = KIND_OF[code]
        return self.facts

    def _appears(self, piece: int, square: int, seat: int, kind: int) -> None:
        self.facts.square_of[piece] = square
        self.facts.seat_of[piece] = seat
        if kind:
            self.facts.kinds[piece] = kind

    def _taken(self, piece: int, kind: int) -> None:
        facts = self.facts
        facts.square_of[piece] = NOWHERE
        facts.taken_in[piece] = self.number
        facts.kinds[piece] = kind
        facts.owned[1 - self.mover][kind] -= 1
        if kind != KING:
            facts.owned[self.mover][kind] += 1
            facts.gains[self.mover].append((self.number, kind))

    def _take_picture(self) -> None:
        facts = self.facts
        sides = tuple([NOWHERE if piece < 0 else facts.seat_of[piece] for piece in self.on])
        owned: tuple[Tally, ...] = tuple(map(tuple, facts.owned))
        facts.pictures.append(Picture(tuple(self.on), sides, self.mover, owned))
