"""Random matches that go on for long: few captures, many drops, no Doubt but in answers."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.dice import Dice
from engines.seichu.engine import ENGINE
from engines.seichu.moves import Answer, Drop, Move, Step
from engines.seichu.pieces import EMPTY, KIND_OF, KING
from engines.seichu.position import TURN, Position
from tests.engines.seichu.boards import started, view
from tests.engines.seichu.restated import ARMY


def quiet_match(seed: bytes, limit: int = 150) -> list[Position]:
    """The positions of a match from a random set-up; kings are not taken before the last ply."""
    return list(_positions(Dice(seed, "quiet"), limit))


def _positions(dice: Dice, limit: int) -> Iterator[Position]:
    here = started([_setup(dice), _setup(dice)])
    yield here
    while here.outcome is None and here.plies < limit:
        here = ENGINE.play(here, here.answering, _move(here, dice), dice).position
        yield here


def _setup(dice: Dice) -> str:
    letters = list(ARMY)
    dice.shuffle(letters)
    if letters[-1] == "K":
        letters.reverse()
    return f"{''.join(letters[:4])}/{''.join(letters[4:8])}"


def _move(here: Position, dice: Dice) -> Move:
    moves = list(ENGINE.legal_moves(view(here)))
    if here.asked != TURN:
        return Answer.ACCEPT if dice.below(2) or _proves(here) else Answer.DOUBT
    kind = dice.below(10)
    drops: list[Move] = [move for move in moves if isinstance(move, Drop)]
    steps = [move for move in moves if isinstance(move, Step) and not move.trial]
    steps = [step for step in steps if KIND_OF[here.board[step.target]] != KING]
    takes: list[Move] = [step for step in steps if here.board[step.target] != EMPTY]
    quiet: list[Move] = [step for step in steps if here.board[step.target] == EMPTY]
    if kind < 2 and takes:
        return dice.choice(takes)
    return dice.choice(drops if kind < 5 and drops else quiet)


def _proves(here: Position) -> bool:
    after = ENGINE.play(here, here.answering, Answer.DOUBT, Dice(b"", ""))
    return after.position.outcome is not None
