"""What holds for the house's opponent in every game: it knows no more than its seat."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.registry import bot_for
from tests.engines.playing import Engine, playout, seats_of
from tests.engines.texts import GAMES, HIDING, TEXTS

BY_RULES = {"nation"}
"""Games whose rules say what a bot does."""


@pytest.mark.parametrize("engine", GAMES)
def test_it_plays_the_same_with_the_same_dice_and_need_not_with_others(engine: Engine) -> None:
    bot, start = (
        bot_for(engine.meta.slug, engine.meta.bot_levels[0]),
        next(playout(engine, b"bot")).position,
    )
    for here in (start, *TEXTS[engine.meta.slug].long_match(b"bot")[:20:4]):
        view = engine.view(here, Viewer.of(min(engine.to_act(here))))
        assert len({bot.choose(view, Dice(b"x", "1")) for _ in range(3)}) == 1
    if engine.meta.slug in BY_RULES:
        return
    view = engine.view(start, Viewer.of(min(engine.to_act(start))))
    assert len({bot.choose(view, Dice(bytes([n]), "1")) for n in range(30)}) > 1


@pytest.mark.parametrize("engine", GAMES)
def test_it_does_not_move_for_others(engine: Engine) -> None:
    *_, ply = playout(engine, b"bot", limit=2)
    waiting = {*seats_of(engine)} - engine.to_act(ply.position)
    assert waiting
    for viewer in (*map(Viewer.of, waiting), BYSTANDER):
        with pytest.raises(ValueError, match="turn"):
            bot_for(engine.meta.slug, engine.meta.bot_levels[0]).choose(
                engine.view(ply.position, viewer), Dice(b"", "1")
            )


@pytest.mark.parametrize("engine", HIDING)
@pytest.mark.parametrize("seed", [b"twins", b"more"])
def test_it_plays_the_same_in_every_world_it_could_be_in(engine: Engine, seed: bytes) -> None:
    bot = bot_for(engine.meta.slug, engine.meta.bot_levels[0])
    for here in TEXTS[engine.meta.slug].long_match(seed)[2:200:4]:
        for seat in engine.to_act(here):
            eyes = Viewer.of(seat)
            there = engine.resample(here, eyes, Dice(seed, "twin"))
            mine, other = (engine.view(world, eyes) for world in (here, there))
            assert bot.choose(mine, Dice(seed, "b")) == bot.choose(other, Dice(seed, "b"))
