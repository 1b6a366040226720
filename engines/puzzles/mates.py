"""Forced wins, by looking at every move and every reply: no budget of nodes, no guess."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engines.core.jsontypes import Json, JsonObject


class ExactBoard(Protocol):
    """The part of a `SearchBoard` that is needed, with every legal move among its moves."""

    def moves(self) -> list[int]:
        """Return all legal moves of the side to move."""

    def is_beaten(self) -> bool:
        """Return whether the side to move has lost if it has no legal move."""

    def is_drawn(self) -> bool:
        """Return whether nobody can win any more."""

    def make(self, code: int) -> None:
        """Make a move."""

    def unmake(self) -> None:
        """Take back the move last made."""

    def key(self) -> bytes:
        """Return what tells this board, with the side to move, from every other."""


class Prover:
    """Proves and refutes wins on one board, and remembers what it has seen."""

    def __init__(self, board: ExactBoard) -> None:
        self._board = board
        self._seen: dict[tuple[bytes, int], bool] = {}
        self._good: dict[int, int] = {}
        """A move that has won lately with so many to go: tried first."""
        self._held: dict[int, int] = {}
        """A reply that has refuted lately: likewise."""

    def winning(self, within: int, most: int | None = None) -> list[int]:
        """The moves that win by force within so many own moves; no more than *most* of them."""
        found: list[int] = []
        for code in self._board.moves():
            if most is not None and len(found) >= most:
                break
            if self._wins_by(code, within):
                found.append(code)
        return found

    def tree(self, within: int, text: Callable[[int], str]) -> JsonObject:
        """Right moves by their text, each with the reply that holds out longest, and what is right
        then. A move that ends it has an empty list."""
        board = self._board
        tree: dict[str, Json] = {}
        for code in self.winning(within):
            board.make(code)
            replies = board.moves()
            if replies:
                reply = self._longest(replies, within - 1)
                board.make(reply)
                tree[text(code)] = [text(reply), self.tree(within - 1, text)]
                board.unmake()
            else:
                tree[text(code)] = []
            board.unmake()
        return tree

    def wins(self, within: int) -> bool:
        """Return whether the side to move wins by force within so many of its moves."""
        key = (self._board.key(), within)
        if key not in self._seen:
            good = self._good.get(within)
            codes = sorted(self._board.moves(), key=lambda code: code != good)
            code = next((code for code in codes if self._wins_by(code, within)), None)
            if code is not None:
                self._good[within] = code
            self._seen[key] = code is not None
        return self._seen[key]

    def _wins_by(self, code: int, within: int) -> bool:
        self._board.make(code)
        won = self._is_lost(within - 1)
        self._board.unmake()
        return won

    def _is_lost(self, within: int) -> bool:
        """Return whether the side to move has lost, or will within so many moves of the other
        side."""
        board = self._board
        if not within and not board.is_beaten():
            return False
        replies = board.moves()
        if not replies:
            return board.is_beaten()
        if not within or board.is_drawn():
            return False
        held = self._held.get(within)
        for reply in sorted(replies, key=lambda code: code != held):
            board.make(reply)
            is_won = self.wins(within)
            board.unmake()
            if not is_won:
                self._held[within] = reply
                return False
        return True

    def _longest(self, replies: list[int], within: int) -> int:
        """The first of *replies* after which it takes as long as it can."""
        for reply in replies:
            self._board.make(reply)
            is_shorter = within > 1 and self.wins(within - 1)
            self._board.unmake()
            if not is_shorter:
                return reply
        return replies[0]
