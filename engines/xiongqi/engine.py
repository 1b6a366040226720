"""Xiongqi as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.core.dice import Dice
from engines.core.engine import Codec, GameMeta, Terms, Transition
from engines.core.news import conceded
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.xiongqi import progress, resample, rulings
from engines.xiongqi.codec import XiongqiCodec
from engines.xiongqi.ending import is_force_insufficient
from engines.xiongqi.meta import META
from engines.xiongqi.moves import Move
from engines.xiongqi.news import began, ended, moved
from engines.xiongqi.position import Position
from engines.xiongqi.text import START, is_within_an_army
from engines.xiongqi.view import XiongqiView, view_of


class XiongqiEngine:
    """The rules of Xiongqi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, XiongqiView] = XiongqiCodec()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """The opening position, or the one in *terms*; there are no options to choose.

        ValueError for options, and for a position that no match comes to or goes on from.
        """
        if terms.options:
            raise ValueError(f"unknown options {sorted(terms.options)}")
        position = self.codec.read(terms.start or START)
        if position.outcome or not is_within_an_army(position.board):
            raise ValueError("nothing begins there")
        return Transition(position, (began(position),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """The side to move, until the match is over."""
        return frozenset() if position.outcome else frozenset({position.to_move})

    def is_setting_up(self, position: Position) -> bool:
        """Never: the start is given."""
        return False

    def cautions(self, move: Move) -> tuple[str, ...]:
        """None: everything is in the open."""
        return ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """What *move* leads to, the end included."""
        after = progress.advance(position, move)
        return Transition(after, (moved(position, after), *ended(after)))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, (conceded(seats), *ended(after)))

    def cannot_lose(self, position: Position, seat: Seat) -> bool:
        """Whether the other side would have no force to mate a general alone (§6.4)."""
        return is_force_insufficient(position.board, Seat(1 - seat))

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return position.outcome

    def view(self, position: Position, viewer: Viewer) -> XiongqiView:
        """Everything *viewer* may know of *position*."""
        return view_of(position, viewer)

    def check_move(self, view: XiongqiView, move: Move) -> None:
        """Raises IllegalMove with one of `rulings.ILLEGAL_CODES` unless *move* is open."""
        rulings.check_move(view, move)

    def legal_moves(self, view: XiongqiView) -> Iterator[Move]:
        """The moves open to the viewing seat, in a fixed order."""
        return rulings.legal_moves(view)

    def sample_move(self, view: XiongqiView, dice: Dice) -> Move:
        """One of the legal moves, each as likely; ValueError if there is none."""
        return rulings.sample_move(view, dice)

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Nothing: everybody sees every piece."""
        return {}

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Another position that *viewer* cannot tell from *position*."""
        return resample.resample(position, viewer, dice)


ENGINE = XiongqiEngine()
