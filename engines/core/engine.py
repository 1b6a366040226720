"""The contract between a game's rules and everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from engines.core.advice import Advice
from engines.core.coaching import Hint
from engines.core.conditions import Condition
from engines.core.dice import Dice
from engines.core.errors import IllegalMove
from engines.core.events import Event
from engines.core.hindsight import Tried
from engines.core.jsontypes import Json, JsonObject
from engines.core.knowledge import Identity, Knowledge
from engines.core.outcome import Outcome
from engines.core.placing import Placing
from engines.core.plain import Plain
from engines.core.seats import Seat, Viewer

P = TypeVar("P")  # a game's position: the complete truth, immutable
P_co = TypeVar("P_co", covariant=True)
M = TypeVar("M")  # a game's move
V = TypeVar("V")  # a game's view: what one viewer may know
V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class GameMeta:
    """The facts that the lobby needs of a game, without its rules."""

    slug: str
    name: str
    seats: tuple[str, ...]
    """The seats' names in seat order, as message ids ("South")."""
    rules_version: int
    """Names the behaviour; a match keeps the version it began with."""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Option name to its permitted values, the first being the default."""
    hides_information: bool = False
    """Whether the rules hide anything from anybody during play."""
    kinds: tuple[str, ...] = ()
    """The letters of what a piece of unknown kind can be, in the order of the rules page; with
    any, the game is a `KindHidingEngine`."""
    bot_levels: tuple[str, ...] = ()
    """The opponents the site offers for it, weakest first ("easy"); of one strength there can be
    another that plays in another style ("medium-bold")."""
    placing: Placing | None = None
    """How both sides are set up in secret before play; None where the start is given."""
    seats_by: tuple[str, Mapping[str, tuple[str, ...]]] | None = None
    """Where the terms decide how many play: an option, and the seats' names by its value."""
    more_seats: Callable[[str], tuple[str, ...] | None] | None = None
    """The seats' names by values of that option that are too many to be listed; None for others."""

    begins_anywhere: bool = False
    """Whether play may begin in a position of one's choice (`Terms.start`)."""
    handicaps: Mapping[str, str] = field(default_factory=dict)
    """Starts in which seat 0, which moves first, has less than the other: names to texts."""

    solo: bool = False
    """Whether one person plays it alone, in the last seat, against the site in all others."""

    endless: bool = False
    """Whether its rules let a match go on for ever. It hides nothing then, and its first ply is a
    move."""

    def seats_for(self, options: Mapping[str, str]) -> tuple[str, ...]:
        """The seats' names under these terms; LookupError for a value that is not permitted."""
        if self.seats_by is None:
            return self.seats
        option, seats = self.seats_by
        value = options.get(option, self.options[option][0])
        more = self.more_seats(value) if self.more_seats and value not in seats else None
        return more or seats[value]

    def permits(self, option: str, value: object) -> bool:
        """Return whether the terms of a match may have *value* for *option*."""
        if value in self.options.get(option, ()):
            return True
        is_open = self.more_seats is not None and self.seats_by is not None
        if not is_open or not isinstance(value, str) or self.seats_by[0] != option:  # type: ignore[index]
            return False
        return self.more_seats(value) is not None  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match as rules are told them: every option of the meta with one value."""

    options: Mapping[str, str] = field(default_factory=dict)
    start: str = ""
    """Where play begins, as a text of the rules page; empty for the game's own start."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[P_co]):
    """The result of a move (or the start): the new position, and the facts to tell."""

    position: P_co
    events: tuple[Event, ...] = ()


class Codec(Protocol[P, M, V]):
    """Everything that is stored or sent, and the text of the rules pages."""

    schema: int
    """Names the storage layout of positions; older layouts still load."""

    def dump_position(self, position: P) -> JsonObject:
        """Return the complete position with its history, as JSON."""

    def load_position(self, data: Mapping[str, Json], schema: int) -> P:
        """Inverse of `dump_position`; ValueError for data that no position dumps to."""

    def dump_move(self, move: M) -> str:
        """Return the action text of the rules page."""

    def load_move(self, text: str) -> M:
        """Inverse of `dump_move`; raises InvalidMove for any other text."""

    views: Plain[V]
    """How a view goes to another process, where a bot is given it."""

    def dump_view(self, view: V) -> JsonObject:
        """A view as JSON, for people. There is no loader: no page is read back."""

    def read(self, text: str) -> P:
        """The position a text of the rules page describes, with a fresh history; ValueError."""

    def write(self, position: P) -> str:
        """Inverse of `read`, without the history."""


@runtime_checkable
class GrowingCodec(Protocol[P]):
    """A codec whose positions are stored with their moves, and loaded by playing them."""

    def continued(
        self, position: P, before: Mapping[str, Json], data: Mapping[str, Json]
    ) -> P | None:
        """Return the position that *data* stands for, played on from *position*, for which *before*
        stands: the same as loading it. None where it does not go on from there."""


@runtime_checkable
class EndlessCodec(Protocol[P]):
    """The codec of a game that can go on for ever. All moves are stored; a late position is loaded
    from a snapshot, without playing the moves before it."""

    def dump_snapshot(self, position: P) -> JsonObject:
        """Return the part of *position* that the list of moves does not tell, as JSON."""

    def resumed(self, data: Mapping[str, Json], snapshot: Mapping[str, Json] | None) -> P:
        """Return the position of a *snapshot* of the match that *data* stands for, or without one
        its start; ValueError for data or a snapshot that no position dumps to."""

    def played_on(self, position: P, data: Mapping[str, Json], plies: int | None = None) -> P:
        """Return the position after so many of the moves in *data*, from one that they have led to;
        None for all of them, and for who has conceded then. ValueError likewise."""

    def quiet_plies(self, position: P) -> int:
        """Return how many plies have been made since something happened for good."""


class GameEngine(Protocol[P, M, V]):
    """A game. Offers and refusals follow from the view, consequences from the position.

    Methods with a body are as in a game that begins at once and hides nothing, and whose positions
    say how they ended.
    """

    meta: GameMeta
    codec: Codec[P, M, V]

    def start(self, terms: Terms, dice: Dice) -> Transition[P]:
        """Return the opening position under *terms*; ValueError for unknown terms, and for a start
        that the game does not begin with, or with which it is over."""

    def to_act(self, position: P) -> frozenset[Seat]:
        """The seats that owe a move: public knowledge; empty exactly when the match is over."""

    def is_setting_up(self, position: P) -> bool:
        """Return whether those to act are still to place their pieces: public knowledge."""
        return False

    def cautions(self, move: M) -> tuple[str, ...]:
        """Return codes of what to ask the mover before *move* is made."""
        return ()

    def play(self, position: P, seat: Seat, move: M, dice: Dice) -> Transition[P]:
        """Return the result of *move*. The caller has passed it through `check_move`."""

    def concede(self, position: P, seats: frozenset[Seat]) -> Transition[P]:
        """Take *seats* out: resigned, out of time, or removed. All seats at once is a draw."""

    def outcome(self, position: Any) -> Outcome | None:
        """Return how it ended, or None while it goes on."""
        found: Outcome | None = position.outcome
        return found

    def view(self, position: P, viewer: Viewer) -> V:
        """Everything *viewer* may know of *position*, and nothing else."""

    def check_move(self, view: V, move: M) -> None:
        """Raises IllegalMove unless the viewing seat may try *move* now."""
        if move not in self.legal_moves(view):
            raise IllegalMove("cannot-go-there")

    def legal_moves(self, view: V) -> Iterator[M]:
        """Return the moves open to the viewing seat, in a fixed order, where they can be listed."""

    def sample_move(self, view: V, dice: Dice) -> M:
        """Some legal move, also in phases too large to list; ValueError if there is none."""
        return dice.choice(list(self.legal_moves(view)))

    def hidden_setup(self, position: P) -> Mapping[Seat, Mapping[str, str]]:
        """Every piece that was hidden when play began: its kind's text, by seat and place.

        The site commits itself to it by digests. It is empty until play has
        begun, never changes after that, and is always empty in a game that hides
        nothing. Which places there are is public. No text has a blank in it.
        """
        return {}

    def resample(self, position: P, viewer: Viewer, dice: Dice) -> P:
        """Another position that *viewer* cannot tell from *position*."""
        return position


class KindHidingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game whose pieces are seen without their kinds. Both answers follow from the view alone."""

    def identities(self, view: V) -> tuple[Identity, ...]:
        """Return every piece that *view* shows, on the board or off it."""

    def knowledge(self, view: V) -> Knowledge:
        """Return everything that the pieces of unknown kind can be, and nothing else.

        It takes a bounded number of steps (see `engines.core.steps`): where they do not suffice
        the sheet rules out too little, never too much, and says so.
        """


@runtime_checkable
class HindsightEngine(KindHidingEngine[P, M, V], Protocol[P, M, V]):
    """A game whose finished matches can be reviewed for what each seat could have known.

    A sheet is what `knowledge` says of the view beside it; it is not worked out twice.
    """

    def missed(self, view: V, sheet: Knowledge, move: M | None) -> tuple[str, ...]:
        """Return codes of sure gains that the viewing seat did not take by *move*, which is None
        for whoever conceded instead. Nothing when it is not to act."""

    def tried(self, view: V, sheet: Knowledge, move: M, after: V) -> Tried | None:
        """Return the test that *move* of the viewing seat made; *after* is its view of the
        result."""


@runtime_checkable
class ExpectingEngine(KindHidingEngine[P, M, V], Protocol[P, M, V]):
    """A game in which a seat can plan answers to what it will see of the other's turn. All three
    follow from the view alone."""

    def conditions(self, view: V) -> Iterator[Condition]:
        """Return the events the viewing seat may wait for, in a fixed order; nothing while it is
        to act."""

    def supposed(self, view: V, condition: Condition) -> V:
        """Return the view in which the answer to *condition* is chosen: as *view* is, but for what
        the condition tells, with the viewing seat to act. IllegalMove for a condition that
        `conditions` does not list."""

    def came_true(self, view: V, condition: Condition, since: int) -> bool:
        """Return whether *condition* came true in the last *since* plies, all of which were the
        other's: *view* is the one after them."""


@runtime_checkable
class BluffingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game that accepts moves against its own rules: their authors are told what they do."""

    def advice(self, view: V) -> Iterator[Advice[M]]:
        """The legal moves that can be a foul, with what the viewing seat can tell of them."""


@runtime_checkable
class PatientEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game with questions that a missed deadline answers; elsewhere it loses on time."""

    def default_move(self, view: V) -> M | None:
        """Return the move that the viewing seat's silence counts as; None where it counts as
        none."""


@runtime_checkable
class PlacingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game with `GameMeta.placing`: the site places for a seat that let its time pass."""

    def house_placing(self, view: V, dice: Dice) -> M:
        """A set-up for the viewing seat that nobody can foresee: varied, with no caution, and
        none of the recommended ones. ValueError unless the seat has to place.

        It follows from the view, so that it tells nothing of what others have placed.
        """


@runtime_checkable
class UndoingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game in which a seat may take back what it has just done, while that can do no harm."""

    def undoable(self, view: V) -> int:
        """Return how many of its last moves the viewing seat may take back now."""


@runtime_checkable
class SafeEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game in which the rules name the forces that cannot win, whatever the other side does."""

    def cannot_lose(self, position: P, seat: Seat) -> bool:
        """Return whether the other side's pieces alone are too few to win by the rules' own
        list."""


@runtime_checkable
class ForeseeingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game that can tell from the view alone what a move will do."""

    def outlook(self, view: V) -> JsonObject:
        """Return the moves open to the viewing seat and their results, and why others are not
        open."""


@runtime_checkable
class CoachingEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game in which a beginner can be told something of the position, from the view alone."""

    def hint(self, view: V) -> Hint | None:
        """The most urgent fact for the viewing seat before its move; None for nothing to say, and
        when it is not to move."""


@dataclass(frozen=True, slots=True)
class Weight(Generic[M_co]):
    """The worth of a position to whoever is to move, and the move that makes it so."""

    points: int
    """In hundredths of the smallest piece."""
    wins_in: int | None
    """In how many of its own moves it wins for sure; below 0, in how many of them it loses."""
    line: tuple[M_co, ...]
    """The best move, and what both sides should play after it, as far as that was seen."""


@runtime_checkable
class WeighingBot(Protocol[V_contra, M_co]):
    """An opponent that can say what it takes a position to be worth; it sees everything."""

    def weigh(self, view: V_contra, dice: Dice) -> Weight[M_co] | None:
        """The worth of *view* to its seat, which is to move; None where that cannot be said."""


@dataclass(frozen=True, slots=True)
class PlayedOn(Generic[M_co]):
    """The end of a match if one seat went on in some way."""

    points: int
    """By how much that seat would be ahead in the end."""
    turn: int
    """The number of the turn that is played: what people count in."""
    first: M_co | None
    """What it would do first; None while it is not to act."""


@runtime_checkable
class ForesightEngine(GameEngine[P, M, V], Protocol[P, M, V]):
    """A game for one person whose other seats act by what everybody sees. Its finished matches can
    be reviewed for what other moves would have led to."""

    ways: int
    """How many ways of going on are compared, counted from 0."""

    def foresee(self, view: V, way: int) -> PlayedOn[M]:
        """Return the match played on from *view* to its end, the person's seat in the way of that
        number. The same view and way give the same answer."""


class Bot(Protocol[V_contra, M_co]):
    """An opponent: like a person, it is given a view and answers with a move."""

    def choose(self, view: V_contra, dice: Dice) -> M_co:
        """Return the move to play; the same view and dice give the same move."""
