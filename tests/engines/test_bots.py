"""What holds for the site's opponent in every game: it knows no more than its seat."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.registry import ENGINES, bot_for
from tests.engines.playing import Engine, playout, seats_of
from tests.engines.texts import HIDING, TEXTS, turns_of_long_matches

BY_RULES = {"nation"}
"""Games whose rules say what a bot does."""


BRIEFLY = 4_000
"""Nodes that suffice here, where nobody has to win."""


@pytest.fixture(autouse=True)
def _thinking_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in ENGINES:
        for level in engine.meta.bot_levels:
            bot = bot_for(engine.meta.slug, level)
            if getattr(bot, "_nodes", 0) > BRIEFLY:
                monkeypatch.setattr(bot, "_nodes", BRIEFLY)


levels = pytest.mark.parametrize(
    ("engine", "level"),
    [
        pytest.param(engine, level, id=f"{engine.meta.slug}-{level}")
        for engine in ENGINES
        for level in engine.meta.bot_levels
    ],
)


@levels
def test_it_plays_the_same_with_the_same_dice_and_need_not_with_others(
    engine: Engine, level: str
) -> None:
    bot, start = bot_for(engine.meta.slug, level), next(playout(engine, b"bot")).position
    for here in (start, *TEXTS[engine.meta.slug].long_match(b"bot")[8:9]):
        view = engine.view(here, Viewer.of(min(engine.to_act(here))))
        chosen = bot.choose(view, Dice(b"x", "1"))
        engine.check_move(view, chosen)
        assert bot.choose(view, Dice(b"x", "1")) == chosen
    if engine.meta.slug in BY_RULES:
        return
    view = engine.view(start, Viewer.of(min(engine.to_act(start))))
    first = bot.choose(view, Dice(b"0", "1"))
    assert any(bot.choose(view, Dice(bytes([n]), "1")) != first for n in range(30))


@levels
def test_it_plays_on_to_the_end(engine: Engine, level: str) -> None:
    """Shortly before the ends of random matches, where choices are few."""
    bot = bot_for(engine.meta.slug, level)
    for seed in (b"one", b"two"):
        *_, last = TEXTS[engine.meta.slug].long_match(seed)[:-1]
        for seat in engine.to_act(last):
            view = engine.view(last, Viewer.of(seat))
            engine.check_move(view, bot.choose(view, Dice(seed, "1")))


@levels
def test_it_does_not_move_for_others(engine: Engine, level: str) -> None:
    *_, ply = playout(engine, b"bot", limit=2)
    waiting = {*seats_of(engine)} - engine.to_act(ply.position)
    assert waiting
    for viewer in (*map(Viewer.of, waiting), BYSTANDER):
        with pytest.raises(ValueError, match="turn"):
            bot_for(engine.meta.slug, level).choose(
                engine.view(ply.position, viewer), Dice(b"", "1")
            )


@pytest.mark.parametrize("engine", HIDING)
@pytest.mark.parametrize("seed", [b"twins", b"more"])
@pytest.mark.parametrize(("number", "stride"), [(0, 4), (1, 20), (2, 60)])
def test_it_plays_the_same_in_every_world_it_could_be_in(
    engine: Engine, seed: bytes, number: int, stride: int
) -> None:
    """Seldom asked where it thinks long."""
    if number >= len(engine.meta.bot_levels):
        return
    bot = bot_for(engine.meta.slug, engine.meta.bot_levels[number])
    for here in TEXTS[engine.meta.slug].long_match(seed)[2:200:stride]:
        for seat in engine.to_act(here):
            eyes = Viewer.of(seat)
            there = engine.resample(here, eyes, Dice(seed, "twin"))
            mine, other = (engine.view(world, eyes) for world in (here, there))
            assert bot.choose(mine, Dice(seed, "b")) == bot.choose(other, Dice(seed, "b"))


TWINS = 1_000


@pytest.mark.prove
@pytest.mark.parametrize("engine", HIDING)
def test_it_plays_the_same_in_a_thousand_twins(engine: Engine) -> None:
    """The levels take turns."""
    slug, levels = engine.meta.slug, cycle(engine.meta.bot_levels)
    for number, (here, seat) in enumerate(islice(turns_of_long_matches(engine), TWINS)):
        eyes, bot = Viewer.of(seat), bot_for(slug, next(levels))
        twin = engine.resample(here, eyes, Dice(b"twin", str(number)))
        mine, other = (engine.view(world, eyes) for world in (here, twin))
        assert bot.choose(mine, Dice(b"b", "1")) == bot.choose(other, Dice(b"b", "1"))
