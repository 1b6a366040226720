"""The facts told of a Gungi match. All of them are public."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.events import Event
from engines.core.jsontypes import json_of
from engines.core.seats import Seat
from engines.gungi.attack import is_in_check
from engines.gungi.moves import CAPTURE, DONE, Move
from engines.gungi.notation import official
from engines.gungi.pieces import LETTERS
from engines.gungi.position import Position, Start
from engines.gungi.stacks import HEIGHT, lost, piece_at


def began(position: Position) -> Event:
    """A match began by these rules, with this seat to move, and these setting up."""
    now = position.now
    return Event("began", {"rules": now.rules, "to_move": now.to_move, "placing": [*now.placing]})


def news_of(before: Position, after: Position) -> tuple[Event, ...]:
    """Return what the last move of *after* was, and what it ended."""
    move = after.moves[-1]
    if not before.now.placing:
        return (_moved(before.now, after.now, move), *_ended(after))
    events = [] if move.act == DONE else [_placed(before.now, after.now, move)]
    if after.now.placing != before.now.placing:
        events.append(Event("ready", {"seat": before.to_move, "declared": move.act == DONE}))
    if not after.now.placing:
        facts = {"to_move": after.to_move, "check": _check(after.now)}
        events.append(Event("play-began", facts))
    return (*events, *_ended(after))


def conceded(seats: frozenset[Seat], after: Position) -> tuple[Event, ...]:
    """Seats dropped out, and what that ended."""
    return (Event("conceded", {"seats": sorted(seats)}), *_ended(after))


def _moved(before: Start, after: Start, move: Move) -> Event:
    """Who moved what, the tier it has now, what it took and betrayed, and whether it checks."""
    onto, stack = before.stacks[move.target], after.stacks[move.target]
    taken = lost(onto, before.to_move) if move.act == CAPTURE else ()
    return Event(
        "moved",
        {
            "seat": before.to_move,
            "move": str(move),
            "official": official(before, move),
            "piece": LETTERS[stack & 31],
            "tier": HEIGHT[stack],
            "captured": _letters(taken),
            "betrayed": _letters(piece_at(onto, level) for level in move.levels),
            "check": _check(after),
        },
    )


def _placed(before: Start, after: Start, move: Move) -> Event:
    stack = after.stacks[move.target]
    return Event(
        "placed",
        {
            "seat": before.to_move,
            "move": str(move),
            "official": official(before, move),
            "piece": LETTERS[stack & 31],
            "tier": HEIGHT[stack],
        },
    )


def _ended(position: Position) -> tuple[Event, ...]:
    if position.outcome is None:
        return ()
    return (Event("ended", json_of(position.outcome.as_json())),)


def _check(now: Start) -> bool:
    return is_in_check(now.board, now.to_move)


def _letters(pieces: Iterable[int]) -> list[str]:
    """Return the letters of pieces, from bottom to top."""
    return [LETTERS[piece] for piece in pieces]
