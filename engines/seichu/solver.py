"""Finds the whole matches that would have looked the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.core.dice import Dice
from engines.seichu.clues import Army, Kinds, armies_in, lookalikes_in
from engines.seichu.hands import Drops, start_hands
from engines.seichu.history import History
from engines.seichu.pieces import KINDS
from engines.seichu.view import SeichuView

Wanted = Callable[[Kinds], bool]
"""Whether these kinds, and more to come, may still lead to what is looked for."""


def _anything(_: Kinds) -> bool:
    return True


class Solver:
    """What the kinds that *view* hides can be.

    Armies and hands are simple enough to be judged in one go (see `hands`).
    Positions that were no draw tie single pieces to each other: those are
    tried one by one, until nothing more depends on them.
    """

    def __init__(self, view: SeichuView, history: History) -> None:
        self.armies = armies_in(view, history)
        self._known: Kinds = history.kinds
        self._lookalikes = lookalikes_in(view, history)

    def possible(self, piece: int) -> list[int]:
        """The kinds that *piece* has in some match."""
        tried = ({**self._known, piece: kind} for kind in KINDS)
        return [kinds[piece] for kinds in tried if self._completed(kinds) is not None]

    def held(self, army: Army, kind: int) -> tuple[int, int]:
        """How many of *kind* the hand of *army* can hold now: at least, at most."""
        fewest, most = _held(army, kind, self._known)
        if not self._lookalikes:
            return fewest, most

        def down_to(number: int) -> Wanted:
            return lambda kinds: _held(army, kind, kinds)[0] <= number

        def up_to(number: int) -> Wanted:
            return lambda kinds: _held(army, kind, kinds)[1] >= number

        return (
            next(number for number in range(fewest, most + 1) if self._is_met(down_to(number))),
            next(number for number in range(most, fewest - 1, -1) if self._is_met(up_to(number))),
        )

    def some_world(self, dice: Dice) -> tuple[Kinds, dict[int, tuple[int, ...]]]:
        """A kind for every piece, and the hand each hidden army began with; ValueError if none."""
        order = list(KINDS)
        dice.shuffle(order)
        kinds = self._completed(self._known, order=order)
        if kinds is None:
            raise ValueError("no match looks like this")
        hands: dict[int, tuple[int, ...]] = {}
        for army in self.armies:
            hands[army.seat] = dice.choice(list(start_hands(army, kinds)))
            kinds = {**kinds, **_dealt(army, hands[army.seat], kinds, dice)}
        return kinds, hands

    def _is_met(self, wanted: Wanted) -> bool:
        return self._completed(self._known, wanted) is not None

    def _completed(
        self, kinds: Kinds, wanted: Wanted = _anything, order: Sequence[int] = KINDS
    ) -> Kinds | None:
        """*kinds* and as many more as clues depend on; armies fit however the rest is dealt.

        *order* is that in which kinds are tried. None if there is no match like that.
        """
        if any(clue.is_broken(kinds) for clue in self._lookalikes):
            return None
        if any(next(start_hands(army, kinds), None) is None for army in self.armies):
            return None
        if not wanted(kinds):
            return None
        pieces = (clue.open_piece(kinds) for clue in self._lookalikes)
        piece = next((piece for piece in pieces if piece is not None), None)
        if piece is None:
            return kinds
        tried = (self._completed({**kinds, piece: kind}, wanted, order) for kind in order)
        return next((found for found in tried if found is not None), None)


def _held(army: Army, kind: int, kinds: Kinds) -> tuple[int, int]:
    """The same as `Solver.held` as far as armies and hands tell."""
    ranges = [Drops(army, hand, kinds).left(kind) for hand in start_hands(army, kinds)]
    return min(fewest for fewest, _ in ranges), max(most for _, most in ranges)


def _dealt(army: Army, hand: tuple[int, ...], kinds: Kinds, dice: Dice) -> Kinds:
    """A kind for each piece of *army* that has none yet."""
    rest = list(army.total)
    for kind in hand:
        rest[kind] -= 1
    for piece in army.placed:
        if piece in kinds:
            rest[kinds[piece]] -= 1
    deck = [kind for kind in KINDS for _ in range(rest[kind])]
    dice.shuffle(deck)
    placed = {piece: deck.pop() for piece in army.placed if piece not in kinds}
    drops = (piece for _, piece in army.drops)
    return {**placed, **dict(zip(drops, Drops(army, hand, kinds).some(dice), strict=True))}
