"""When bots answer: as long after they were asked, however long they have thought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unittest.mock import patch

from django.test import override_settings

from config.settings import base
from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from games import tasks
from games.bots import services as bots
from games.bots import thinking
from games.bots.models import BotTurn
from tests.secrecy.comparing import Difference
from tests.secrecy.comparisons import pairs
from tests.secrecy.house import NOW, Showcase
from tests.secrecy.worlds import World

Found = Iterator[Difference]

THOUGHTS = {"strong": (0.001, 2.8), "strong-firm": (0.001, 2.8)}  # seconds
"""Of a bot in one twin and in the other: its paces are enough for both."""
BRIEF = (0.001, 0.3)
"""Of bots of all other levels."""


class Watch:
    """A clock that goes on while a bot thinks, and else stands still."""

    def __init__(self, thought: float) -> None:
        self.now, self.thought = 100.0, thought

    def monotonic(self) -> float:
        """The moment it shows, in seconds."""
        return self.now


def answered_at(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """When the bot answers whose pieces nobody may know, at each of its levels, in each twin."""
    for pair in pairs(showcase.house.game, numbers):
        for seat in sorted(pair.one.to_act):
            for level in pair.one.engine.meta.bot_levels:
                one, other = (
                    _answered(showcase, world, seat, level, thought)
                    for world, thought in zip(
                        (pair.one, pair.other), THOUGHTS.get(level, BRIEF), strict=True
                    )
                )
                if one != other:
                    yield Difference(f"answer of {level} in seat {seat}", one, other)


def _answered(showcase: Showcase, world: World, seat: Seat, level: str, thought: float) -> bytes:
    """How long after it was asked its move is made, by the clock on the wall."""
    watch, engine = Watch(thought), world.engine
    view = engine.view(world.position, Viewer.of(seat))
    move = engine.codec.dump_move(engine.sample_move(view, Dice(b"any", "move")))

    def think(question: thinking.Question) -> str:
        watch.now += watch.thought
        return str(move)

    with (
        showcase.showing(world),
        override_settings(BOT_PACE_SECONDS=base.BOT_PACE_SECONDS),
        patch.object(bots, "time", watch),
        patch.object(thinking, "choose", think),
    ):
        debt = showcase.owe(seat, level)
        tasks.play_bot_turn.apply(kwargs={"debt_id": debt.pk})
        owed = BotTurn.objects.filter(match=showcase.match, seat=seat).first()
        if owed is not None and owed.answer:
            return f"{(owed.due_at - NOW).total_seconds():.4f} s".encode()
        return f"{watch.now - 100:.4f} s, at once".encode()
