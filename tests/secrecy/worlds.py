"""Matches as they really are, and others that a viewer cannot tell from them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms, Transition
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import ENGINES
from tests.engines.playing import Engine, listed, news, seats_of, terms_for
from tests.secrecy import rulebook

Act = tuple[Seat, str]
"""Who did what, as the text of the move."""

SWAPS = 20
"""Kept swaps that make a twin, at most how many are tried for each, and how many at once."""
TRIES = 4
AT_ONCE = 5

HIDDEN_GAMES = tuple(engine.meta.slug for engine in ENGINES if engine.meta.hides_information)
CONTROL = next(engine.meta.slug for engine in ENGINES if not engine.meta.hides_information)
"""A game that hides nothing: there a twin is the same match."""


NORTH = Seat(1)


@dataclass(frozen=True)
class State:
    """What the public rows say besides, of *seat* where it is about one; by default nothing."""

    name: str = ""
    seat: Seat = NORTH


PLACED_BY_HOUSE = "placed by the site"
BOT_OPPOSITE = "a bot opposite"
SILENCE = "answered by silence"
DRAW_OFFERED = "a draw offered"
CANCELLED = "cancelled"
REMATCH = "a rematch"
REMATCH_OFFERED = "a rematch offered"
DELAYED = "delayed"

STATES = (
    "", DELAYED, PLACED_BY_HOUSE, BOT_OPPOSITE, SILENCE, DRAW_OFFERED, CANCELLED, REMATCH,
    REMATCH_OFFERED,
)  # fmt: skip
GOING_ON = ("", PLACED_BY_HOUSE, SILENCE, REMATCH, REMATCH_OFFERED, DELAYED)
"""Those in which both people can play on, and no request of theirs ends the match."""


@dataclass(frozen=True)
class World:
    """One match: its game, its seed, everything that was done, and what each act led to."""

    engine: Engine
    terms: Terms
    seed: bytes
    acts: tuple[Act, ...]
    steps: tuple[Transition[Any], ...]
    """The start, and what each act led to."""
    state: State = State()

    @property
    def position(self) -> Any:
        """How it stands now."""
        return self.steps[-1].position

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whose turn it is."""
        return self.engine.to_act(self.position)

    @property
    def is_setting_up(self) -> bool:
        """Whether pieces are still to be placed."""
        return self.engine.is_setting_up(self.position)

    @property
    def moved(self) -> set[Seat]:
        """The seats that have done more than place their pieces."""
        return {
            seat
            for (seat, _text), before in zip(self.acts, self.steps, strict=False)
            if not self.engine.is_setting_up(before.position)
        }

    def fits(self, state: State) -> bool:
        """Whether a match like this one can be in that state."""
        if state.name == PLACED_BY_HOUSE:
            return any(seat == state.seat for seat, _text in self.acts[:2])
        if state.name == SILENCE:
            return any(text == "accept" for _seat, text in self.acts)
        return state.name not in (DRAW_OFFERED, CANCELLED) or bool(self.moved)

    @cached_property
    def viewers(self) -> list[Viewer]:
        """All seats, and a bystander."""
        return [*map(Viewer.of, seats_of(self.engine)), BYSTANDER]

    def after(self, seat: Seat, text: str) -> World:
        """The world in which *seat* does that next; IllegalMove where the seat may not."""
        move = self.engine.codec.load_move(text)
        self.engine.check_move(self.engine.view(self.position, Viewer.of(seat)), move)
        dice = Dice(self.seed, str(len(self.acts) + 1))
        step = self.engine.play(self.position, seat, move, dice)
        return replace(self, acts=(*self.acts, (seat, text)), steps=(*self.steps, step))

    def offered(self, seat: Seat) -> list[str]:
        """The moves *seat* is offered now."""
        return listed(self.engine, self.position, Viewer.of(seat))


def engine_of(game: str) -> Engine:
    """The newest rules of a game."""
    return next(engine for engine in reversed(ENGINES) if engine.meta.slug == game)


def begun(engine: Engine, seed: bytes, terms: Terms | None = None) -> World:
    """A match in which nothing is done yet; without *terms* on some offered, even ones."""
    terms = terms or replace(terms_for(engine, seed), start="")
    return World(engine, terms, seed, (), (engine.start(terms, Dice(seed, "0")),))


def some_world(engine: Engine, seed: bytes, plies: int, terms: Terms | None = None) -> World:
    """A match of random moves, *plies* long or ended before that."""
    return grown(begun(engine, seed, terms), plies, Dice(seed, "play"))


def grown(world: World, plies: int, dice: Dice) -> World:
    """The same match, *plies* later."""
    acts, steps = list(world.acts), list(world.steps)
    engine = world.engine
    for _ply in range(plies):
        position = steps[-1].position
        to_act = sorted(engine.to_act(position))
        if not to_act:
            break
        seat = dice.choice(to_act)
        move = engine.sample_move(engine.view(position, Viewer.of(seat)), dice)
        step = engine.play(position, seat, move, Dice(world.seed, str(len(acts) + 1)))
        if engine.outcome(step.position):
            break  # an end is a release; it has its own tests
        acts.append((seat, engine.codec.dump_move(move)))
        steps.append(step)
    return replace(world, acts=tuple(acts), steps=tuple(steps))


# T2: another history


def twin_of(
    world: World, viewers: Iterable[Viewer], dice: Dice, *, swaps: int = SWAPS
) -> World | None:
    """Make a match that none of *viewers* can tell from *world*, by swaps in hidden set-ups.

    A swap exchanges two pieces that none of them has placed, or drops another piece. It is kept if
    they are told the same and all moves stay open. None if no swap could be kept.
    """
    eyes = list(viewers)
    hidden = [
        (number, text)
        for number, (seat, text) in enumerate(world.acts)
        if all(eye.seat != seat for eye in eyes)
    ]
    setups = [number for number, text in hidden if text.startswith("setup:")]
    drops = [number for number, text in hidden if text[1:2] == "*"]
    if not setups:
        return None
    secret = [*setups * max(len(drops), 1), *drops]
    seed = world.seed[::-1]
    here, kept = world, 0
    acts, waiting = world.acts, 0
    news = [*rulebook.known_of(world.engine.meta.slug, world.acts, eyes, world.terms.start)]
    for tried in range(1, swaps * TRIES + 1):
        number = dice.choice(secret)
        seat, text = acts[number]
        swapped = _swapped(text, _army_of(world, seat), dice)
        others = (*acts[:number], (seat, swapped), *acts[number + 1 :])
        if _reads_the_same(world, others, eyes, news):
            acts, waiting = others, waiting + 1
        if waiting in (AT_ONCE, swaps - kept) or (waiting and tried == swaps * TRIES):
            if played := _played(world, seed, acts):
                here, kept = played, kept + waiting
            acts, waiting = here.acts, 0
        if kept == swaps:
            break
    return None if here.acts == world.acts else here


def _army_of(world: World, seat: Seat) -> str:
    """The letters of all pieces that a seat has."""
    placing = world.engine.meta.placing
    return placing.for_seat(seat, world.terms.start).pieces if placing else ""


def _swapped(text: str, army: str, dice: Dice) -> str:
    """A set-up with two different pieces exchanged, one of which may be in hand; another drop."""
    letters = list(text)
    if letters[1] == "*":
        return dice.choice(army) + text[1:]
    places = [place for place in range(len("setup:"), len(text)) if letters[place].isalpha()]
    spare = (Counter(army) - Counter(letters[place] for place in places)).elements()
    one = dice.choice(places)
    others = [place for place in places if letters[place] != letters[one]]
    choices: list[int | str] = [*others, *(kind for kind in spare if kind != letters[one])]
    other = dice.choice(choices)
    if isinstance(other, str):
        letters[one] = other
    else:
        letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)


def _reads_the_same(
    world: World, acts: tuple[Act, ...], eyes: list[Viewer], news: list[object]
) -> bool:
    """Whether of *acts* nothing else is told than of those of *world*."""
    others = rulebook.known_of(world.engine.meta.slug, acts, eyes, world.terms.start)
    return all(other == one for other, one in zip(others, news, strict=True))


def _played(world: World, seed: bytes, acts: tuple[Act, ...]) -> World | None:
    """The world in which *acts* were done; None where they were not open, or led elsewhere."""
    engine = world.engine
    here = begun(engine, seed, world.terms)
    steps = [*here.steps]
    for number, (seat, text) in enumerate(acts, start=1):
        position = steps[-1].position
        try:
            move = engine.codec.load_move(text)
            engine.check_move(engine.view(position, Viewer.of(seat)), move)
        except (IllegalMove, InvalidMove):
            return None
        step = engine.play(position, seat, move, Dice(seed, str(number)))
        before = world.steps[number].position
        if engine.to_act(step.position) != engine.to_act(before):
            return None
        if engine.outcome(step.position) != engine.outcome(before):
            return None
        steps.append(step)
    return replace(world, seed=seed, acts=acts, steps=tuple(steps))


# T1: another position, the record as it was


def snapshot_of(world: World, viewer: Viewer, dice: Dice) -> World:
    """*world* with another position at its end, which *viewer* cannot tell from the true one."""
    other = world.engine.resample(world.position, viewer, dice)
    return replace(world, steps=(*world.steps[:-1], replace(world.steps[-1], position=other)))


# NI-0: the projection itself


def seen(world: World, viewer: Viewer) -> bytes:
    """All that *viewer* gets from the rules: view, offers, whose turn it is, the whole story."""
    engine, position = world.engine, world.position
    return json.dumps(
        [
            engine.codec.dump_view(engine.view(position, viewer)),
            listed(engine, position, viewer),
            sorted(world.to_act),
            [news(step.events, viewer) for step in world.steps],
        ]
    ).encode()


def answers_to(world: World, seat: Seat, texts: Iterable[str]) -> Iterator[str]:
    """What *seat* is answered to each of *texts*: a refusal's code, or nothing."""
    view = world.engine.view(world.position, Viewer.of(seat))
    for text in texts:
        try:
            world.engine.check_move(view, world.engine.codec.load_move(text))
        except (IllegalMove, InvalidMove) as error:
            yield getattr(error, "code", "unreadable")
        else:
            yield ""
