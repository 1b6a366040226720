"""Positions laid out to learn from: no match, no rows, only what the rules say of them.

A study begins from a text of the rules page, or from the start of the game, and goes on by plies.
Everything that leaves is one seat's, as in a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.engine import BluffingEngine, ForeseeingEngine, KindHidingEngine, Terms
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import engine_for
from games.match.referee.eyes import Bluff, Thought, thought_of

News = tuple[tuple[str, JsonObject], ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A position laid out: its game, options, start and plies."""

    game: str
    position: str = ""
    """A text of the rules page; empty for the start of the game."""
    options: tuple[tuple[str, str], ...] = ()
    """Those that are not as usual."""
    plies: tuple[str, ...] = ()
    rules: int | None = None
    """The rules version it goes by; None for the newest."""

    def after(self, ply: str) -> Laid:
        """Return the same, one ply on."""
        return replace(self, plies=(*self.plies, ply))


@dataclass(frozen=True, slots=True)
class Study:
    """The view that one seat has of a position, and what it can do there."""

    view: JsonObject
    legal: tuple[str, ...]
    bluffs: Mapping[str, Bluff]
    """The fouls among them, where the game accepts any."""
    to_act: tuple[int, ...]
    winners: tuple[int, ...] | None
    """Who has won; None while it goes on."""
    ended_how: str
    news: News
    """What the seat hears of the last ply."""
    kinds: Mapping[str, str]
    """By square, what a piece of unknown kind there can still be."""


class NoSuchPly(ValueError):
    """The last ply of what was laid out cannot be played; the code names a sentence."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def study_of(laid: Laid, seat: int) -> Study:
    """Return what *seat* may see and do; NoSuchPly, LookupError or ValueError for no position."""
    engine, (here, events) = engine_of(laid), _played(laid)
    view = engine.view(here, Viewer.of(Seat(seat)))
    outcome, to_act = engine.outcome(here), engine.to_act(here)
    legal: tuple[str, ...] = ()
    is_placed_in_secret = engine.meta.placing is not None and engine.is_setting_up(here)
    if seat in to_act and not is_placed_in_secret:
        legal = tuple(map(engine.codec.dump_move, engine.legal_moves(view)))
    outlook = engine.outlook(view) if isinstance(engine, ForeseeingEngine) else {}
    return Study(
        view={**engine.codec.dump_view(view), **({"outlook": outlook} if outlook else {})},
        legal=legal,
        bluffs=_bluffs(engine, view) if legal else {},
        to_act=tuple(sorted(to_act)),
        winners=None if outcome is None else tuple(sorted(outcome.winners)),
        ended_how="" if outcome is None else outcome.termination.value,
        news=_news_for(events, Viewer.of(Seat(seat))),
        kinds=_kinds(engine, view, seat),
    )


@lru_cache(maxsize=64)
def past_of(laid: Laid, seat: int) -> Study:
    """Return the same of a long match, and everything that the seat has heard in it.

    What pieces can be is left out: it takes long, and it is what is asked. Raises ValueError for
    plies that cannot be.
    """
    engine, events = engine_of(laid), list[Any]()
    here = begun(replace(laid, plies=()))
    viewer = Viewer.of(Seat(seat))
    for number, text in enumerate(laid.plies, start=1):
        mover = min(engine.to_act(here))
        led = engine.play(here, mover, engine.codec.load_move(text), Dice(b"", str(number)))
        here = led.position
        events += led.events
    view, outcome = engine.view(here, viewer), engine.outcome(here)
    return Study(
        view=engine.codec.dump_view(view),
        legal=(),
        bluffs={},
        to_act=tuple(sorted(engine.to_act(here))),
        winners=None if outcome is None else tuple(sorted(outcome.winners)),
        ended_how="" if outcome is None else outcome.termination.value,
        news=_news_for(events, viewer),
        kinds={},
    )


def news_of(laid: Laid) -> News:
    """Return what everybody hears of the last ply; raises as `study_of` does."""
    return _news_for(_played(laid)[1], BYSTANDER)


def study_thought(laid: Laid) -> Thought:
    """Return what a bot may think about that answers what was laid out."""
    engine, (here, _events) = engine_of(laid), _played(laid)
    seat = min(engine.to_act(here))
    return thought_of(engine, here, seat, label=f"{seat}.{len(laid.plies)}")


def engine_of(laid: Laid) -> Any:
    """Return the rules that it goes by."""
    return engine_for(laid.game, laid.rules or meta_for(laid.game).rules_version)


def position_of(laid: Laid) -> Any:
    """The position that is laid out, for the referee's own eyes; raises as `study_of` does."""
    return _played(laid)[0]


@lru_cache(maxsize=512)
def _played(laid: Laid) -> tuple[Any, tuple[Any, ...]]:
    """Return the position with the events of the last ply."""
    engine = engine_of(laid)
    if not laid.plies:
        return begun(laid), ()
    *before, text = laid.plies
    here, _events = _played(replace(laid, plies=tuple(before)))
    to_act = engine.to_act(here)
    try:
        move = engine.codec.load_move(text)
        if not to_act:
            raise NoSuchPly("match-over")
        mover = min(to_act)
        engine.check_move(engine.view(here, Viewer.of(mover)), move)
    except InvalidMove as error:
        raise NoSuchPly("unreadable-move") from error
    except IllegalMove as error:
        raise NoSuchPly(error.code) from error
    led = engine.play(here, mover, move, Dice(b"", str(len(laid.plies))))
    return led.position, led.events


def begun(laid: Laid) -> Any:
    """Return where it begins; raises ValueError for a text that is no position."""
    engine = engine_of(laid)
    if laid.position:
        return engine.codec.read(laid.position)
    usual = {name: values[0] for name, values in engine.meta.options.items()}
    options = usual | dict(laid.options)
    return engine.start(Terms(options=options), Dice(b"", "0")).position


def _news_for(events: Iterable[Any], viewer: Viewer) -> News:
    known = ((event.kind, event.seen_by(viewer)) for event in events)
    return tuple((kind, facts) for kind, facts in known if facts is not None)


def _bluffs(engine: Any, view: Any) -> dict[str, Bluff]:
    if not isinstance(engine, BluffingEngine):
        return {}
    return {
        engine.codec.dump_move(one.move): Bluff(one.fouls, one.could_be_true)
        for one in engine.advice(view)
        if one.fouls
    }


def _kinds(engine: Any, view: Any, seat: int) -> dict[str, str]:
    if not engine.meta.kinds:
        return {}
    hiding = cast("KindHidingEngine[Any, Any, Any]", engine)
    found = hiding.knowledge(view)
    return {one.square: one.kinds for one in found.suspects if one.square and one.seat != seat}
