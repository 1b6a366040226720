"""What a seat may wait for while another is to act, where pieces are hidden: an event it will see.

A condition follows from what the seat sees, and whether it came true is read in the seat's own
view: so neither tells anything that the seat does not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.core.errors import InvalidMove

_TEXT = re.compile(r"([a-z]+)(?:-([a-z][0-9]))?")


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that may happen in the other's next turn."""

    what: str
    """A code; it names a sentence."""
    square: str = ""
    """Where; empty for what happens anywhere."""

    def __str__(self) -> str:
        return f"{self.what}-{self.square}" if self.square else self.what


def read_condition(text: str) -> Condition:
    """Return the condition of a text such as ``"held-c4"`` or ``"doubted"``; raises InvalidMove for
    any other text."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise InvalidMove(f"not a condition: {text[:40]!r}")
    return Condition(found[1], found[2] or "")
