"""Seichu Shogi as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.core.advice import Advice
from engines.core.dice import Dice
from engines.core.engine import Codec, GameEngine, GameMeta, Terms, Transition
from engines.core.news import conceded, play_began, setup_began
from engines.core.seats import Seat
from engines.seichu import advice, coaching, conditions, imagine, news, progress, rulings
from engines.seichu.codec import SeichuCodec
from engines.seichu.hindsight import missed_by, tried_by
from engines.seichu.knowledge import identities_in, knowledge_of
from engines.seichu.meta import META, NOTHING_PLACED
from engines.seichu.moves import Answer, Move, Placement
from engines.seichu.position import TURN, Position
from engines.seichu.setup import kinds_by_seat, warnings_about
from engines.seichu.view import SeichuView, view_of


class SeichuEngine(GameEngine[Position, Move, SeichuView]):
    """The rules of Seichu Shogi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, SeichuView] = SeichuCodec()

    view = staticmethod(view_of)
    check_move = staticmethod(rulings.check_move)
    legal_moves = staticmethod(rulings.legal_moves)
    sample_move = staticmethod(rulings.sample_move)
    house_placing = staticmethod(rulings.house_placing)
    resample = staticmethod(imagine.resample)
    hint = staticmethod(coaching.hint)
    identities = staticmethod(identities_in)
    knowledge = staticmethod(knowledge_of)
    missed = staticmethod(missed_by)
    tried = staticmethod(tried_by)
    supposed = staticmethod(conditions.supposed)
    came_true = staticmethod(conditions.came_true)
    conditions = staticmethod(conditions.conditions_in)  # last, as it hides the module

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """Return the empty board, both armies beside it; ValueError for options, and for a start
        that is no handicap."""
        if terms.options or terms.start not in ("", *META.handicaps.values()):
            raise ValueError(f"unknown options {sorted(terms.options)}, or a start")
        here = self.codec.read(terms.start or NOTHING_PLACED)
        return Transition(here, (setup_began(len(META.seats)),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """Whoever is not ready, then the side to move or the one who is asked, until the end."""
        return position.to_act

    def is_setting_up(self, position: Position) -> bool:
        """Return whether an army is still to be placed."""
        return position.first is None and position.outcome is None

    def cautions(self, move: Move) -> tuple[str, ...]:
        """Return what is usually regretted about a set-up; of other moves `advice` tells."""
        return warnings_about(move) if isinstance(move, Placement) else ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """Return what *move* leads to, the end included."""
        if isinstance(move, Placement):
            after = progress.commit(position, seat, move)
            return Transition(after, (news.placed(position, seat, move), *play_began(after.first)))
        after = progress.advance(position, move)
        if isinstance(move, Answer):
            return Transition(after, (news.answered(position, move, after), *news.ended(after)))
        return Transition(after, (*news.played(position, move, after), *news.ended(after)))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, (conceded(seats), *news.ended(after)))

    def default_move(self, view: SeichuView) -> Move | None:
        """A question left open until the deadline is accepted; a turn is not played (§5.2)."""
        asked = view.seat in view.to_act and view.asked != TURN
        return Answer.ACCEPT if asked else None

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Both armies as play began, by seat and square or number in hand; nothing before that."""
        if position.first is None:
            return {}
        return kinds_by_seat(position.start, position.start_hands)

    def advice(self, view: SeichuView) -> Iterator[Advice[Move]]:
        """The steps and drops of `legal_moves` with what their author should know of them."""
        return advice.advice_on(view, rulings.legal_moves(view))


ENGINE = SeichuEngine()
