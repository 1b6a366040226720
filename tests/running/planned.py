"""Turns written beforehand in which the second seat's answer is made by the site.

Of each turn: what the first seat plays, what the second keeps as a plan before, and its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.errors import IllegalMove
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from tests.engines.gunjin.boards import SETUPS as GUNJIN
from tests.engines.seichu.boards import SETUPS as SEICHU
from tests.running.scripts import scripts

FIRST, SECOND = Seat(0), Seat(1)
SETUPS = {"gunjin": GUNJIN, "seichu": SEICHU}
LINE = 12
"""Plies of one line."""
TURNS = 12
"""Of a match in which pieces are hidden, or moves are forced."""
TRIES = 200
FORCED_START = "3g4/8/8/8/2G5/8/1R4S1/4R3 S"
"""Xiongqi, with a lone king against two rooks."""


class Turn(NamedTuple):
    """One move of each; the plan is empty where an earlier one goes on, or none is needed."""

    move: str
    plan: list[str]
    answer: str


def turns(kind: str) -> list[Turn]:
    """Those of a game, or the forced ones."""
    if kind in SETUPS:
        return answers(kind)
    return forced() if kind == "forced" else lines()


def lines() -> list[Turn]:
    """Xiongqi, in lines as long as they may be."""
    plies = scripts(1)[0]
    plies = plies[: len(plies) // LINE * LINE]
    return [
        Turn(plies[at], [] if at % LINE else plies[at : at + LINE], plies[at + 1])
        for at in range(0, len(plies), 2)
    ]


def answers(game: str) -> list[Turn]:
    """A game that hides pieces: each answer waits for something its seat will see."""
    engine: Any = engine_for(game, 1)
    here = engine.start(Terms(), Dice(b"", "0")).position
    for seat, letters in zip((FIRST, SECOND), SETUPS[game], strict=True):
        here = _played(engine, here, seat, f"setup:{letters}")
    return _first_whole(partial(_answered_turns, engine, here))


def _answered_turns(engine: Any, here: Any, dice: Dice) -> Iterator[Turn]:
    dump = engine.codec.dump_move
    for _try in range(TRIES):
        before = engine.view(here, Viewer.of(SECOND))
        move = engine.sample_move(engine.view(here, Viewer.of(FIRST)), dice)
        then = engine.play(here, FIRST, move, dice).position
        if engine.to_act(then) != {SECOND}:
            continue
        view = engine.view(then, Viewer.of(SECOND))
        answer = engine.sample_move(view, dice)
        after = engine.play(then, SECOND, answer, dice).position
        expected = (
            str(condition)
            for condition in engine.conditions(before)
            if engine.came_true(view, condition, 1) and _allows(engine, before, condition, answer)
        )
        condition = next(expected, None)
        if condition is not None and engine.to_act(after) == {FIRST}:
            yield Turn(dump(move), [condition, dump(answer)], dump(answer))
            here = after


def _allows(engine: Any, view: Any, condition: Any, answer: Any) -> bool:
    try:
        engine.check_move(engine.supposed(view, condition), answer)
    except IllegalMove:
        return False
    return True


def forced() -> list[Turn]:
    """Xiongqi from `FORCED_START`: the second seat has one move each time, and is in no check."""
    engine: Any = engine_for("xiongqi", 1)
    here = engine.start(Terms(start=FORCED_START), Dice(b"", "0")).position
    return _first_whole(partial(_forced_turns, engine, here))


def _forced_turns(engine: Any, here: Any, dice: Dice) -> Iterator[Turn]:
    dump = engine.codec.dump_move
    for _try in range(TRIES):
        move = engine.sample_move(engine.view(here, Viewer.of(FIRST)), dice)
        then = engine.play(here, FIRST, move, dice).position
        if engine.to_act(then) != {SECOND}:
            continue
        view = engine.view(then, Viewer.of(SECOND))
        replies = list(engine.legal_moves(view))
        if len(replies) > 1 or engine.codec.dump_view(view).get("check"):
            continue
        after = engine.play(then, SECOND, replies[0], dice).position
        if engine.to_act(after) == {FIRST}:
            yield Turn(dump(move), [], dump(replies[0]))
            here = after


def _first_whole(turns: Callable[[Dice], Iterator[Turn]]) -> list[Turn]:
    """The first match by the dice that comes to `TURNS` turns."""
    for seed in count():
        found = list(islice(turns(Dice(b"planned", str(seed))), TURNS))
        if len(found) == TURNS:
            return found
    raise AssertionError


def _played(engine: Any, here: Any, seat: Seat, text: str) -> Any:
    return engine.play(here, seat, engine.codec.load_move(text), Dice(b"", text)).position
