"""Where chance comes from: the sealed seed and the name of the use, and nothing else.

Under another seed it must decide otherwise; where only what is hidden differs, the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn
from unittest.mock import patch

from django.db import transaction

import engines.thinking
from engines.core.dice import Dice
from engines.core.seats import Seat
from games.bots import services as bots
from games.bots import thinking
from games.bots.models import BotTurn
from games.match.models import Match
from games.match.referee import Referee
from games.match.sealed import SealedPly
from games.match.terms import opening
from tests.secrecy.comparing import Difference, Pair
from tests.secrecy.comparisons import pairs
from tests.secrecy.house import NOW, Showcase
from tests.secrecy.worlds import World

Found = Iterator[Difference]
Throws = Callable[[Match, Seat], str]
"""What chance decides for a seat of a match, as text."""

SEEDS = tuple(bytes([number]) * 32 for number in range(1, 4))
THROWN = 16
"""Bytes that are thrown: that two streams agree in so many is no accident."""


def thrown_for_bot(match: Match, seat: Seat) -> str:
    """The first throws of the dice that a bot in *seat* is handed to choose by."""
    thrown: list[bytes] = []

    class Thrower:
        def choose(self, view: object, dice: Dice) -> NoReturn:
            thrown.append(bytes(dice.below(256) for _byte in range(THROWN)))
            raise thinking.ThinkingFailed

    debt = BotTurn(match=match, seat=seat, due_at=NOW, hinted_until=NOW)
    debt.level = "any"
    with patch.object(engines.thinking, "bot_for", lambda slug, level: Thrower()):
        try:
            bots._answer(debt, Referee(match), NOW)
        except thinking.ThinkingFailed:
            pass
    [found] = thrown
    return found.hex()


def placed_by_the_house(match: Match, seat: Seat) -> str:
    """The army that the site places for *seat*, which has none; it is taken off again."""
    with rolled_back():
        Referee(match).place(seat, now=NOW)
        return str(SealedPly.objects.filter(match=match).latest("number").move)


@contextmanager
def rolled_back() -> Iterator[None]:
    """Nothing of what is written meanwhile stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def dice_of_bots(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """What bots throw, in twins and under other seeds."""
    for pair in pairs(showcase.house.game, numbers):
        for seat in sorted(pair.one.to_act - pair.hidden):
            yield from thrown_elsewise(showcase, pair, seat, "a bot's dice", thrown_for_bot)


def armies_of_the_house(showcase: Showcase, numbers: Iterable[int]) -> Found:
    """What the site places for whoever has not, while the other is ready."""
    for pair in pairs(showcase.house.game, numbers):
        if pair.one.is_setting_up:
            for seat in sorted(pair.one.to_act - pair.hidden):
                yield from thrown_elsewise(showcase, pair, seat, "an army", placed_by_the_house)


def thrown_elsewise(showcase: Showcase, pair: Pair, seat: Seat, what: str, throws: Throws) -> Found:
    """Whether what is hidden has any part in it, and whether the seed has none."""
    one, other = (
        _thrown(showcase, world, SEEDS[0], seat, throws) for world in (pair.one, pair.other)
    )
    if one != other:
        yield Difference(f"{what} by what is hidden", one.encode(), other.encode())
    under = [one, *(_thrown(showcase, pair.one, seed, seat, throws) for seed in SEEDS[1:])]
    yield from alike(f"{what} by what is public", under)


def _thrown(showcase: Showcase, world: World, seed: bytes, seat: Seat, throws: Throws) -> str:
    with showcase.showing(replace(world, seed=seed)):
        return throws(showcase.match, seat)


def alike(what: str, thrown: Sequence[str]) -> Found:
    """Whether any two of them agree, which are to have nothing in common."""
    if len({*thrown}) < len(thrown):
        yield Difference(what, thrown[0].encode(), thrown[-1].encode())


# How matches begin


def matches_begun(showcase: Showcase) -> Found:
    """Matches that begin as the same rows by another chance have other dice, a rematch too."""
    for name, begin in BEGUN.items():
        throws = [_begun(showcase, begin, label) for label in ("one", "other")]
        yield from alike(f"the dice of {name}", throws)


def _begun(showcase: Showcase, begin: Callable[[Showcase], Match | None], label: str) -> str:
    """All that chance decides in a match that is begun so, with a chance of that *label*."""
    laid_out = opening.begin

    def by_chance(match: Match, **kwargs: Any) -> None:
        showcase.chance.restart(label)
        laid_out(match, **kwargs)

    showcase.chance.restart("the same rows")
    with rolled_back(), patch.object(opening, "begin", by_chance):
        match = begin(showcase)
        assert match is not None
        seats = sorted(Referee(match).to_act())
        return " ".join(thrown_for_bot(match, seat) for seat in seats)


def _taken(showcase: Showcase) -> Match | None:
    house = showcase.house
    return opening.take_seat(secret=house.invitation.secret, user=house.user("north"), now=NOW)


def _rematch(showcase: Showcase) -> Match | None:
    uid, people = (
        showcase.house.over.uid,
        (showcase.house.user("south"), showcase.house.user("north")),
    )
    opening.ask_rematch(uid=uid, user=people[0], now=NOW)
    return opening.ask_rematch(uid=uid, user=people[1], now=NOW)


def _against_a_bot(showcase: Showcase) -> Match | None:
    match = showcase.house.bot
    level = match.players.exclude(bot="").get().bot
    terms = opening.Terms(match.game, "relaxed", 0)
    return opening.create_bot_match(
        user=showcase.house.user("north"), terms=terms, level=level, now=NOW
    )


BEGUN: dict[str, Callable[[Showcase], Match | None]] = {
    "an invitation that is taken": _taken,
    "a rematch": _rematch,
    "a match against a bot": _against_a_bot,
}
"""The ways in which matches begin."""
