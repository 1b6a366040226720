"""What a step asks for: a closed list of goals, each a pure function of what the reader sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.boards.kit.faces import PieceFace, Stack
from games.match.referee.studies import Study


@dataclass(frozen=True, slots=True)
class Own:
    """A move of the reader's."""

    action: str
    squares: tuple[str, ...]
    captures: bool
    kind: str
    """The letter of what was moved; empty where it stood on no square."""
    after: Study
    """What the reader saw right after it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """All there is to judge: how it began, what was moved, how it stands."""

    seat: int
    side: str
    """The key of the reader's seat."""
    first: Mapping[str, Stack]
    """What stood where."""
    pieces: Mapping[str, Stack]
    """What stands where."""
    start: Study
    now: Study
    own: tuple[Own, ...]
    is_answered: bool
    """Whether the other side has answered the last of them, or nobody has to."""

    @property
    def has_won(self) -> bool:
        """True if the reader has won."""
        return self.now.winners == (self.seat,)

    @property
    def last(self) -> Own:
        """The reader's last move."""
        return self.own[-1]

    def count(self, pieces: Mapping[str, Stack]) -> int:
        """Return how many of the reader's own pieces are among *pieces*."""
        return sum(face.side == self.side for stack in pieces.values() for face in stack)

    def top(self, square: str) -> PieceFace | None:
        """Return what stands on top there."""
        stack = self.pieces.get(square)
        return stack[-1] if stack else None


Goal = Callable[[Attempt, Mapping[str, Any]], bool]


def reach(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Go to all these squares, in any order, with pieces of one kind where one is named."""
    been = {one.squares[-1] for one in attempt.own if goal.get("by", one.kind) == one.kind}
    return set(goal["squares"]) <= been


def capture(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Capture on these squares; with *safe*, and lose nothing to the answer."""
    taken = {one.squares[-1] for one in attempt.own if one.captures}
    if not set(goal["squares"]) <= taken:
        return False
    if not goal.get("safe"):
        return True
    return attempt.is_answered and attempt.count(attempt.pieces) == attempt.count(attempt.first)


def win(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Win, perhaps in one way alone."""
    return attempt.has_won and goal.get("how", attempt.now.ended_how) == attempt.now.ended_how


def defend(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Play all the moves without losing the match, or a piece."""
    if attempt.has_won:
        return True
    stands = attempt.now.winners is None
    whole = attempt.count(attempt.pieces) >= attempt.count(attempt.first)
    return attempt.is_answered and len(attempt.own) == goal["moves"] and stands and whole


def stack(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Bring a tower of one's own to a height, with a kind on top if one is named."""
    squares = goal.get("squares") or [*attempt.pieces]
    for square in squares:
        top, tower = attempt.top(square), attempt.pieces.get(square, ())
        is_own = top is not None and top.side == attempt.side
        if (
            is_own
            and len(tower) >= goal["height"]
            and top
            and goal.get("top", top.kind) == top.kind
        ):
            return attempt.last.squares[-1] == square
    return False


def betray(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Exchange pieces of an enemy tower there for one's own: all of it is one's own then."""
    tower = attempt.pieces.get(goal["square"], ())
    return "&" in attempt.last.action and all(face.side == attempt.side for face in tower)


def drop(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Bring a piece in from the hand to one of these squares, of one of these kinds."""
    kind, star, square = attempt.last.action.partition("*")
    kinds = goal.get("kinds", kind.upper())
    return bool(star) and square[:2] in goal["squares"] and kind.upper() in kinds


def place(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Place an army so that each of these kinds stands on squares that suit it."""
    return all(
        _placed(attempt, kind)
        and all(square in goal["on"][face.kind] for square, face in _placed(attempt, kind))
        for kind in goal["on"]
    )


def _placed(attempt: Attempt, kind: str) -> list[tuple[str, PieceFace]]:
    return [
        (square, face)
        for square, tower in attempt.pieces.items()
        for face in tower
        if face.kind == kind and face.side == attempt.side
    ]


def name(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Say what the piece on a square is: the one kind that the rules leave."""
    return attempt.last.action == f"is:{attempt.start.kinds[goal['square']]}"


def rule_out(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Point at a piece that cannot be of this kind, or at the only one that can."""
    can = {square for square, kinds in attempt.start.kinds.items() if goal["piece"] in kinds}
    square = attempt.last.squares[-1]
    return square in can if goal.get("can") else square not in can


def doubt(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Call a Doubt that is proven; or, where none can be, call none."""
    if goal["sure"]:
        return attempt.last.action == "doubt" and attempt.has_won
    return attempt.last.action != "doubt" and attempt.now.winners is None


def battle(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Attack what stands there, and be the one that is left."""
    square = goal["square"]
    top = attempt.top(square)
    met = attempt.last.captures and attempt.last.squares[-1] == square
    return met and top is not None and top.side == attempt.side


def ahead(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """End the round with more power than every other nation, and so much of it at least."""
    nations = attempt.now.view["nations"]
    if not isinstance(nations, list) or not _round_is_over(attempt):
        return False
    powers = [power_of(one) for one in nations]
    others = [own for seat, own in enumerate(powers) if seat != attempt.seat]
    return powers[attempt.seat] > max(others) and powers[attempt.seat] >= goal.get("power", 0)


def _round_is_over(attempt: Attempt) -> bool:
    over = attempt.now.winners is not None
    return over or attempt.now.view["round"] != attempt.start.view["round"]


def power(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Have so much power in the turn, with what is named done."""
    nations = attempt.last.after.view["nations"]
    mine = power_of(nations[attempt.seat]) if isinstance(nations, list) else 0
    done = {one.action for one in attempt.own}
    return mine >= goal.get("power", 0) and set(goal.get("done", ())) <= done


def power_of(nation: Any) -> int:
    """Return the power of a nation in a view."""
    return int(nation["power"])


GOALS: Mapping[str, Goal] = {
    goal.__name__.replace("_", "-"): goal
    for goal in (
        *(reach, capture, win, defend, stack, betray, drop, place, name, rule_out, doubt),
        *(battle, ahead, power),
    )
}
"""The closed list, by the name the files use."""


AFTER_ANSWER = frozenset(("defend", "win", "ahead"))
"""Goals that the other side's answer can bring about, or deny."""


def wants_answer(goal: Mapping[str, Any]) -> bool:
    """Return whether the answer to the last move can still decide about *goal*."""
    return goal["kind"] in AFTER_ANSWER or bool(goal.get("safe"))


def is_reached(attempt: Attempt, goal: Mapping[str, Any]) -> bool:
    """Return whether *attempt* has come to its *goal*."""
    return bool(attempt.own) and GOALS[goal["kind"]](attempt, goal)
