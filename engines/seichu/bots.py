"""Computer opponents: one looks a ply ahead, the others weigh what is likely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engines.core.careless import Careless
from engines.core.dice import Dice
from engines.core.engine import Bot
from engines.core.proofs import Proving
from engines.seichu.advice import has_foul
from engines.seichu.foresight import WIN, WORTH
from engines.seichu.knowledge import knowledge_of
from engines.seichu.movement import kinds_reaching, targets_of
from engines.seichu.moves import Drop, Move, Step
from engines.seichu.pieces import ARMY, EMPTY, IS_OF, KIND_OF, KIND_OF_LETTER, SEAT_OF, piece_of
from engines.seichu.planning import Effort, PlanningBot, acting, without_thinking
from engines.seichu.proofs import sure_win
from engines.seichu.rulings import legal_moves
from engines.seichu.squares import SQUARES
from engines.seichu.view import SeichuView

CARELESS = 15
"""In how many of a hundred turns the easy one does not think."""
MEDIUM = Effort(worlds=8, finals=3)
MEDIUM_BOLD = Effort(worlds=8, finals=3, disguise=40, bluff_margin=-0.1, most_suspicion=0.4)
"""Bluffs as often as it dares."""
STRONG = Effort(worlds=120, finals=12, sieve=24, disguise=60, wary=True)
STRONG_FIRM = replace(STRONG, disguise=0)
"""Never bluffs."""
PROOFS = 4_000
"""In how many states a sure win is looked for; they take about a tenth of a second."""

Chances = list[tuple[int, float]]
"""Kinds that a piece may be, and how likely each is; they sum up to 1."""


class GreedyBot:
    """Takes what it can, keeps its own out of reach, never bluffs, and doubts only when sure."""

    def choose(self, view: SeichuView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if the viewer is not to act."""
        seat = acting(view)
        move = without_thinking(view, dice)
        if move is not None:
            return move
        moves = [move for move in legal_moves(view) if isinstance(move, Step | Drop)]
        dice.shuffle(moves)
        true = [move for move in moves if not has_foul(view, move)]
        return max(true or moves, key=_Reckoning(view, seat).promise)


class _Reckoning:
    """What the moves of one turn promise."""

    def __init__(self, view: SeichuView, seat: int) -> None:
        self.board, self.seat = view.board, seat
        self.chances: dict[int, Chances] = {
            SQUARES[suspect.square]: _chances(suspect.kinds)
            for suspect in knowledge_of(view).suspects
            if suspect.square
        }
        self.risk = self._risk(self.board)

    def promise(self, move: Step | Drop) -> float:
        """Return what to expect of a move, in units of `WORTH`."""
        if isinstance(move, Step) and move.trial:
            return WIN
        after = list(self.board)
        if isinstance(move, Drop):
            kind, gain = move.kind, -WORTH[move.kind] / 10
        else:
            kind, gain = KIND_OF[after[move.origin]], self._worth_of(move.target)
            after[move.origin] = EMPTY
        after[move.target] = piece_of(self.seat, kind)
        aims = sum(map(self._worth_of, targets_of(after, self.seat, move.target, kind)))
        return gain + aims / 20 + (self.risk - self._risk(after)) / 2

    def _worth_of(self, square: int) -> float:
        """Return what there is to take on a square."""
        return sum(WORTH[kind] * chance for kind, chance in self.chances.get(square, ()))

    def _risk(self, board: Sequence[int]) -> float:
        """Return what the enemy is likely to be able to take."""
        reached = [0.0] * len(board)
        for square, chances in self.chances.items():
            if SEAT_OF[board[square]] == 1 - self.seat:
                for kind, chance in chances:
                    for target in targets_of(board, 1 - self.seat, square, kind):
                        reached[target] += chance
        own = IS_OF[self.seat]
        return sum(
            WORTH[KIND_OF[piece]] * min(1.0, chance)
            for piece, chance in zip(board, reached, strict=True)
            if own[piece]
        )


def _bluff(view: SeichuView, dice: Dice) -> Move | None:
    """Any false step to an empty square that a piece of some kind could make; None for a move that
    is thought about."""
    seat = acting(view)
    if without_thinking(view, dice) is not None:
        return None
    false = [
        move
        for move in legal_moves(view)
        if isinstance(move, Step)
        and view.board[move.target] == EMPTY
        and kinds_reaching(view.board, seat, move.origin, move.target)
        and has_foul(view, move)
    ]
    return dice.choice(false) if false else None


def _chances(letters: str) -> Chances:
    """Return the kinds of *letters*, each as likely as there are pieces of it in an army."""
    kinds = [KIND_OF_LETTER[letter] for letter in letters]
    total = sum(ARMY[kind] for kind in kinds)
    return [(kind, ARMY[kind] / total) for kind in kinds]


def _some_move(view: SeichuView, dice: Dice) -> Move | None:
    """Any true move; None where there is a question to answer, or a Doubt that is sure."""
    acting(view)
    if without_thinking(view, dice) is not None:
        return None
    moves = [move for move in legal_moves(view) if isinstance(move, Step | Drop)]
    true = [move for move in moves if not has_foul(view, move)]
    return dice.choice(true or moves)


def _proving(effort: Effort) -> Bot[SeichuView, Move]:
    return Proving(PlanningBot(effort), partial(sure_win, nodes=PROOFS))


BOTS: dict[str, Bot[SeichuView, Move]] = {
    "easy": Careless(GreedyBot(), _some_move, CARELESS),
    "easy-bold": Careless(GreedyBot(), _bluff, CARELESS),
    "medium": _proving(MEDIUM),
    "medium-bold": _proving(MEDIUM_BOLD),
    "strong": _proving(STRONG),
    "strong-firm": _proving(STRONG_FIRM),
}
"""The opponents, by level."""
