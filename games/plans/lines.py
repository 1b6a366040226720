"""A tree of moves as the list of its lines, from the root to each leaf. It knows no game.

At a move of one's own the tree does not branch: there is one answer to each move.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.plans.exceptions import BadLine, OtherReply, TooManyLines

MOST_LINES = 30
MOST_PLIES = 12

Line = tuple[str, ...]


def with_line(lines: Sequence[Line], line: Line, own: Sequence[bool]) -> tuple[Line, ...]:
    """Return the same tree with *line* in it, where *own* says which of its moves are one's own.

    A line that goes on where another ends takes its place; one that ends on the way of another is
    there already. Raises BadLine, OtherReply or TooManyLines.
    """
    if not line or len(line) > MOST_PLIES or own[0] or not own[-1]:
        raise BadLine
    kept = []
    for other in lines:
        shared = _shared(other, line)
        if shared == len(line):
            return tuple(lines)
        if shared == len(other):
            continue
        if own[shared]:
            raise OtherReply
        kept.append(other)
    if len(kept) >= MOST_LINES:
        raise TooManyLines
    return (*kept, line)


def _shared(one: Line, other: Line) -> int:
    """Return how many moves both lines begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def after(lines: Sequence[Line], made: Line) -> tuple[Line, ...]:
    """Return the rest of the lines that begin with the moves *made*; a line at its end is gone."""
    count = len(made)
    return tuple(line[count:] for line in lines if line[:count] == made and len(line) > count)


def is_played(lines: Sequence[Line], made: Line) -> bool:
    """Return whether the moves *made* have come to the end of a line."""
    return any(made[: len(line)] == line for line in lines)
