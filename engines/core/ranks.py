"""Ranks of a board as text: a letter for each piece, a number for each run of empty squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

EMPTY = 0
"""The code of an empty square, in every game that writes its ranks so."""


class RankText:
    """Writes and reads ranks whose pieces are codes, *letters* being the letter of each."""

    def __init__(self, letters: Mapping[int, str]) -> None:
        self._letters = letters

    def write(self, rank: Sequence[int]) -> str:
        """Return the shortest text of *rank*, such as ``"2c2C2"``."""
        text, empty = "", 0
        for piece in (*rank, None):
            if piece == EMPTY:
                empty += 1
                continue
            text += str(empty) if empty else ""
            text += self._letters[piece] if piece is not None else ""
            empty = 0
        return text

    def read(self, text: str, length: int) -> tuple[int, ...]:
        """Inverse of `write` for a rank of *length* squares; ValueError for any other text.

        The text is not quoted in the error: stored positions are read here, and errors end up
        in logs.
        """
        pieces: list[int] = []
        for letter in text:
            if letter in self._pieces:
                pieces.append(self._pieces[letter])
            elif letter in frozenset("123456789"):
                pieces.extend([EMPTY] * int(letter))
            else:
                raise ValueError("not a rank")
        if len(pieces) != length or self.write(pieces) != text:  # also refuses "44" for "8"
            raise ValueError("not a rank")
        return tuple(pieces)

    @cached_property
    def _pieces(self) -> dict[str, int]:
        return {letter: piece for piece, letter in self._letters.items()}
