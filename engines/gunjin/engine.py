"""Gunjin Shogi as the platform sees it."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.dice import Dice
from engines.core.engine import Codec, GameEngine, GameMeta, Terms, Transition
from engines.core.news import conceded, play_began, setup_began
from engines.core.seats import Seat
from engines.gunjin import coaching, conditions, imagine, news, progress, rulings
from engines.gunjin.codec import GunjinCodec
from engines.gunjin.hindsight import missed_by, tried_by
from engines.gunjin.knowledge import identities_in, knowledge_of
from engines.gunjin.meta import META, NOTHING_PLACED
from engines.gunjin.moves import Move, Placement
from engines.gunjin.position import Position
from engines.gunjin.setup import kinds_by_seat, warnings_about
from engines.gunjin.view import GunjinView, view_of


class GunjinEngine(GameEngine[Position, Move, GunjinView]):
    """The rules of Gunjin Shogi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, GunjinView] = GunjinCodec()

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
        """During set-up whoever is not ready, then the side to move, until the match is over."""
        return position.to_act

    def is_setting_up(self, position: Position) -> bool:
        """Return whether an army is still to be placed."""
        return position.first is None and position.outcome is None

    def cautions(self, move: Move) -> tuple[str, ...]:
        """Return what is usually regretted about a set-up; steps give no cause."""
        return warnings_about(move) if isinstance(move, Placement) else ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """Return what *move* leads to, the end included."""
        if isinstance(move, Placement):
            after = progress.commit(position, seat, move)
            return Transition(after, (news.placed(seat, move), *play_began(after.first)))
        after = progress.advance(position, move)
        event = news.stepped(position, move, after.record[-1][2])
        return Transition(after, (event, *news.ended(after)))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, (conceded(seats), *news.ended(after)))

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Both armies as they stood when play began, by seat and square; nothing before that."""
        return {} if position.first is None else kinds_by_seat(position.start)


ENGINE = GunjinEngine()
