"""Nation as the platform sees it."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Codec, GameEngine, GameMeta, PlayedOn, Terms, Transition
from engines.core.events import Event
from engines.core.seats import Seat
from engines.nation import progress, rulings
from engines.nation.codec import NationCodec
from engines.nation.foresight import WAYS, foresee
from engines.nation.library import Library, Shipped
from engines.nation.meta import META, META_1, META_2
from engines.nation.moves import TRAIN, Move
from engines.nation.news import began, conceded, decided, ended
from engines.nation.npc import decision_of
from engines.nation.outlook import outlook_of
from engines.nation.position import Position
from engines.nation.view import NationView, view_of


class NationEngine(GameEngine[Position, Move, NationView]):
    """The rules of Nation; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, NationView]

    view = staticmethod(view_of)
    check_move = staticmethod(rulings.check_move)
    legal_moves = staticmethod(rulings.legal_moves)
    sample_move = staticmethod(rulings.sample_move)
    outlook = staticmethod(outlook_of)
    ways = len(WAYS)

    def __init__(self, library: Library, meta: GameMeta = META) -> None:
        self.meta = meta
        self.codec = NationCodec(library)
        self._library = library

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """Return the start of the stage in *terms*; ValueError for any other terms."""
        content = self._library.newest()
        stage = terms.options.get("stage", next(iter(content.stages)))
        if set(terms.options) - {"stage"} or stage not in content.stages or terms.start:
            raise ValueError(f"unknown options {dict(terms.options)}")
        log: list[Event] = []
        position = progress.begin(progress.stage_start(content, stage, log))
        return Transition(position, (began(position), *log, *ended(position)))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """Return the nation whose turn it is, until the match is over."""
        return frozenset() if position.outcome else frozenset({Seat(position.now.turn)})

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """Return what *move* leads to; of an NPC's own decision the reason is told first."""
        log: list[Event] = []
        if seat != position.now.player:
            decision = decision_of(position.now)
            if decision.move == move:
                log.append(decided(seat, decision))
        after = progress.advance(position, move, log)
        return Transition(after, (*log, *ended(after)))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out; without its player a match is over. ValueError once it is over."""
        log: list[Event] = [conceded(seats)]
        after = progress.concede(position, seats, log)
        return Transition(after, (*log, *ended(after)))

    def default_move(self, view: NationView) -> Move | None:
        """Return the training of an NPC nation that cannot decide; None for anybody else."""
        is_npc = view.outcome is None and view.seat == view.now.turn != view.now.player
        return TRAIN if is_npc else None

    def undoable(self, view: NationView) -> int:
        """Return what the nation in turn has done in this domestic phase (§9.4)."""
        return view.undoable if view.seat == view.now.turn else 0

    def foresee(self, view: NationView, way: int) -> PlayedOn[Move]:
        """Return the match played on from *view*; see `engines.nation.foresight`."""
        return foresee(view.now, way)


ENGINE_1 = NationEngine(Shipped(1), META_1)
"""Rules version 1: what its content does not ask for does not happen."""
ENGINE_2 = NationEngine(Shipped(2), META_2)
"""Rules version 2: its stages had another balance."""
ENGINE = NationEngine(Shipped())
