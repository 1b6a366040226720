"""Gunjin Shogi as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.core.conditions import Condition
from engines.core.dice import Dice
from engines.core.engine import Codec, GameMeta, Terms, Transition
from engines.core.hindsight import Tried
from engines.core.knowledge import Identity, Knowledge
from engines.core.news import conceded, play_began, setup_began
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.gunjin import conditions, imagine, news, progress, rulings
from engines.gunjin.codec import GunjinCodec
from engines.gunjin.hindsight import missed_by, tried_by
from engines.gunjin.knowledge import identities_in, knowledge_of
from engines.gunjin.meta import META, NOTHING_PLACED
from engines.gunjin.moves import Move, Placement
from engines.gunjin.position import Position
from engines.gunjin.setup import kinds_by_seat, warnings_about
from engines.gunjin.view import GunjinView, view_of


class GunjinEngine:
    """The rules of Gunjin Shogi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, GunjinView] = GunjinCodec()

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """The empty board, both armies beside it; ValueError for options, and for a start that is
        no handicap."""
        if terms.options or terms.start not in ("", *META.handicaps.values()):
            raise ValueError(f"unknown options {sorted(terms.options)}, or a start")
        here = self.codec.read(terms.start or NOTHING_PLACED)
        return Transition(here, (setup_began(len(META.seats)),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """During set-up whoever is not ready, then the side to move, until the match is over."""
        return position.to_act

    def is_setting_up(self, position: Position) -> bool:
        """Whether an army is still to be placed."""
        return position.first is None and position.outcome is None

    def cautions(self, move: Move) -> tuple[str, ...]:
        """What is usually regretted about a set-up; steps give no cause."""
        return warnings_about(move) if isinstance(move, Placement) else ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """What *move* leads to, the end included."""
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

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return position.outcome

    def view(self, position: Position, viewer: Viewer) -> GunjinView:
        """Everything *viewer* may know of *position*, and nothing else."""
        return view_of(position, viewer)

    def check_move(self, view: GunjinView, move: Move) -> None:
        """Raises IllegalMove with one of `rulings.ILLEGAL_CODES` unless *move* is open."""
        rulings.check_move(view, move)

    def legal_moves(self, view: GunjinView) -> Iterator[Move]:
        """The steps open to the viewing seat, by origin square; none during set-up."""
        return rulings.legal_moves(view)

    def sample_move(self, view: GunjinView, dice: Dice) -> Move:
        """Some legal move, also during set-up; ValueError if there is none."""
        return rulings.sample_move(view, dice)

    def house_placing(self, view: GunjinView, dice: Dice) -> Move:
        """A varied army without warnings; ValueError unless the viewing seat has to place one."""
        return rulings.house_placing(view, dice)

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Both armies as they stood when play began, by seat and square; nothing before that."""
        return {} if position.first is None else kinds_by_seat(position.start)

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Another position that *viewer* cannot tell from *position*."""
        return imagine.resample(position, viewer, dice)

    def identities(self, view: GunjinView) -> tuple[Identity, ...]:
        """Every piece of the match by its start square, and its kind where *view* tells it."""
        return identities_in(view)

    def knowledge(self, view: GunjinView) -> Knowledge:
        """What each piece hidden from the viewer can still be, and what is left of each kind."""
        return knowledge_of(view)

    def missed(self, view: GunjinView, sheet: Knowledge, move: Move | None) -> tuple[str, ...]:
        """What the viewing seat could have done for sure, and did not do by *move*."""
        return missed_by(view, sheet, move)

    def tried(
        self, view: GunjinView, sheet: Knowledge, move: Move, after: GunjinView
    ) -> Tried | None:
        """What *move* of the viewing seat put to the test, and what came of it."""
        return tried_by(view, sheet, move, after)

    def conditions(self, view: GunjinView) -> Iterator[Condition]:
        """What the viewing seat may wait for while the other is to act."""
        return conditions.conditions_in(view)

    def supposed(self, view: GunjinView, condition: Condition) -> GunjinView:
        """The view in which the answer to *condition* is chosen."""
        return conditions.supposed(view, condition)

    def came_true(self, view: GunjinView, condition: Condition, since: int) -> bool:
        """Whether *condition* came true in the last *since* plies."""
        return conditions.came_true(view, condition, since)


ENGINE = GunjinEngine()
