"""What a seat may try, and why not: both follow from what everybody sees (§9.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.nation.moves import TRAIN, Move
from engines.nation.passives import specials_of
from engines.nation.places import NUMBER, PLACES
from engines.nation.rules_of_commands import (
    commands_of,
    seat_of,
    targets_of,
    why_not,
    why_not_at,
)
from engines.nation.view import NationView
from engines.nation.world import Snapshot

ILLEGAL_CODES = (
    "over",
    "not-your-turn",
    "unknown-command",
    "no-actions-left",
    "cooling-down",
    "not-enough-power",
    "no-place-free",
    "graveyard-empty",
    "no-target",
    "needs-no-target",
    "target-missing",
    "not-a-target",
    "nothing-to-swap",
    "no-such-nation",
    "own-nation",
    "nation-is-out",
    "not-the-player",
    "front-empty",
    "unknown-special",
)
"""Every code `check_move` refuses with; the first that applies is named."""


def check_move(view: NationView, move: Move) -> None:
    """Raises IllegalMove, with the first code that applies, unless *move* is open to the viewer."""
    if view.outcome is not None:
        raise IllegalMove("over")
    if view.seat is None:
        raise IllegalMove("not-your-turn")
    refusal(view.now, view.seat, move)


def refusal(now: Snapshot, seat: int, move: Move) -> None:
    """Raises IllegalMove unless *move* is open to *seat*."""
    code = _refusal(now, seat, move)
    if code is not None:
        raise IllegalMove(code)


def _refusal(now: Snapshot, seat: int, move: Move) -> str | None:
    if now.over:
        return "over"
    if seat != now.turn:
        return "not-your-turn"
    if move.kind == "command":
        return _refusal_of_command(now, seat, move)
    if move.kind == "swap":
        places = now.nations[seat].places
        empty = places[NUMBER[move.name]] is None and places[NUMBER[move.target]] is None
        return "nothing-to-swap" if empty else None
    if move.kind == "battle":
        return _refusal_of_battle(now, seat, move)
    if move.kind == "special" and move.name not in specials_of(now.content, now.nations[seat]):
        return "unknown-special"
    return None


def _refusal_of_command(now: Snapshot, seat: int, move: Move) -> str | None:
    if move.name not in commands_of(now, seat):
        return "unknown-command"
    command = now.content.commands[move.name]
    return why_not(now, seat, command) or why_not_at(now, seat, command, move.target)


def _refusal_of_battle(now: Snapshot, seat: int, move: Move) -> str | None:
    foe = seat_of(now.nations, move.name)
    if foe < 0:
        return "no-such-nation"
    if foe == seat:
        return "own-nation"
    if now.nations[foe].out:
        return "nation-is-out"
    if seat != now.player and foe != now.player:
        return "not-the-player"
    return None if now.nations[seat].living_front else "front-empty"


def legal_moves(view: NationView) -> Iterator[Move]:
    """The actions open to the viewer, in a fixed order; none unless it is the viewer's turn."""
    if view.outcome is None and view.seat == view.now.turn:
        yield from open_commands(view.now)
        yield from open_swaps(view.now)
        yield from open_actions(view.now)


def open_commands(now: Snapshot) -> Iterator[Move]:
    """The commands that can be given now, with every target."""
    for name in commands_of(now, now.turn):
        command = now.content.commands[name]
        if why_not(now, now.turn, command) is None:
            for target in targets_of(now, now.turn, command):
                yield Move("command", name, target)


def open_swaps(now: Snapshot) -> Iterator[Move]:
    """Yield the pairs of places that can change, of which not both are empty."""
    places = now.nations[now.turn].places
    for one, other in combinations(range(8), 2):
        if places[one] is not None or places[other] is not None:
            yield Move("swap", PLACES[one], PLACES[other])


def open_actions(now: Snapshot) -> Iterator[Move]:
    """Yield the actions that end the turn."""
    for nation in now.nations:
        move = Move("battle", nation.id)
        if _refusal_of_battle(now, now.turn, move) is None:
            yield move
    yield TRAIN
    for special in specials_of(now.content, now.nations[now.turn]):
        yield Move("special", special)


def sample_move(view: NationView, dice: Dice) -> Move:
    """Some open action; ValueError if there is none. Commands are likelier than moving about."""
    if view.outcome is not None or view.seat != view.now.turn:
        raise ValueError("not this seat's turn")
    commands, swaps = list(open_commands(view.now)), list(open_swaps(view.now))
    thrown = dice.below(8)
    if swaps and thrown == 0:
        return dice.choice(swaps)
    if commands and thrown < 6:
        return dice.choice(commands)
    return dice.choice(list(open_actions(view.now)))
