"""What everybody but the mover may know of each act, by the second statement of the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tests.engines.gunjin import restated

SETUP = "setup:"

DIFFERING = frozenset({"moved", "fought"})
"""The events of which the owners' parts differ in twins whose times are compared."""


def known_of(
    acts: Sequence[tuple[int, str]], seats: Collection[int | None], start: str
) -> Iterator[object]:
    """Of each of *acts* of a match from *start*, all that those in *seats*, and whoever looks on,
    may know together."""
    armies = {seat: text.removeprefix(SETUP) for seat, text in acts if text.startswith(SETUP)}
    board = restated.set_up([armies[0], armies[1]]) if len(armies) == 2 else {}
    for seat, text in acts:
        if text.startswith(SETUP):
            yield seat, text if seat in seats else SETUP
        else:
            yield seat, text, _stepped(board, text)


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
