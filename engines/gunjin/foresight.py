"""Looking ahead in worlds that a view allows: the hidden kinds are dealt anew, and all is open.

What a step is worth is what it is worth on average in such worlds, if both sides play well there.
Effort is counted in steps that are made, never in seconds, so that the same arguments give the same
values on any machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.core.dice import Dice
from engines.gunjin.battle import ATTACKER, DEFENDER, NO_BATTLE, NOBODY, result_on
from engines.gunjin.beliefs import Belief
from engines.gunjin.history import history_of
from engines.gunjin.imagine import board_of, imagine_many
from engines.gunjin.movement import STEPS, moves_of
from engines.gunjin.pieces import EMPTY, IS_OCCUPIER, KIND_OF, OCCUPIERS, SEAT_OF
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
    """How many single steps over land each square is from *goal*."""
    found, edge = {goal: 0}, [goal]
    for square in edge:
        for target in STEPS[square]:
            if target not in found:
                found[target] = found[square] + 1
                edge.append(target)
    return tuple(found[square] for square in ALL_SQUARES)


DISTANCES = tuple(_distances(HEADQUARTERS[1 - seat]) for seat in (0, 1))
"""For each seat, how far each square is from the headquarters it attacks."""


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

    def __init__(self, board: Sequence[int], seat: int) -> None:
        self.board, self.seat = list(board), seat
        self.made = 0
        """How many steps have been made on it in all."""
        self._lead = sum(VALUES[piece][square] for square, piece in enumerate(board))
        self._path: list[tuple[int, int, int, int, float]] = []

    def outlook(self, step: Pair, plies: int, overlooked: float = 0.0) -> float:
        """What *step* is worth to the side to move, *plies* plies on, itself included.

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
            steps = self._hits() if plies > -EXCHANGES and best < high else []
        for origin, target in steps:
            self._make(origin, target)
            best = max(best, -self._value(plies - 1, -high, -max(low, best)))
            self._unmake()
            if best >= high:
                break
        return best

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
        """What a step with that *result* adds to the lead of seat 0."""
        here, there = VALUES[self.board[origin]], VALUES[self.board[target]]
        change = -here[origin]
        if result != DEFENDER:
            change -= there[target]
        if result in (NO_BATTLE, ATTACKER):
            change += here[target]
        return change

    def _steps(self) -> list[Pair]:
        """Every step, the most promising first."""
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


def worlds(view: GunjinView, dice: Dice, count: int) -> Iterator[World]:
    """*count* boards that would look like *view*, as the dice deal them, to the side to act."""
    history = history_of(view)
    for start in imagine_many(view, history, dice, count):
        yield World(board_of(start, history), view.seat or 0)


def likely_worlds(view: GunjinView, dice: Dice, count: int) -> Iterator[World]:
    """The same, those more often in which an army stands and behaves as people's do."""
    history = history_of(view)
    for start in Belief(view, history, dice).boards(count):
        yield World(board_of(start, history), view.seat or 0)
