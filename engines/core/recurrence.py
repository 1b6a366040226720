"""How often a position has come up: marks of those since the last that cannot come up again.

A mark is a digest of a position without its history. Two positions of one match having the same
mark by chance is as likely as nothing else in this site, and nobody gains by finding such two.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from hashlib import blake2b

from engines.core.jsontypes import Json

SIZE = 8


def mark_of(position: bytes) -> bytes:
    """Return what stands for *position*."""
    return blake2b(position, digest_size=SIZE).digest()


def times_seen(marks: bytes) -> int:
    """Return how often the last of *marks* stands at its place, the two seats moving by turns; 0
    for none.

    The same seat was to move two positions ago, four, and so on.
    """
    found = _numbers(marks)[::-2]
    return found.count(found[0]) if found else 0


def _numbers(marks: bytes) -> list[int]:
    return memoryview(marks).cast("Q").tolist()


def quiet_plies(marks: bytes) -> int:
    """Return how many plies were made since the last position that can never come up again."""
    return max(0, len(marks) // SIZE - 1)


class Seen:
    """Marks that are added to while a record is gone through."""

    def __init__(self, marks: bytes = b"") -> None:
        self._marks, numbers = bytearray(marks), _numbers(marks)
        self._counts = Counter(numbers[::2]), Counter(numbers[1::2])
        self.times = times_seen(marks)
        """How often the last position has come up; 0 where there is none."""

    def add(self, position: bytes, *, is_new: bool) -> None:
        """Note *position*; *is_new* if nothing before it can come up again."""
        if is_new:
            self._marks.clear()
            self._counts = Counter(), Counter()
        mark = mark_of(position)
        counts, (number,) = self._counts[len(self._marks) // SIZE % 2], _numbers(mark)
        self.times = counts[number] = counts[number] + 1
        self._marks += mark

    @property
    def marks(self) -> bytes:
        """All of them, to be kept with a position."""
        return bytes(self._marks)


def dump_marks(marks: bytes) -> str:
    """*marks* as JSON takes them."""
    return b64encode(marks).decode()


def load_marks(text: Json) -> bytes:
    """Inverse of `dump_marks`; ValueError for anything else."""
    if not isinstance(text, str):
        raise ValueError("no marks")
    marks = b64decode(text, validate=True)
    if len(marks) % SIZE:
        raise ValueError("no marks")
    return marks
