"""Whether a bot of Gunjin fights better than what it is shown allows: does it see?

For every attack on a piece of unknown kind its view says how likely each result is. Over many
attacks an honest player wins about as often as that; one that sees wins far more often.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.hidden import SETUP
from engines.core.seats import Viewer
from engines.gunjin.battle import ATTACKER, result_on
from engines.gunjin.engine import ENGINE
from engines.gunjin.history import NOWHERE, history_of
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.moves import Step
from engines.gunjin.pieces import ARMY, EMPTY, KIND_OF, kinds_in, piece_of
from engines.gunjin.position import Position
from engines.gunjin.view import GunjinView
from tests.bench.bots.matches import LONGEST, Player

SUSPICIOUS = 4.0
"""Deviations above what is expected, beyond which nobody is believed to see nothing."""


def surplus(
    players: tuple[Player, Player], seeds: Iterable[bytes], truth: list[Position] | None = None
) -> float:
    """By how many deviations the player in seat 0 has won more attacks than its views allow.

    *truth* is where the positions are left for a planted fault to find.
    """
    excess = variance = 0.0
    for seed in seeds:
        here: Any = ENGINE.start(Terms({}), Dice(seed, "start")).position
        for number in range(LONGEST):
            if ENGINE.outcome(here) is not None:
                break
            if truth is not None:
                truth.append(here)
            seat = min(ENGINE.to_act(here))
            view, dice = ENGINE.view(here, Viewer.of(seat)), Dice(seed, str(number))
            move = players[seat].choose(view, dice)
            if seat == 0 and isinstance(move, Step) and view.board[move.target] != EMPTY:
                chance = _chance(view, move)
                excess += _is_won(here, move) - chance
                variance += chance * (1 - chance)
            here = ENGINE.play(here, seat, move, dice).position
    return excess / math.sqrt(variance) if variance else 0.0


def _is_won(here: Position, move: Step) -> bool:
    return result_on(here.board, move.origin, move.target) == ATTACKER


def _chance(view: GunjinView, move: Step) -> float:
    """How likely the attack is to be won, each kind as likely as there are pieces of it."""
    starts = history_of(view).square_of
    start = next(s for s, square in enumerate(starts) if square == move.target != NOWHERE)
    kinds = kinds_in(bounds_of(view)[start])
    total = sum(ARMY[kind] for kind in kinds)
    board = list(view.board)
    won = 0.0
    for kind in kinds:
        board[move.target] = piece_of(1 - (view.seat or 0), kind)
        won += ARMY[kind] / total * (result_on(board, move.origin, move.target) == ATTACKER)
    return won


class Seeing:
    """A planted fault: it attacks where it knows that it wins, and nowhere else."""

    def __init__(self, player: Player, truth: list[Position]) -> None:
        """*truth*: where the position itself is found, which no bot is given."""
        self._player, self._truth = player, truth

    def choose(self, view: GunjinView, dice: Dice) -> Any:
        """A sure win, if there is one, and else no attack."""
        if view.phase == SETUP:
            return self._player.choose(view, dice)
        board = [
            mine if KIND_OF[mine] else theirs
            for mine, theirs in zip(view.board, self._truth[-1].board, strict=True)
        ]
        quiet = []
        for move in ENGINE.legal_moves(view):
            assert isinstance(move, Step)
            if board[move.target] == EMPTY:
                quiet.append(move)
            elif result_on(board, move.origin, move.target) == ATTACKER:
                return move
        move = self._player.choose(view, dice)
        is_attack = isinstance(move, Step) and board[move.target] != EMPTY
        return dice.choice(quiet) if is_attack and quiet else move
