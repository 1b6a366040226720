"""What is told of a match as it goes on (§7); `manifest` says who hears what."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core import news
from engines.core.events import Event
from engines.core.jsontypes import JsonObject, json_of
from engines.core.seats import Seat
from engines.seichu.moves import Answer, Drop, Placement, Step
from engines.seichu.pieces import KIND_OF, LETTERS, letters_of
from engines.seichu.position import BOARD_CHECK, CAPTURE_CHECK, TURN, Position
from engines.seichu.setup import hand_beside, placement_on
from engines.seichu.text import write_board, write_hands
from engines.seichu.view import armies_of
from engines.seichu.viewjson import json_of_fouls, text_of_ply


def placed(before: Position, seat: Seat, placement: Placement) -> Event:
    """A seat is ready; only its owner hears with what."""
    hand = hand_beside(placement, before.to_place[seat]) or ()
    own = {"setup": placement.letters, "hand": letters_of(hand)}
    return Event("placed", {"seat": seat}, {seat: own})


def played(before: Position, move: Step | Drop, after: Position) -> Iterator[Event]:
    """A step, a capture, a drop or a Trial, and the question it raises."""
    mover, entry = before.to_move, after.record[-1]
    kind = move.kind if isinstance(move, Drop) else KIND_OF[before.board[move.origin]]
    facts: dict[str, str | int] = {"seat": mover, "move": text_of_ply(entry)}
    if entry.captured:
        facts["taken"] = LETTERS[entry.captured]
    what = "dropped" if isinstance(move, Drop) else "captured" if entry.captured else "moved"
    own = {"kind": LETTERS[kind]}
    if entry.trial:
        yield Event("tried", {**facts, **own})
    else:
        yield Event(what, facts, {mover: own})
    if after.asked != TURN:
        yield _asked(after)


def answered(before: Position, answer: Answer, after: Position) -> Event:
    """A Doubt or its absence: of a Doubt everybody hears whether it was proven."""
    seat = before.answering
    check = BOARD_CHECK if before.asked == TURN else before.asked
    facts: JsonObject = {"seat": seat, "check": check}
    if answer is Answer.ACCEPT:
        return Event("accepted", facts)
    proven = after.outcome is not None and after.outcome.termination == "foul-proven"
    return Event("doubted", {**facts, "proven": proven})


def ended(position: Position) -> tuple[Event, ...]:
    """Return the end, if this is one: why, who won, and everything that was hidden."""
    if position.outcome is None:
        return ()
    return (news.ended(position.outcome), news.revealed(_revealed(position)))


def _asked(position: Position) -> Event:
    """A question is open; who lost the king is shown what took it."""
    seat = position.answering
    facts: JsonObject = {"seat": seat, "check": position.asked}
    if position.asked == CAPTURE_CHECK:
        return Event("asked", facts)
    captor = KIND_OF[position.board[position.record[-1].target]]
    return Event("asked", facts, {seat: {"captor": LETTERS[captor]}})


def _revealed(position: Position) -> JsonObject:
    """Both set-ups (None for one that was never made), where play began, and every foul."""
    armies = armies_of(position)
    setups = [placement_on(position.start, seat, armies[seat]) for seat in (0, 1)]
    return {
        "setups": [setup.letters if setup else None for setup in setups],
        "start": f"{write_board(position.start)} {write_hands(position.start_hands)}",
        "dropped": [letters_of(kinds) for kinds in position.dropped],
        "fouls": [json_of(foul) for foul in json_of_fouls(position.fouls)],
    }
