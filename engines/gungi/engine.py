"""Gungi as the platform sees it."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Codec, GameEngine, GameMeta, Terms, Transition
from engines.core.seats import Seat
from engines.gungi import coaching, progress, rulings
from engines.gungi.codec import GungiCodec
from engines.gungi.meta import META, RULE_SETS
from engines.gungi.moves import Move
from engines.gungi.news import began, conceded, news_of
from engines.gungi.position import Position
from engines.gungi.rulesets import BY_NAME
from engines.gungi.text import start_of
from engines.gungi.view import GungiView, view_of


class GungiEngine(GameEngine[Position, Move, GungiView]):
    """The rules of Gungi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, GungiView] = GungiCodec()

    view = staticmethod(view_of)
    check_move = staticmethod(rulings.check_move)
    legal_moves = staticmethod(rulings.legal_moves)
    hint = staticmethod(coaching.hint)

    def start(self, terms: Terms, dice: Dice) -> Transition[Position]:
        """The opening position of the rule set in the option ``rules``, or the one in *terms*.

        ValueError, also for a position that names other rules or is over.
        """
        options = {"rules": RULE_SETS[0], **terms.options}
        if set(options) != {"rules"} or options["rules"] not in BY_NAME:
            raise ValueError(f"unknown options {sorted(terms.options.items())}")
        if terms.start:
            position = self.codec.read(terms.start)
            if position.outcome or position.now.rules != options["rules"]:
                raise ValueError("nothing begins there by these rules")
        else:
            position = progress.begin(start_of(BY_NAME[options["rules"]]))
        return Transition(position, (began(position),))

    def to_act(self, position: Position) -> frozenset[Seat]:
        """Return the side to move, until the match is over."""
        return frozenset() if position.outcome else frozenset({position.to_move})

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """Return what *move* leads to, the end included."""
        after = progress.advance(position, move)
        return Transition(after, news_of(position, after))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, conceded(seats, after))


ENGINE = GungiEngine()
