"""Looking ahead in worlds that a view allows: the hidden kinds are dealt anew, and all is open.

What a step is worth is what it is worth on average in such worlds, if both sides play well there.
Effort is counted in steps that are made, never in seconds, so that the same arguments give the same
values on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.dice import Dice
from engines.gunjin.battle import ATTACKER, DEFENDER, NO_BATTLE, NOBODY, RESULTS, result_on
from engines.gunjin.beliefs import Belief
from engines.gunjin.history import history_of
from engines.gunjin.imagine import board_of, imagine_many
from engines.gunjin.movement import FLIGHTS, STEPS, moves_of
from engines.gunjin.pieces import (
    EMPTY,
    IS_OCCUPIER,
    IS_OF,
    KIND_OF,
    KINDS,
    MOVABLE,
    OCCUPIERS,
    PLANE,
    SEAT_OF,
    mask_of,
)
from engines.gunjin.squares import ALL_SQUARES, HEADQUARTERS
from engines.gunjin.view import GunjinView

WIN = 10_000.0
"""What a match is worth, and one more for each step that it is won earlier."""
WORTH = (0, 120, 95, 85, 60, 55, 50, 24, 20, 16, 80, 60, 18, 40, 30, 40, 40)
"""What each kind is worth."""
STRIDES = tuple(2.0 if OCCUPIERS >> kind & 1 else 0.5 for kind in range(len(WORTH)))
"""What a step towards the enemy headquarters is worth to each kind."""
EXCHANGES = 3
"""So many hits in a row are looked at beyond the depth of a search."""

Pair = tuple[int, int]
"""Origin and target of a step."""


def _distances(goal: int) -> tuple[int, ...]:
    """Return how many single steps over land each square is from *goal*."""
    found, edge = {goal: 0}, [goal]
    for square in edge:
        for target in STEPS[square]:
            if target not in found:
                found[target] = found[square] + 1
                edge.append(target)
    return tuple(found[square] for square in ALL_SQUARES)


DISTANCES = tuple(_distances(HEADQUARTERS[1 - seat]) for seat in (0, 1))
"""For each seat, how far each square is from the headquarters it attacks."""


FAR = 99
"""More steps than there are from anywhere to a headquarters."""


def _ways_home(code: int) -> tuple[int, ...]:
    """In how many steps a piece gets from each square to its own headquarters."""
    kind, seat = KIND_OF[code], SEAT_OF[code]
    if not kind:
        return (FAR,) * len(ALL_SQUARES)
    home, ways = HEADQUARTERS[seat], DISTANCES[1 - seat]
    if not MOVABLE >> kind & 1:
        return tuple(0 if square == home else FAR for square in ALL_SQUARES)
    if kind == PLANE:
        return tuple(min(way, 1 + (home not in FLIGHTS[at])) for at, way in enumerate(ways))
    return ways


WAYS_HOME = tuple(_ways_home(code) for code in range(len(KIND_OF)))
"""For each code and square, in how many steps such a piece is in its own headquarters."""
STOPS = (
    0,
    *(
        mask_of(kind for kind in KINDS if RESULTS[runner][kind] in (DEFENDER, NOBODY))
        for runner in KINDS
    ),
)
"""For each kind, the kinds (a mask) it does not get past."""


def _values(code: int) -> tuple[float, ...]:
    kind, seat = KIND_OF[code], SEAT_OF[code]
    if not kind:
        return (0.0,) * len(ALL_SQUARES)
    sign = 1 - 2 * seat
    return tuple(sign * (WORTH[kind] - STRIDES[kind] * way) for way in DISTANCES[seat])


VALUES = tuple(_values(code) for code in range(len(KIND_OF)))
"""For each code and square, what such a piece adds to the lead of seat 0."""


class World:
    """A board on which every kind is known. Steps are made on it and taken back."""

    def __init__(self, board: Sequence[int], seat: int, runs: Sequence[float] = ()) -> None:
        """*runs*: what it is worth to have a piece so many steps from winning by occupation that
        nobody is in time to stop."""
        self.board, self.seat = list(board), seat
        self._runs = tuple(runs)
        self.made = 0
        """How many steps have been made on it in all."""
        self._lead = sum(VALUES[piece][square] for square, piece in enumerate(board))
        self._path: list[tuple[int, int, int, int, float]] = []

    def outlook(self, step: Pair, plies: int, overlooked: float = 0.0) -> float:
        """Return what *step* is worth to the side to move, *plies* plies on, itself included.

        The other side does not see what threatens it: with a chance of *overlooked* it lets the
        step have its way.
        """
        self._make(*step)
        found = -self._value(plies - 1, -2 * WIN, 2 * WIN)
        if overlooked and abs(found) < WIN:
            self.seat = 1 - self.seat
            found += overlooked * (self._value(0, -2 * WIN, 2 * WIN) - found)
            self.seat = 1 - self.seat
        self._unmake()
        return found

    def _value(self, plies: int, low: float, high: float) -> float:
        """What the board is worth to the side to move; exact only between *low* and *high*."""
        if IS_OCCUPIER[1 - self.seat][self.board[HEADQUARTERS[self.seat]]]:
            return -WIN - plies
        if plies > 0:
            best, steps = -WIN - plies, self._steps()
        else:
            best = -self._lead if self.seat else self._lead
            if self._runs:
                best += self._run(self.seat) - self._run(1 - self.seat)
            steps = self._hits() if plies > -EXCHANGES and best < high else []
        for origin, target in steps:
            self._make(origin, target)
            best = max(best, -self._value(plies - 1, -high, -max(low, best)))
            self._unmake()
            if best >= high:
                break
        return best

    def _run(self, seat: int) -> float:
        """What the best way of *seat* to the enemy headquarters is worth that nobody bars."""
        board, occupies, ways = self.board, IS_OCCUPIER[seat], DISTANCES[seat]
        shortest = len(self._runs)
        nearest: list[int] = []
        for square, piece in enumerate(board):
            way = ways[square]
            if way < shortest and occupies[piece]:
                nearest = nearest or self._nearest(1 - seat)
                if not _is_stopped(KIND_OF[piece], nearest, way - (seat == self.seat)):
                    shortest = way
        return self._runs[shortest] if shortest < len(self._runs) else 0.0

    def _nearest(self, seat: int) -> list[int]:
        """For each kind, in how many steps the next of *seat* is in its own headquarters."""
        own, found = IS_OF[seat], [FAR] * (len(KINDS) + 1)
        for square, piece in enumerate(self.board):
            if own[piece]:
                kind, way = KIND_OF[piece], WAYS_HOME[piece][square]
                if way < found[kind]:
                    found[kind] = way
        return found

    def _make(self, origin: int, target: int) -> None:
        board = self.board
        piece, enemy = board[origin], board[target]
        self._path.append((origin, target, piece, enemy, self._lead))
        self.made += 1
        result = result_on(board, origin, target)
        self._lead += self._change(origin, target, result)
        board[origin] = EMPTY
        if result in (NO_BATTLE, ATTACKER):
            board[target] = piece
        elif result == NOBODY:
            board[target] = EMPTY
        self.seat = 1 - self.seat

    def _unmake(self) -> None:
        origin, target, piece, enemy, self._lead = self._path.pop()
        self.board[origin], self.board[target] = piece, enemy
        self.seat = 1 - self.seat

    def _change(self, origin: int, target: int, result: int) -> float:
        """Return what a step with that *result* adds to the lead of seat 0."""
        here, there = VALUES[self.board[origin]], VALUES[self.board[target]]
        change = -here[origin]
        if result != DEFENDER:
            change -= there[target]
        if result in (NO_BATTLE, ATTACKER):
            change += here[target]
        return change

    def _steps(self) -> list[Pair]:
        """Return every step, the most promising first."""
        steps = moves_of(self.board, self.seat)
        steps.sort(key=self._promise, reverse=not self.seat)
        return steps

    def _promise(self, step: Pair) -> float:
        origin, target = step
        return self._change(origin, target, result_on(self.board, origin, target))

    def _hits(self) -> list[Pair]:
        """Steps that take a piece, or win by occupation."""
        board, goal, wins = self.board, HEADQUARTERS[1 - self.seat], IS_OCCUPIER[self.seat]
        return [
            (origin, target)
            for origin, target in moves_of(board, self.seat)
            if (board[target] and result_on(board, origin, target) != DEFENDER)
            or (target == goal and wins[board[origin]])
        ]


def _is_stopped(runner: int, nearest: list[int], in_time: int) -> bool:
    """Return whether one of those that kind does not get past is so many steps from home, or
    fewer."""
    stops = STOPS[runner]
    for kind in KINDS:  # noqa: SIM110 - any() would cost twice the time
        if nearest[kind] <= in_time and stops >> kind & 1:
            return True
    return False


def worlds(view: GunjinView, dice: Dice, count: int) -> Iterator[World]:
    """*count* boards that would look like *view*, as the dice deal them, to the side to act."""
    history = history_of(view)
    for start in imagine_many(view, history, dice, count):
        yield World(board_of(start, history), view.seat or 0)


RUNS = (0.0, 300.0, 240.0, 180.0, 130.0, 90.0, 60.0)
"""What it is worth that a piece is so many steps from winning by occupation, and nobody is in time
to stop it. Nearly all matches end so."""


def likely_worlds(
    view: GunjinView, dice: Dice, count: int, runs: Sequence[float] = RUNS
) -> Iterator[World]:
    """Yield the same, those more often in which an army stands and behaves as armies do, with an
    eye on the headquarters (*runs*, see `World`)."""
    history = history_of(view)
    for start in Belief(view, history, dice).boards(count):
        yield World(board_of(start, history), view.seat or 0, runs)
