"""Where a match would have ended, had its player gone on with foresight: how it is stored, what is
still to be found out, and which moves were the turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

MOST_POINTS = 3
"""So many turning points are told."""


class Lead(NamedTuple):
    """A board, to the player."""

    points: int
    """By how much the player leads in the end, by the best of all ways to go on."""
    turn: int
    """The number of the turn that is played there."""
    first: str
    """The first move of that way; empty where the player is not to act."""


class TurningPoint(NamedTuple):
    """A move that cost more than most."""

    ply: int
    turn: int
    """In which turn, counted from 1."""
    played: str
    instead: str
    """What foresight would have done there."""
    cost: int
    """How much less the lead in the end could be after it."""


Turns = Sequence[Sequence[int]]
"""The plies of each turn of the player's."""


class Foreseen(TypedDict):
    """The results worked out of a match."""

    leads: dict[str, list[Any]]
    """As `Lead`, by the ply after which the board stands."""
    tried: list[list[Any]]
    """The ways that are played out already of the next board, as `Lead`."""
    points: list[list[Any]]
    """As `TurningPoint`, the costliest first; none before all is worked out."""


def read_foreseen(data: Mapping[str, Any]) -> Foreseen:
    """Return the results stored as *data*; none at the beginning."""
    return {
        "leads": dict(data.get("leads", {})),
        "tried": list(data.get("tried", [])),
        "points": list(data.get("points", [])),
    }


def next_board(foreseen: Foreseen, turns: Turns) -> int | None:
    """After which ply the next board stands that is to be played on; None once all is known.

    First that before every turn and after the last one, then those within the costliest turns.
    """
    within = (ply for turn in _costliest(foreseen, turns) for ply in turn[:-1])
    ends = [turns[-1][-1]] if turns else []
    whole = (*(turn[0] - 1 for turn in turns), *ends)
    known = foreseen["leads"]
    missing = next((ply for ply in whole if str(ply) not in known), None)
    if missing is not None:
        return missing
    return next((ply for ply in within if str(ply) not in known), None)


def put_down_way(foreseen: Foreseen, board: int, lead: Lead, ways: int) -> None:
    """Add where one way of going on from *board* ends; the best one counts once all are there."""
    foreseen["tried"].append(list(lead))
    if len(foreseen["tried"]) == ways:
        best = max(foreseen["tried"], key=lambda one: one[0])  # the first among equals
        foreseen["leads"][str(board)] = best
        foreseen["tried"] = []


def put_down_points(foreseen: Foreseen, turns: Turns, moves: Sequence[str]) -> None:
    """Say which moves were the turning points; *moves* are those of all plies in order."""
    found = []
    for turn in _costliest(foreseen, turns):
        costs = {ply: _cost(foreseen, turns, ply) for ply in turn}
        worst = max(turn, key=costs.__getitem__)  # the first among equals
        before = _lead(foreseen, worst - 1)
        point = TurningPoint(worst, before.turn, moves[worst - 1], before.first, costs[worst])
        found.append(point)
    found.sort(key=lambda one: (-one.cost, one.ply))
    foreseen["points"] = [list(one) for one in found if one.cost > 0]


def turning_points(foreseen: Foreseen) -> tuple[TurningPoint, ...]:
    """The turning points, the costliest first."""
    return tuple(TurningPoint(*one) for one in foreseen["points"])


def _costliest(foreseen: Foreseen, turns: Turns) -> list[Sequence[int]]:
    """The turns that cost most, as far as that is known, earlier ones first among equals."""
    costs = [
        (_lead(foreseen, turn[0] - 1).points - _after(foreseen, turns, at).points, turn)
        for at, turn in enumerate(turns)
        if str(turn[0] - 1) in foreseen["leads"] and _is_known_after(foreseen, turns, at)
    ]
    costs.sort(key=lambda one: (-one[0], one[1][0]))
    return [turn for cost, turn in costs[:MOST_POINTS] if cost > 0]


def _cost(foreseen: Foreseen, turns: Turns, ply: int) -> int:
    """By how much the best lead in the end shrank by the ply of that number."""
    at = next(at for at, turn in enumerate(turns) if ply in turn)
    is_last = ply == turns[at][-1]
    after = _after(foreseen, turns, at) if is_last else _lead(foreseen, ply)
    return _lead(foreseen, ply - 1).points - after.points


def _board_after(turns: Turns, at: int) -> int:
    """Where the next turn begins; what the others do in between follows from the turn."""
    return turns[at + 1][0] - 1 if at + 1 < len(turns) else turns[at][-1]


def _is_known_after(foreseen: Foreseen, turns: Turns, at: int) -> bool:
    return str(_board_after(turns, at)) in foreseen["leads"]


def _after(foreseen: Foreseen, turns: Turns, at: int) -> Lead:
    return _lead(foreseen, _board_after(turns, at))


def _lead(foreseen: Foreseen, ply: int) -> Lead:
    return Lead(*foreseen["leads"][str(ply)])
