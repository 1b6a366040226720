"""Gungi for `open_games`."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.search import DECIDED, MATE, Search
from engines.gungi.bots import SMALLEST, GreedyBot
from engines.gungi.moves import Move, move_of
from engines.gungi.position import Start
from engines.gungi.search import Sight
from engines.gungi.text import read_text
from engines.gungi.view import GungiView
from engines.puzzles.open_games import OpenGame
from engines.puzzles.scoring import GAP

NODES = 250
"""What the players look at before a move."""
CARELESS = 8
"""In how many of a hundred turns a move is played anyhow."""
EVEN = 900
_SETS_UP = GreedyBot()


class Players:
    """Both players of a match, who note where there may be a puzzle.

    They see a little ahead and are careless now and then; what they see of a win, or of a win of
    material, is worth a longer look.
    """

    def __init__(self, number: int) -> None:
        self.noted: list[int] = []
        self._counts_mates = not number % 3
        """Whether mates in one are worth it: of these there are more than enough."""

    def choose(self, view: GungiView, dice: Dice, ply: int) -> Move:
        """Return the next move of whoever is to move."""
        if view.placing or view.to_move is None:
            return _SETS_UP.choose(view, dice)
        sight = Sight(view.board, view.to_move, dice)
        now, codes = sight.score(), sight.candidates()
        if dice.below(100) < CARELESS:
            return move_of(dice.choice(codes))
        dice.shuffle(codes)
        search = Search(sight, NODES)
        best = search.best(codes)
        least = DECIDED if abs(now) > EVEN else now + GAP
        if search.score >= least and (self._counts_mates or search.score != MATE - 1):
            self.noted.append(ply)
        return move_of(best)


def _position(text: str) -> Start:
    return read_text(text)


def _exact(start: Start) -> Sight:
    return Sight(start.board, start.to_move, Dice(b"", "puzzle"), exact=True)


def _quick(start: Start) -> Sight:
    return Sight(start.board, start.to_move, Dice(b"", "puzzle"))


GUNGI = OpenGame(
    position=_position,
    exact=_exact,
    quick=_quick,
    choices=lambda start: _quick(start).candidates(),
    text=lambda code: str(move_of(code)),
    longest=2,
    budgets=(4_000, 20_000),
    smallest=SMALLEST,
    even=EVEN,
)
