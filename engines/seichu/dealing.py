"""Deals an army's items to its pieces so that everybody gets one it can have.

Items ask for a piece one after the other, moving others on where needed. Whoever
has got a piece keeps one, so those who ask first are dealt if that is possible
at all: the order decides of which kinds there are as many as there can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engines.seichu.pieces import KING
from engines.seichu.stock import Stock

Domains = Mapping[int, int]
"""What each piece of unknown kind may be (a mask)."""


def deal(
    stock: Stock, items: Iterable[tuple[int, int]], domains: Domains, pieces: Sequence[int]
) -> dict[int, int] | None:
    """A kind for each of *pieces*, which are those of *stock*; None if that cannot be.

    *items* are those of the stock in the order in which they ask.
    """
    table = _Table(stock.since, domains, pieces)
    refused: set[tuple[int, int]] = set()
    for item in items:
        if len(table.held) == len(pieces) and item[0] != KING:
            break
        if item in refused or table.takes(item, set()):
            continue
        if item[0] == KING:
            return None
        refused.add(item)
    if len(table.held) < len(pieces):
        return None
    return {piece: kind for piece, (kind, _) in table.held.items()}


class _Table:
    """Who holds what, while it is being dealt."""

    def __init__(self, since: Mapping[int, int], domains: Domains, pieces: Sequence[int]) -> None:
        self.held: dict[int, tuple[int, int]] = {}
        self._since, self._domains, self._pieces = since, domains, pieces

    def takes(self, item: tuple[int, int], tried: set[int]) -> bool:
        """Return whether a piece could be found for *item*."""
        able = [piece for piece in self._pieces if piece not in tried and self._can(piece, item)]
        for piece in able:
            if piece not in self.held:
                self.held[piece] = item
                return True
        for piece in able:
            if piece not in tried:
                tried.add(piece)
                if self.takes(self.held[piece], tried):
                    self.held[piece] = item
                    return True
        return False

    def _can(self, piece: int, item: tuple[int, int]) -> bool:
        return bool(self._domains[piece] >> item[0] & 1) and self._since[piece] >= item[1]
