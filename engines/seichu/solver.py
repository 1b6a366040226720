"""Finds the whole matches that would have looked the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.dice import Dice
from engines.seichu.clues import Army, Kinds, armies_in, lookalikes_in
from engines.seichu.hands import Drops, start_hands
from engines.seichu.history import History
from engines.seichu.pieces import KINDS
from engines.seichu.view import SeichuView


class Solver:
    """What the kinds that *view* hides can be.

    Armies and hands are simple enough to be judged in one go (see `hands`).
    Positions that were no draw tie single pieces to each other: those are
    tried one by one, until nothing more depends on them.
    """

    def __init__(self, view: SeichuView, history: History) -> None:
        self.armies = armies_in(view, history)
        self.known: Kinds = history.kinds
        self._lookalikes = lookalikes_in(view, history)

    def possible(self, piece: int) -> list[int]:
        """The kinds that *piece* has in some match."""
        return [kind for kind in KINDS if self._is_possible({**self.known, piece: kind})]

    def settled(self, kinds: Kinds, order: Sequence[int] = KINDS) -> Iterator[Kinds]:
        """*kinds* and as many more as clues depend on; armies fit however the rest is dealt.

        *order* is that in which kinds are tried.
        """
        for army in self.armies:
            if next(start_hands(army, kinds), None) is None:
                return
        if any(clue.is_broken(kinds) for clue in self._lookalikes):
            return
        pieces = (clue.open_piece(kinds) for clue in self._lookalikes)
        piece = next((piece for piece in pieces if piece is not None), None)
        if piece is None:
            yield kinds
            return
        for kind in order:
            yield from self.settled({**kinds, piece: kind}, order)

    def _is_possible(self, kinds: Kinds) -> bool:
        return next(self.settled(kinds), None) is not None

    def some_world(self, dice: Dice) -> tuple[Kinds, dict[int, tuple[int, ...]]]:
        """A kind for every piece, and the hand each hidden army began with; ValueError if none."""
        order = list(KINDS)
        dice.shuffle(order)
        kinds = next(self.settled(self.known, order), None)
        if kinds is None:
            raise ValueError("no match looks like this")
        hands: dict[int, tuple[int, ...]] = {}
        for army in self.armies:
            hands[army.seat] = dice.choice(list(start_hands(army, kinds)))
            kinds = {**kinds, **_dealt(army, hands[army.seat], kinds, dice)}
        return kinds, hands


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
