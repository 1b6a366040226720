"""What a view tells of the kinds it hides: whole armies, hands, and positions that were no draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.seichu.ending import REPETITIONS_TO_DRAW
from engines.seichu.history import DROPS, History, Picture
from engines.seichu.pieces import HIDDEN, UNKNOWN
from engines.seichu.position import TURN
from engines.seichu.view import SeichuView, Tally

Kinds = Mapping[int, int]
"""What pieces are taken to be, by piece."""


@dataclass(frozen=True, slots=True)
class Army:
    """One side whose kinds the viewer does not know."""

    seat: int
    total: Tally
    """What it set out with."""
    placed: tuple[int, ...]
    """The pieces it set up on the board; the rest of `total` was in hand, and no king."""
    in_hand: int
    """How many those were."""
    gains: tuple[tuple[int, int], ...]
    """The (ply, kind) of what came into its hand."""
    drops: tuple[tuple[int, int], ...]
    """The (ply, piece) of what left it."""
    owned: Tally
    """What it has now."""


@dataclass(frozen=True, slots=True)
class Lookalikes:
    """Positions that looked the same to the public, and were no draw.

    So no four of them were the same. Each line holds the pieces on those
    squares where not always the same piece stood, and how often that came.
    """

    lines: tuple[tuple[tuple[int, ...], int], ...]

    def is_broken(self, kinds: Kinds) -> bool:
        """Whether *kinds* make four of them the same."""
        same: Counter[tuple[int, ...]] = Counter()
        for pieces, times in self.lines:
            same[tuple([kinds.get(piece, -piece - 1) for piece in pieces])] += times
        return max(same.values()) >= REPETITIONS_TO_DRAW

    def open_piece(self, kinds: Kinds) -> int | None:
        """A piece not in *kinds* on which it still depends; None if they cannot be broken."""
        for pieces, _ in self.lines:
            alike = [line for line in self.lines if not _differ(pieces, line[0], kinds)]
            if sum(times for _, times in alike) >= REPETITIONS_TO_DRAW:
                for piece in _undecided(pieces, [other for other, _ in alike], kinds):
                    return piece
        return None


def armies_in(view: SeichuView, history: History) -> tuple[Army, ...]:
    """The sides that *view* hides anything of."""
    return tuple(
        Army(
            seat,
            view.armies[seat],
            tuple(piece for piece in _pieces_of(history, seat) if piece < DROPS),
            len(view.start_hands[seat]),
            tuple(history.gains[seat]),
            tuple(history.drops[seat]),
            tuple(history.owned[seat]),
        )
        for seat in (0, 1)
        if HIDDEN[seat] in view.start or UNKNOWN in view.start_hands[seat]
    )


def lookalikes_in(view: SeichuView, history: History) -> tuple[Lookalikes, ...]:
    """All that follows from the match not being drawn by repetition.

    While a question is open the last position has not been judged yet.
    """
    pictures = history.pictures if view.asked == TURN else history.pictures[:-1]
    groups: dict[tuple[object, ...], list[Picture]] = {}
    for picture in pictures:
        groups.setdefault(picture.public, []).append(picture)
    found = (_lookalikes(group) for group in groups.values() if len(group) >= REPETITIONS_TO_DRAW)
    return tuple(clue for clue in found if clue.open_piece(history.kinds) is not None)


def _pieces_of(history: History, seat: int) -> Iterator[int]:
    return (piece for piece, owner in history.seat_of.items() if owner == seat)


def _lookalikes(group: Sequence[Picture]) -> Lookalikes:
    boards = Counter(picture.pieces for picture in group)
    varying = [
        square for square, column in enumerate(zip(*boards, strict=True)) if len(set(column)) > 1
    ]
    lines = tuple((tuple(board[square] for square in varying), boards[board]) for board in boards)
    return Lookalikes(lines)


def _differ(one: Sequence[int], other: Sequence[int], kinds: Kinds) -> bool:
    """Whether two boards are known to show different kinds on a square."""
    return any(
        mine in kinds and theirs in kinds and kinds[mine] != kinds[theirs]
        for mine, theirs in zip(one, other, strict=True)
    )


def _undecided(
    pieces: Sequence[int], others: Sequence[Sequence[int]], kinds: Kinds
) -> Iterator[int]:
    """The pieces without a kind on squares where somebody else stood in another line."""
    for other in others:
        for mine, theirs in zip(pieces, other, strict=True):
            if mine != theirs:
                yield from (piece for piece in (mine, theirs) if piece not in kinds)
