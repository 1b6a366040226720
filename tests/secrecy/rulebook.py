"""Which twins a viewer may not tell apart, by the second statement of the rules.

The product's own news are not asked where that can be avoided: a leak in them would say of its
witnesses that they are no twins, and so hide itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core.seats import Seat, Viewer
from tests.engines.gunjin import restated

SETUP = "setup:"

Told = list[tuple[object, ...]]
"""Of each act, what may be known of it."""


def told(game: str, acts: Sequence[tuple[Seat, str]], eyes: Iterable[Viewer]) -> Told | None:
    """What all of *eyes* together may know of *acts*; None where there are no such rules."""
    if game != "gunjin":
        return None
    seats = {eye.seat for eye in eyes}
    armies = {seat: text.removeprefix(SETUP) for seat, text in acts if text.startswith(SETUP)}
    board = restated.set_up([armies[Seat(0)], armies[Seat(1)]]) if len(armies) == 2 else {}
    return [
        (seat, text if seat in seats else SETUP) if text.startswith(SETUP) else
        (seat, text, _stepped(board, text))
        for seat, text in acts
    ]  # fmt: skip


def _stepped(board: restated.Board, text: str) -> str:
    """Make a move on *board*: its squares and who is left of a battle, and no kind, are told.

    What cannot move is told to have tried: nothing else that is told is like it.
    """
    origin, target = text[:2], text[2:]
    if board.get(origin, "").upper() not in [*restated.MOVABLE]:
        return "cannot"
    sign = restated.battle(board, origin, target)
    piece = board.pop(origin)
    if sign in ("", "+"):
        board[target] = piece
    elif sign == "=":
        del board[target]
    return sign
