"""What the rules say before there is a match: of a position laid out, of a set-up kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.core.engine import BluffingEngine, ForeseeingEngine, Terms
from engines.core.jsontypes import JsonObject
from engines.core.pasted import PastedCodec
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for

GIVEN = "house:given:"
"""How the key of a ply begins that the site has laid out. No request can bear it."""


@dataclass(frozen=True, slots=True)
class GivenSight:
    """The view of the seat to move, and its moves."""

    view: JsonObject
    legal: tuple[str, ...]
    """The moves open to it by the rules; those it could see to be fouls are left out."""
    seat_ply: int
    """The number of the seat's next own ply."""


def setup_cautions(game: str, text: str) -> tuple[str, ...]:
    """Return what to ask about before the set-up *text* is used in a match of *game*, as codes.

    Raises LookupError for an unknown game, InvalidMove for what is no move of it.
    """
    engine = engine_for(game, meta_for(game).rules_version)
    return engine.cautions(engine.codec.load_move(text))


def begun_at(game: str, text: str) -> tuple[str, dict[str, str]]:
    """Return the position *text* as the rules page writes it, and the options under which a match
    of *game* begins there.

    ValueError where there are none: it is over, or matches do not begin there; BadText where it
    is no position.
    """
    meta = meta_for(game)
    engine = engine_for(game, meta.rules_version)
    if isinstance(engine.codec, PastedCodec):
        text = engine.codec.read_pasted(text).text
    if not meta.begins_anywhere and text not in meta.handicaps.values():
        raise ValueError("this game begins at its start alone")
    for values in product(*meta.options.values()):
        options = dict(zip(meta.options, values, strict=True))
        try:
            begun = engine.start(Terms(options=options, start=text), Dice(b"", "0")).position
        except ValueError:
            continue
        if engine.codec.write(begun) == text:
            return text, options
    raise ValueError("no position to begin in")


@lru_cache(maxsize=32)
def given_sight(game: str, plies: tuple[str, ...], seat: int) -> GivenSight:
    """Return what *seat* sees after *plies* from the start of *game*, under its usual options.

    Raises LookupError for an unknown game, InvalidMove or IllegalMove for plies that cannot be.
    """
    meta = meta_for(game)
    engine = engine_for(game, meta.rules_version)
    options = {name: values[0] for name, values in meta.options.items()}
    here = engine.start(Terms(options=options), Dice(b"", "0")).position
    own = 0
    for number, text in enumerate(plies, start=1):
        mover = min(engine.to_act(here))
        move = engine.codec.load_move(text)
        engine.check_move(engine.view(here, Viewer.of(mover)), move)
        here = engine.play(here, mover, move, Dice(b"", str(number))).position
        own += mover == seat
    view = engine.view(here, Viewer.of(Seat(seat)))
    outlook = engine.outlook(view) if isinstance(engine, ForeseeingEngine) else {}
    seen = {**engine.codec.dump_view(view), **({"outlook": outlook} if outlook else {})}
    return GivenSight(seen, _true_moves(engine, view), own + 1)


def _true_moves(engine: Any, view: Any) -> tuple[str, ...]:
    fouls = set()
    if isinstance(engine, BluffingEngine):
        fouls = {engine.codec.dump_move(one.move) for one in engine.advice(view) if one.fouls}
    moves = map(engine.codec.dump_move, engine.legal_moves(view))
    return tuple(move for move in moves if move not in fouls)
