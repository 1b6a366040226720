"""Seichu Shogi as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.core.advice import Advice
from engines.core.conditions import Condition
from engines.core.dice import Dice
from engines.core.engine import Codec, GameMeta, Terms, Transition
from engines.core.hindsight import Tried
from engines.core.knowledge import Identity, Knowledge
from engines.core.news import conceded, play_began, setup_began
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.seichu import advice, conditions, imagine, news, progress, rulings
from engines.seichu.codec import SeichuCodec
from engines.seichu.hindsight import missed_by, tried_by
from engines.seichu.knowledge import identities_in, knowledge_of
from engines.seichu.meta import META, NOTHING_PLACED
from engines.seichu.moves import Answer, Move, Placement
from engines.seichu.position import TURN, Position
from engines.seichu.setup import kinds_by_seat, warnings_about
from engines.seichu.view import SeichuView, view_of


class SeichuEngine:
    """The rules of Seichu Shogi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, SeichuView] = SeichuCodec()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """The empty board, both armies beside it; ValueError for options, and for a start that is
        no handicap."""
        if terms.options or terms.start not in ("", *META.handicaps.values()):
            raise ValueError(f"unknown options {sorted(terms.options)}, or a start")
        here = self.codec.read(terms.start or NOTHING_PLACED)
        return Transition(here, (setup_began(len(META.seats)),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """Whoever is not ready, then the side to move or the one who is asked, until the end."""
        return position.to_act

    def is_setting_up(self, position: Position) -> bool:
        """Whether an army is still to be placed."""
        return position.first is None and position.outcome is None

    def cautions(self, move: Move) -> tuple[str, ...]:
        """What is usually regretted about a set-up; of other moves `advice` tells."""
        return warnings_about(move) if isinstance(move, Placement) else ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """What *move* leads to, the end included."""
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

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return position.outcome

    def view(self, position: Position, viewer: Viewer) -> SeichuView:
        """Everything *viewer* may know of *position*, and nothing else."""
        return view_of(position, viewer)

    def check_move(self, view: SeichuView, move: Move) -> None:
        """Raises IllegalMove with one of `rulings.ILLEGAL_CODES` unless *move* is open."""
        rulings.check_move(view, move)

    def legal_moves(self, view: SeichuView) -> Iterator[Move]:
        """Everything open to the viewing seat, bluffs included; none during set-up."""
        return rulings.legal_moves(view)

    def sample_move(self, view: SeichuView, dice: Dice) -> Move:
        """Some legal move, also during set-up; ValueError if there is none."""
        return rulings.sample_move(view, dice)

    def default_move(self, view: SeichuView) -> Move | None:
        """A question left open until the deadline is accepted; a turn is not played (§5.2)."""
        asked = view.seat in view.to_act and view.asked != TURN
        return Answer.ACCEPT if asked else None

    def house_placing(self, view: SeichuView, dice: Dice) -> Move:
        """A varied army without warnings; ValueError unless the viewing seat has to place one."""
        return rulings.house_placing(view, dice)

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Both armies as play began, by seat and square or number in hand; nothing before that."""
        if position.first is None:
            return {}
        return kinds_by_seat(position.start, position.start_hands)

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Another position that *viewer* cannot tell from *position*."""
        return imagine.resample(position, viewer, dice)

    def identities(self, view: SeichuView) -> tuple[Identity, ...]:
        """Every piece that was ever on the board, and its kind where *view* tells it."""
        return identities_in(view)

    def knowledge(self, view: SeichuView) -> Knowledge:
        """What each piece hidden from the viewer can still be, and what is left of each kind."""
        return knowledge_of(view)

    def missed(self, view: SeichuView, sheet: Knowledge, move: Move | None) -> tuple[str, ...]:
        """What the viewing seat could have done for sure, and did not do by *move*."""
        return missed_by(view, sheet, move)

    def tried(
        self, view: SeichuView, sheet: Knowledge, move: Move, after: SeichuView
    ) -> Tried | None:
        """What *move* of the viewing seat put to the test, and what came of it."""
        return tried_by(view, sheet, move, after)

    def advice(self, view: SeichuView) -> Iterator[Advice[Move]]:
        """The steps and drops of `legal_moves` with what their author should know of them."""
        return advice.advice_on(view, rulings.legal_moves(view))

    def conditions(self, view: SeichuView) -> Iterator[Condition]:
        """What the viewing seat may wait for while the other is to act."""
        return conditions.conditions_in(view)

    def supposed(self, view: SeichuView, condition: Condition) -> SeichuView:
        """The view in which the answer to *condition* is chosen."""
        return conditions.supposed(view, condition)

    def came_true(self, view: SeichuView, condition: Condition, since: int) -> bool:
        """Whether *condition* came true in the last *since* plies."""
        return conditions.came_true(view, condition, since)


ENGINE = SeichuEngine()
