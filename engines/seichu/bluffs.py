"""How a move would look to the other side: whether a foul is worth trying."""

from __future__ import annotations

from dataclasses import replace

from engines.core.dice import Dice
from engines.seichu.beliefs import Belief
from engines.seichu.fouls import NIFU, authors_fouls
from engines.seichu.movement import kinds_reaching
from engines.seichu.moves import Step
from engines.seichu.pieces import CODES, KIND_OF, UNKNOWN
from engines.seichu.position import Hands
from engines.seichu.view import SeichuView


class Disguise:
    """The likely opinion of the other side on the pieces of *seat*, the viewer."""

    def __init__(self, view: SeichuView, seat: int, dice: Dice, samples: int) -> None:
        self._board, self._seat = view.board, seat
        belief = Belief(as_the_public_sees(view), seat, dice)
        self._chances = belief.chances(samples)
        self._distrust = belief.distrust

    def suspicion(self, step: Step) -> float:
        """Return how likely the other side is to think that *step*, a false move, is one."""
        board, seat = self._board, self._seat
        kind = KIND_OF[board[step.origin]]
        if NIFU in authors_fouls(board, seat, step.origin, step.target, kind):
            return 1.0  # it can be proven on every turn from then on
        able = kinds_reaching(board, seat, step.origin, step.target)
        chances = self._chances.get(step.origin, ())
        true = sum(chance for kind, chance in enumerate(chances) if able >> kind & 1)
        false = (1 - true) * self._distrust
        return false / (true + false) if true else 1.0


def as_the_public_sees(view: SeichuView) -> SeichuView:
    """Return what *view* shows to everybody."""
    seen = CODES.as_seen((False, False))
    return replace(
        view,
        seat=None,
        start=tuple([seen[piece] for piece in view.start]),
        board=tuple([seen[piece] for piece in view.board]),
        start_hands=_blank(view.start_hands),
        hands=_blank(view.hands),
        dropped=_blank(view.dropped),
    )


def _blank(hands: Hands) -> Hands:
    south, north = hands
    return (UNKNOWN,) * len(south), (UNKNOWN,) * len(north)
