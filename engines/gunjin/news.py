"""What is told of a match as it goes on (§7); `manifest` says who hears what."""

from __future__ import annotations

from engines.core import news
from engines.core.events import Event
from engines.core.jsontypes import JsonObject
from engines.core.seats import Seat
from engines.gunjin.battle import ATTACKER, DEFENDER, NOBODY
from engines.gunjin.moves import Placement, Step
from engines.gunjin.pieces import KIND_OF, LETTERS
from engines.gunjin.position import Position
from engines.gunjin.setup import placement_on
from engines.gunjin.text import write_board

_RESULT_WORDS = {ATTACKER: "attacker", DEFENDER: "defender", NOBODY: "nobody"}
"""Who is left after a battle, as news says it."""


def placed(seat: Seat, placement: Placement) -> Event:
    """A seat is ready; only its owner hears with what."""
    return Event("placed", {"seat": seat}, {seat: {"setup": placement.letters}})


def stepped(before: Position, step: Step, result: int) -> Event:
    """A step, or a battle: the squares and who is left; each owner hears the own kind besides."""
    mover, other = before.to_move, Seat(1 - before.to_move)
    facts: JsonObject = {"seat": mover, "move": str(step)}
    own = {"kind": LETTERS[KIND_OF[before.board[step.origin]]]}
    if not result:
        return Event("moved", facts, {mover: own})
    attacked = {"kind": LETTERS[KIND_OF[before.board[step.target]]]}
    return Event("fought", {**facts, "left": _RESULT_WORDS[result]}, {mover: own, other: attacked})


def ended(position: Position) -> tuple[Event, ...]:
    """Return the end, if this is one: why, who won, and everything that was hidden."""
    if position.outcome is None:
        return ()
    return (news.ended(position.outcome), news.revealed(_revealed(position)))


def _revealed(position: Position) -> dict[str, str | list[str | None]]:
    """Both set-ups (None for one that was never made), and the board where play began."""
    setups = [placement_on(position.start, seat, position.armies[seat]) for seat in (0, 1)]
    return {
        "setups": [setup.letters if setup else None for setup in setups],
        "start": write_board(position.start),
    }
