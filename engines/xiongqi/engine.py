"""Xiongqi as the platform sees it."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Codec, GameEngine, GameMeta, Terms, Transition
from engines.core.news import conceded
from engines.core.seats import Seat
from engines.xiongqi import coaching, progress, rulings
from engines.xiongqi.codec import XiongqiCodec
from engines.xiongqi.ending import is_force_insufficient
from engines.xiongqi.meta import META
from engines.xiongqi.moves import Move
from engines.xiongqi.news import began, ended, moved
from engines.xiongqi.position import Position
from engines.xiongqi.text import START, is_within_an_army
from engines.xiongqi.view import XiongqiView, view_of


class XiongqiEngine(GameEngine[Position, Move, XiongqiView]):
    """The rules of Xiongqi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, XiongqiView] = XiongqiCodec()

    view = staticmethod(view_of)
    check_move = staticmethod(rulings.check_move)
    legal_moves = staticmethod(rulings.legal_moves)
    hint = staticmethod(coaching.hint)

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """Return the opening position, or the one in *terms*; there are no options to choose.

        ValueError for options, and for a position that no match comes to or goes on from.
        """
        if terms.options:
            raise ValueError(f"unknown options {sorted(terms.options)}")
        position = self.codec.read(terms.start or START)
        if position.outcome or not is_within_an_army(position.board):
            raise ValueError("nothing begins there")
        return Transition(position, (began(position),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """Return the side to move, until the match is over."""
        return frozenset() if position.outcome else frozenset({position.to_move})

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """Return what *move* leads to, the end included."""
        after = progress.advance(position, move)
        return Transition(after, (moved(position, after), *ended(after)))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, (conceded(seats), *ended(after)))

    def cannot_lose(self, position: Position, seat: Seat) -> bool:
        """Return whether the other side would have no force to mate a general alone (§6.4)."""
        return is_force_insufficient(position.board, Seat(1 - seat))


ENGINE = XiongqiEngine()
