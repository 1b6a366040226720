"""What a view tells of the kinds it hides: whole armies, hands, and positions that were no draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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


class Copy(NamedTuple):
    """Positions that were the same as another one if both pieces of each pair are of one kind."""

    times: int
    pairs: tuple[tuple[int, int], ...]
    """Instead of a second piece of known kind there is that kind, negative."""

    def is_same(self, kinds: Kinds) -> bool:
        """Return whether they were, if the other pieces are what *kinds* says."""
        return all(
            kinds[one] == (-other if other < 0 else kinds[other]) for one, other in self.pairs
        )

    def open_pairs(self, domains: Mapping[int, int]) -> list[tuple[int, int]] | None:
        """Return the pairs on which it still depends; None if one of them cannot be of one kind."""
        found = []
        for one, other in self.pairs:
            mine, theirs = domains[one], 1 << -other if other < 0 else domains[other]
            if not mine & theirs:
                return None
            if mine != theirs or mine & mine - 1:
                found.append((one, other))
        return found

    def groups(self) -> list[set[int]]:
        """The pieces that must be of one kind, together with that kind if it is known."""
        found: list[set[int]] = []
        for pair in self.pairs:
            met = [group for group in found if not group.isdisjoint(pair)]
            found = [group for group in found if group.isdisjoint(pair)]
            found.append(set(pair).union(*met))
        return found


@dataclass(frozen=True, slots=True)
class Clue:
    """A position that was no draw: it did not come up so often together with its copies."""

    times: int
    """How often it came up for sure."""
    copies: tuple[Copy, ...]

    def is_broken(self, kinds: Kinds) -> bool:
        """Return whether it came up too often, if pieces are what *kinds* says."""
        same = (copy.times for copy in self.copies if copy.is_same(kinds))
        return self.times + sum(same) >= REPETITIONS_TO_DRAW

    def can_be_broken(self) -> bool:
        """Return whether it came up too often if all its copies were the same."""
        return self.times + sum(copy.times for copy in self.copies) >= REPETITIONS_TO_DRAW

    def pieces_of(self, kinds: Kinds) -> Iterator[int]:
        """Yield the pieces that make copies the same, if pieces are what *kinds* says."""
        for copy in self.copies:
            if copy.is_same(kinds):
                for pair in copy.pairs:
                    yield from (piece for piece in pair if piece >= 0)

    def settle(self, domains: dict[int, int]) -> bool:
        """Take from *domains* (masks) what would break it at once; false if it is broken."""
        room, undecided = REPETITIONS_TO_DRAW - 1 - self.times, []
        for copy in self.copies:
            pairs = copy.open_pairs(domains)
            if pairs:
                undecided.append((copy.times, pairs))
            elif pairs is not None:
                room -= copy.times
        for times, pairs in undecided:
            if times > room and len(pairs) == 1:
                _tell_apart(domains, *pairs[0])
        return room >= 0


def armies_in(view: SeichuView, history: History) -> tuple[Army, ...]:
    """Return the sides that *view* hides anything of."""
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


def clues_in(view: SeichuView, history: History) -> Iterator[Clue]:
    """All that follows from the match not being drawn by repetition, some of it more than once.

    While a question is open the last position has not been judged yet.
    """
    pictures = history.pictures if view.asked == TURN else history.pictures[:-1]
    groups: dict[tuple[object, ...], list[Picture]] = {}
    for picture in pictures:
        groups.setdefault(picture.public, []).append(picture)
    for group in groups.values():
        if len(group) >= REPETITIONS_TO_DRAW:
            yield from _clues(_boards(group, history.kinds))


def _pieces_of(history: History, seat: int) -> Iterator[int]:
    return (piece for piece, owner in history.seat_of.items() if owner == seat)


def _boards(group: Sequence[Picture], kinds: Kinds) -> Counter[tuple[int, ...]]:
    """Return how often each board came, as far as not always the same piece stood on a square."""
    known = {piece: -kind for piece, kind in kinds.items()}
    varying = [
        square
        for square, column in enumerate(zip(*(picture.pieces for picture in group), strict=True))
        if len(set(column)) > 1
    ]
    return Counter(
        tuple([known.get(picture.pieces[square], picture.pieces[square]) for square in varying])
        for picture in group
    )


def _clues(boards: Mapping[tuple[int, ...], int]) -> Iterator[Clue]:
    for board, times in boards.items():
        copies = (
            Copy(often, pairs)
            for other, often in boards.items()
            if other != board and (pairs := _pairs(board, other))
        )
        clue = Clue(times, tuple(sorted(copies)))
        if clue.can_be_broken():
            yield clue


def _pairs(board: Sequence[int], other: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Who must be of one kind for two boards to be the same; empty if they are known not to be."""
    pairs = {
        (mine, theirs) if mine > theirs else (theirs, mine)
        for mine, theirs in zip(board, other, strict=True)
        if mine != theirs
    }
    return () if any(one < 0 for one, _ in pairs) else tuple(sorted(pairs))


def _tell_apart(domains: dict[int, int], one: int, other: int) -> None:
    """Keep two pieces from being of one kind, once the kind of either is decided."""
    mine, theirs = domains[one], 1 << -other if other < 0 else domains[other]
    if not theirs & theirs - 1:
        domains[one] &= ~theirs
    elif not mine & mine - 1:
        domains[other] &= ~mine
