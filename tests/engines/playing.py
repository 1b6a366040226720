"""Matches played by the dice, for tests that hold for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engines.core.dice import Dice
from engines.core.engine import GameEngine, Terms, Transition
from engines.core.errors import IllegalMove
from engines.core.events import Event
from engines.core.seats import BYSTANDER, Seat, Viewer

Engine = GameEngine[Any, Any, Any]
P = TypeVar("P")  # a game's position

ALL_EYES = Viewer(sees_all=True)


@dataclass(frozen=True)
class Ply:
    """What was just played (nothing at the start), where it led, and what was told of it."""

    number: int
    position: Any
    events: tuple[Event, ...]
    seat: Seat | None = None
    text: str | None = None


NO_TERMS = Terms()


def seats_of(engine: Engine, terms: Terms = NO_TERMS) -> list[Seat]:
    """The seats of a match under *terms*."""
    return [Seat(number) for number in range(len(engine.meta.seats_for(terms.options)))]


def viewers_of(engine: Engine, terms: Terms = NO_TERMS) -> list[Viewer]:
    """Everybody the platform renders a board for during play."""
    return [*map(Viewer.of, seats_of(engine, terms)), BYSTANDER]


def terms_for(engine: Engine, seed: bytes) -> Terms:
    """Some permitted terms; where both sides place in secret, at times with a handicap."""
    dice, meta = Dice(seed, "terms"), engine.meta
    options = {name: dice.choice(values) for name, values in meta.options.items()}
    has_handicap = meta.placing is not None and dice.below(2)
    return Terms(options, dice.choice([*meta.handicaps.values()]) if has_handicap else "")


def playout(
    engine: Engine, seed: bytes, limit: int = 60, start_text: str | None = None
) -> Iterator[Ply]:
    """A match of random legal moves to the end, or to *limit* plies, from where *start_text* says
    or any of the game's starts."""
    terms = terms_for(engine, seed)
    if start_text is not None:
        terms = replace(terms, start=start_text)
    start = engine.start(terms, Dice(seed, "0"))
    here = Ply(0, start.position, start.events)
    yield here
    for number in range(1, limit + 1):
        to_act = sorted(engine.to_act(here.position))
        if not to_act:
            return
        chooser = Dice(seed, f"{number}.chooser")
        seat = chooser.choice(to_act)
        view = engine.view(here.position, Viewer.of(seat))
        move = engine.sample_move(view, chooser)
        step = engine.play(here.position, seat, move, Dice(seed, str(number)))
        here = Ply(number, step.position, step.events, seat, engine.codec.dump_move(move))
        yield here


def contest(
    engine: Engine,
    seed: bytes,
    *players: Callable[[Any, Dice], Any],
    limit: int = 10_000,
    start: str = "",
) -> Any:
    """The last position of a match between *players*, by seat, broken off after *limit* plies.

    Each move is checked to be open.
    """
    terms = replace(terms_for(engine, seed), start=start)
    here, number = engine.start(terms, Dice(seed, "0")).position, 0
    while engine.outcome(here) is None and number < limit:
        number += 1
        seat = min(engine.to_act(here))
        view = engine.view(here, Viewer.of(seat))
        move = players[seat](view, Dice(seed, str(number)))
        engine.check_move(view, move)
        here = engine.play(here, seat, move, Dice(seed, str(number))).position
    return here


def after(engine: GameEngine[P, Any, Any], here: P, *texts: str) -> P:
    """The position after these moves of the seats that are to act, each checked to be open."""
    for number, text in enumerate(texts, start=1):
        seat = min(engine.to_act(here))
        move = engine.codec.load_move(text)
        engine.check_move(engine.view(here, Viewer.of(seat)), move)
        here = engine.play(here, seat, move, Dice(b"", str(number))).position
    return here


def refusal(engine: Engine, view: Any, move: Any) -> str:
    """The code *move* is refused with; empty if it is open."""
    try:
        engine.check_move(view, move)
    except IllegalMove as error:
        assert str(error) == error.code
        return error.code
    return ""


def beginning(engine: Engine) -> Any:
    """Where every match begins, of a game without dice at the start."""
    return engine.start(Terms(), Dice(b"", "0")).position


def placed(engine: Engine, here: Any, seat: int, letters: str) -> Transition[Any]:
    """What it leads to when *seat* is ready with the set-up *letters*, which is open to it."""
    move = engine.codec.load_move(f"setup:{letters}")
    engine.check_move(engine.view(here, Viewer.of(Seat(seat))), move)
    return engine.play(here, Seat(seat), move, Dice(b"", "1"))


def listed(engine: Engine, position: Any, viewer: Viewer) -> list[str]:
    """The texts of the moves offered to *viewer*."""
    moves = engine.legal_moves(engine.view(position, viewer))
    return [engine.codec.dump_move(move) for move in moves]


def news(events: tuple[Event, ...], viewer: Viewer) -> list[tuple[str, Any]]:
    """What *viewer* hears of *events*."""
    found = [(event.kind, event.seen_by(viewer)) for event in events]
    return [(kind, facts) for kind, facts in found if facts is not None]
