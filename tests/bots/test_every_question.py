"""Every kind of question goes to a real child, and is answered there as it is in place.

In place a bot is given the view itself; the child is given what the codec makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engines.core.dice import Dice
from engines.core.engine import ForesightEngine, Terms, WeighingBot
from engines.core.seats import Viewer
from engines.nation import further
from engines.nation.workbench import read_own_stages
from engines.registry import ENGINES, bot_for, engine_for
from games.bots import thinking
from games.bots.thinking import Child, Question
from games.match.referee.eyes import thought_of
from tests.engines.gungi.test_levels import MATES_IN_ONE
from tests.engines.playing import Engine
from tests.engines.texts import NEWEST, TEXTS

SEED, LABEL = b"s" * 32, "1.1"

NEAR_THE_END = {
    "xiongqi": lambda: TEXTS["xiongqi"].long_match(b"two")[-2],
    "gunjin": lambda: TEXTS["gunjin"].long_match(b"one")[-3],
    "seichu": lambda: TEXTS["seichu"].long_match(b"one")[-3],
    "gungi": lambda: engine_for("gungi", 1).codec.read(MATES_IN_ONE[0]),
}
"""Positions of play in which no bot searches for long."""

MADE = (
    "skirmish-2-12-even-fair-river",
    "skirmish-11-5-poor-cruel-x",
    "daily-3-20261127-abcdefghij",
)
FORD = Path(__file__).parents[2] / "docs" / "examples" / "river-ford.toml"


class Asked(NamedTuple):
    """What is asked of whom, about which position."""

    engine: Engine
    level: str
    position: Any

    @property
    def view(self) -> Any:
        """As a bot in the process is given it."""
        return self.engine.view(self.position, Viewer.of(min(self.engine.to_act(self.position))))

    @property
    def question(self) -> Question:
        """As the child is asked."""
        seat, meta = min(self.engine.to_act(self.position)), self.engine.meta
        thought = thought_of(self.engine, self.position, seat, label=LABEL, seed=SEED)
        return Question.about(meta.slug, meta.rules_version, self.level, thought)


@pytest.fixture(scope="module", autouse=True)
def child() -> Iterator[None]:
    """One for all of them, that has met no stage of an operator yet."""
    with pytest.MonkeyPatch.context() as patch:
        own = Child()
        patch.setattr(thinking, "_child", own)
        yield
        own.stop()


def settings() -> Iterator[tuple[Engine, Terms]]:
    """Every rules version with every value of its options and every handicap."""
    for engine in ENGINES:
        meta = engine.meta
        named = [{name: one} for name, values in meta.options.items() for one in values]
        for chosen, start in product([{}, *named], ("", *meta.handicaps.values())):
            if not (chosen and start):  # a handicap is a start of the usual rules
                yield engine, Terms(chosen, start)


def stages() -> list[str]:
    """Those that are made by name, and an operator's."""
    own = read_own_stages({FORD.name: FORD.read_text("utf-8")})
    further.offer(own.items())
    try:
        return [*MADE, *further.offered()]
    finally:
        further.offer(())


def begun(engine: Engine, terms: Terms) -> Iterator[Any]:
    """The start, and one ply on."""
    here = engine.start(terms, Dice(SEED, "0")).position
    yield here
    seat, slug = min(engine.to_act(here)), engine.meta.slug
    bot = bot_for(slug, engine.meta.bot_levels[0])
    move = bot.choose(engine.view(here, Viewer.of(seat)), Dice(SEED, "1"))
    yield engine.play(here, seat, move, Dice(SEED, "1")).position


def is_answered_as_in_place(asked: Asked) -> None:
    """Whether the child chooses what a bot in the process chooses."""
    bot = bot_for(asked.engine.meta.slug, asked.level)
    move = asked.engine.codec.dump_move(bot.choose(asked.view, Dice(SEED, LABEL)))
    assert thinking.choose(asked.question) == move, asked.engine.meta.slug


def test_a_move_under_all_rules_and_handicaps_and_on_all_stages() -> None:
    for engine, terms in settings():
        for here in begun(engine, terms):
            is_answered_as_in_place(Asked(engine, engine.meta.bot_levels[0], here))


def test_a_move_on_stages_that_are_made_by_name_or_are_an_operators() -> None:
    for name in stages():
        for engine in ENGINES:
            if engine.meta.slug == "nation" and engine.meta.permits("stage", name):
                for here in begun(engine, Terms({"stage": name})):
                    is_answered_as_in_place(Asked(engine, "npc", here))


@pytest.mark.parametrize("slug", NEAR_THE_END)
def test_a_move_and_the_worth_of_a_position_at_all_levels(slug: str) -> None:
    engine, here = engine_for(slug, 1), NEAR_THE_END[slug]()
    for level in engine.meta.bot_levels:
        asked, bot = Asked(engine, level, here), bot_for(slug, level)
        is_answered_as_in_place(asked)
        if isinstance(bot, WeighingBot):
            found = bot.weigh(asked.view, Dice(SEED, LABEL))
            assert found is not None
            line = tuple(engine.codec.dump_move(move) for move in found.line)
            assert thinking.weigh(asked.question) == (found.points, found.wins_in, line)
        else:
            assert thinking.weigh(asked.question) is None


def test_what_a_match_would_have_come_to() -> None:
    for engine in NEWEST:
        if isinstance(engine, ForesightEngine):
            for way, stage in enumerate((*engine.meta.options["stage"][:1], *stages())):
                here = engine.start(Terms({"stage": stage}), Dice(SEED, "0")).position
                asked = Asked(engine, "npc", here)
                found = engine.foresee(asked.view, way)
                first = "" if found.first is None else engine.codec.dump_move(found.first)
                answer = thinking.foresee(asked.question, way)
                assert answer == (found.points, found.turn, first)
