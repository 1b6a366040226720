"""Gungi as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.core.dice import Dice
from engines.core.engine import Codec, GameMeta, Terms, Transition
from engines.core.outcome import Outcome
from engines.core.seats import Seat, Viewer
from engines.gungi import progress, resample, rulings
from engines.gungi.codec import GungiCodec
from engines.gungi.meta import META, RULE_SETS
from engines.gungi.moves import Move
from engines.gungi.news import began, conceded, news_of
from engines.gungi.position import Position
from engines.gungi.rulesets import BY_NAME
from engines.gungi.text import start_of
from engines.gungi.view import GungiView, view_of


class GungiEngine:
    """The rules of Gungi; see `engines.core.engine.GameEngine` for each question."""

    meta: GameMeta = META
    codec: Codec[Position, Move, GungiView] = GungiCodec()

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
        """The side to move, until the match is over."""
        return frozenset() if position.outcome else frozenset({position.to_move})

    def is_setting_up(self, position: Position) -> bool:
        """Never: placing freely (§7) is done turn about and in the open, as moves are."""
        return False

    def cautions(self, move: Move) -> tuple[str, ...]:
        """None: everything is in the open."""
        return ()

    def play(self, position: Position, seat: Seat, move: Move, dice: Dice) -> Transition[Position]:
        """What *move* leads to, the end included."""
        after = progress.advance(position, move)
        return Transition(after, news_of(position, after))

    def concede(self, position: Position, seats: frozenset[Seat]) -> Transition[Position]:
        """Take *seats* out: the other side wins; both at once draw. ValueError once it is over."""
        after = progress.concede(position, seats)
        return Transition(after, conceded(seats, after))

    def outcome(self, position: Position) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return position.outcome

    def view(self, position: Position, viewer: Viewer) -> GungiView:
        """Everything *viewer* may know of *position*."""
        return view_of(position, viewer)

    def check_move(self, view: GungiView, move: Move) -> None:
        """Raises IllegalMove with one of `rulings.ILLEGAL_CODES` unless *move* is open."""
        rulings.check_move(view, move)

    def legal_moves(self, view: GungiView) -> Iterator[Move]:
        """The moves open to the viewing seat, in a fixed order."""
        return rulings.legal_moves(view)

    def sample_move(self, view: GungiView, dice: Dice) -> Move:
        """One of the legal moves, each as likely; ValueError if there is none."""
        return dice.choice(list(rulings.legal_moves(view)))

    def hidden_setup(self, position: Position) -> Mapping[Seat, Mapping[str, str]]:
        """Nothing: everybody sees every piece."""
        return {}

    def resample(self, position: Position, viewer: Viewer, dice: Dice) -> Position:
        """Another position that *viewer* cannot tell from *position*."""
        return resample.resample(position, viewer, dice)


ENGINE = GungiEngine()
