"""What a seat may wait for in the other's turn (§7): every step and the result of a battle is
public, so all of it can be read in the seat's own view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engines.core.conditions import Condition
from engines.core.errors import IllegalMove
from engines.core.hidden import PLAY
from engines.core.seats import Seat
from engines.gunjin.battle import ATTACKER, DEFENDER, NO_BATTLE, NOBODY
from engines.gunjin.pieces import EMPTY, HIDDEN, IS_OF
from engines.gunjin.squares import SQUARE_NAMES, SQUARES
from engines.gunjin.view import GunjinView

HELD, LOST, FELL, MOVED, CAME = "held", "lost", "fell", "moved", "came"
"""An own piece is attacked and survives, is lost, or falls together with the attacker; an enemy
piece leaves a square; one comes to an empty square."""

_RESULTS = {HELD: DEFENDER, LOST: ATTACKER, FELL: NOBODY, CAME: NO_BATTLE}
"""How a step onto the square of such a condition must end."""


def conditions_in(view: GunjinView) -> Iterator[Condition]:
    """Yield what the viewing seat may wait for, by square; nothing while it is to act itself."""
    if view.phase != PLAY or view.seat is None or view.seat in view.to_act:
        return
    for name, piece in zip(SQUARE_NAMES, view.board, strict=True):
        if IS_OF[view.seat][piece]:
            yield from (Condition(what, name) for what in (HELD, LOST, FELL))
        else:
            yield Condition(CAME if piece == EMPTY else MOVED, name)


def supposed(view: GunjinView, condition: Condition) -> GunjinView:
    """*view* with the viewing seat to act, as if *condition* had come true and nothing else were
    known of that step. IllegalMove for one that cannot be waited for."""
    if condition not in conditions_in(view):
        raise IllegalMove("no-condition")
    assert view.seat is not None
    enemy = Seat(1 - view.seat)
    board, square = list(view.board), SQUARES[condition.square]
    if condition.what in (LOST, CAME):
        board[square] = HIDDEN[enemy]
    elif condition.what in (FELL, MOVED):
        board[square] = EMPTY
    return replace(view, board=tuple(board), to_act=frozenset({view.seat}))


def came_true(view: GunjinView, condition: Condition, since: int) -> bool:
    """Return whether *condition* came true in the last *since* steps, all of them the other's."""
    square = SQUARES.get(condition.square)
    steps = view.record[len(view.record) - since :]
    if condition.what == MOVED:
        return any(origin == square for origin, _target, _result in steps)
    return any(
        target == square and result == _RESULTS.get(condition.what)
        for _origin, target, result in steps
    )
