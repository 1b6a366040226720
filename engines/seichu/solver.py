"""Finds the whole matches that would have looked the same.

Armies are simple enough to be judged in one go (see `dealing`). Positions that
were no draw tie single pieces to each other, and only by being of one kind: a
dealing that breaks such a clue splits what may be by one of its pairs, and what
has been split settles more of the same clues. Most kinds there are only once,
so few pieces are ever tried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from engines.core.dice import Dice
from engines.core.steps import OutOfSteps, Steps
from engines.seichu.clues import Army, Clue, Copy, Kinds, armies_in, clues_in
from engines.seichu.dealing import deal
from engines.seichu.history import History
from engines.seichu.pieces import ALL, KINDS, KING, tally
from engines.seichu.stock import stock_of
from engines.seichu.view import SeichuView

STEPS, STEPS_A_QUESTION = 400_000, 60_000
"""For all that is asked about one view: a quarter of a second. A step is a look
at one `Copy`."""
STEPS_A_DEALING = 150

World = tuple[Kinds, dict[int, tuple[int, ...]]]
"""A kind for every piece, and the hand each hidden army began with."""


Dealt = dict[int, int]
"""The kind of every open piece: those on the board whose kind the viewer was not told."""


class Number(NamedTuple):
    """That so many open pieces of a seat are of a kind: at most, or at least."""

    seat: int
    kind: int
    amount: int
    is_most: bool


class Solver:
    """The possible kinds of what *view* hides; ValueError if no match looks like this."""

    def __init__(self, view: SeichuView, history: History) -> None:
        self.armies = armies_in(view, history)
        self.stocks = {army.seat: stock_of(army, history.kinds) for army in self.armies}
        self.domains = {
            piece: ALL & ~(1 << KING) if ply else ALL
            for stock in self.stocks.values()
            for piece, ply in stock.since.items()
        }
        """What each open piece may be (a mask): callers take away what they have refuted."""
        self._known: Kinds = history.kinds
        self._items = {seat: list(stock.items) for seat, stock in self.stocks.items()}
        self._pieces = {seat: list(stock.since) for seat, stock in self.stocks.items()}
        self._clues = self._telling(clues_in(view, history))
        self._size = STEPS_A_DEALING + sum(len(clue.copies) for clue in self._clues)
        self.steps = Steps(STEPS, a_question=STEPS_A_QUESTION)

    def possible(self, piece: int) -> list[int]:
        """Return the kinds that *piece* has in some match; too many where that takes too long."""
        if piece in self._known:
            return [self._known[piece]]
        return [kind for kind in KINDS if self._may_be(piece, kind)]

    def with_kind(self, piece: int, kind: int) -> dict[int, int] | None:
        """Kinds for all open pieces, *piece* being a *kind*; None if no match is like that.

        Raises OutOfSteps where it would take too long to say, never for what armies alone tell.
        """
        return self._found({**self.domains, piece: self.domains[piece] & 1 << kind})

    def with_number(self, number: Number) -> dict[int, int] | None:
        """Return the same, with so many pieces of a kind."""
        return self._found(self.domains, number)

    def bound(self, number: Number) -> int:
        """The most there can be of what *number* counts, or the fewest, as far as armies tell."""
        dealt = self._dealt(self.domains, number)
        if dealt is None:
            raise ValueError("no match looks like this")
        return self.count(dealt, number.seat, number.kind)

    def count(self, dealt: Kinds, seat: int, kind: int) -> int:
        """Return how many of the open pieces of *seat* are of *kind*."""
        return sum(dealt[piece] == kind for piece in self.stocks[seat].since)

    def some_world(self, dice: Dice) -> World:
        """Some match that looks like this; raises OutOfSteps if none is found in time."""
        self._shuffle(dice)
        return self._world(self._found(self.domains))

    def some_dealing(self, dice: Dice) -> World:
        """Return the same, but positions that were no draw are left out."""
        self._shuffle(dice)
        return self._world(self._dealt(self.domains))

    def _may_be(self, piece: int, kind: int) -> bool:
        try:
            return self.with_kind(piece, kind) is not None
        except OutOfSteps:
            return True

    # --- the search ---

    def _found(self, domains: Mapping[int, int], number: Number | None = None) -> Dealt | None:
        self.steps.begin_question()
        return self._search(dict(domains), number)

    def _search(self, domains: dict[int, int], number: Number | None) -> Dealt | None:
        """Kinds that break no clue; *domains* are this search's own."""
        dealt = self._dealt(domains, number)
        if dealt is None or (number and not self._is_met(number, dealt)):
            return None
        broken = next((clue for clue in self._clues if clue.is_broken(dealt)), None)
        if broken is None:
            return dealt
        self.steps.take(self._size)
        if any(not clue.settle(domains) for clue in self._clues):
            return None
        for narrowed in _split(domains, broken.pieces_of(dealt), dealt):
            found = self._search(narrowed, number)
            if found is not None:
                return found
        return None

    def _dealt(self, domains: Mapping[int, int], number: Number | None = None) -> Dealt | None:
        """Kinds that fit the armies, with as many or as few of a kind as *number* wants."""
        found: Dealt = {}
        for seat, stock in self.stocks.items():
            items = self._items[seat]
            if number and number.seat == seat:
                items = sorted(items, key=lambda item: _rank(item[0], number))
            dealt = deal(stock, items, domains, self._pieces[seat])
            if dealt is None:
                return None
            found |= dealt
        return found

    def _is_met(self, number: Number, dealt: Kinds) -> bool:
        count = self.count(dealt, number.seat, number.kind)
        return count <= number.amount if number.is_most else count >= number.amount

    def _telling(self, clues: Iterable[Clue]) -> list[Clue]:
        """*clues* with those copies alone that can be."""
        cut = (replace(clue, copies=tuple(filter(self._can_be, clue.copies))) for clue in clues)
        return [clue for clue in dict.fromkeys(cut) if clue.can_be_broken()]

    def _can_be(self, copy: Copy) -> bool:
        """Return whether there is enough of one kind for every group of pieces that must be of
        one."""
        return all(self._has_enough(group) for group in copy.groups())

    def _has_enough(self, group: set[int]) -> bool:
        pieces = {piece for piece in group if piece >= 0}
        kinds = {-kind for kind in group if kind < 0} or KINDS
        stock = next(stock for stock in self.stocks.values() if pieces <= stock.since.keys())
        most = max(stock.number(kind) for kind in kinds)
        return len(group) <= len(pieces) + 1 and len(pieces) <= most

    def _shuffle(self, dice: Dice) -> None:
        """Let items ask in any order, kings still first, and pieces be asked in any order."""
        for items, pieces in zip(self._items.values(), self._pieces.values(), strict=True):
            dice.shuffle(items)
            items.sort(key=lambda item: item[0] != KING)
            dice.shuffle(pieces)

    def _world(self, dealt: Dealt | None) -> World:
        if dealt is None:
            raise ValueError("no match looks like this")
        kinds = {**self._known, **dealt}
        return kinds, {army.seat: _first_hand(army, kinds) for army in self.armies}


def _split(domains: Dealt, pieces: Iterable[int], dealt: Kinds) -> Iterator[Dealt]:
    """*domains* without what one of *pieces* is in *dealt*, and with nothing else for it.

    Where all of them are decided it is *domains* as it is: settling has changed it.
    """
    piece = next((piece for piece in pieces if domains[piece] != 1 << dealt[piece]), None)
    if piece is None or not domains[piece] >> dealt[piece] & 1:
        yield domains
        return
    for part in (domains[piece] & ~(1 << dealt[piece]), 1 << dealt[piece]):
        yield {**domains, piece: part}


def _rank(kind: int, number: Number) -> int:
    """When items of *kind* may ask: kings at once, those that *number* counts first or last."""
    if kind == KING:
        return 0
    return 2 if (kind == number.kind) == number.is_most else 1


def _first_hand(army: Army, kinds: Kinds) -> tuple[int, ...]:
    """Return what was in hand at first, if pieces are what *kinds* says."""
    placed = tally(kinds[piece] for piece in army.placed)
    return tuple(kind for kind in KINDS for _ in range(army.total[kind] - placed[kind]))
