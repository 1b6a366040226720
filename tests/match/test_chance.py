"""What chance decides cannot be guessed: sides by lot, and what bots set up."""

from __future__ import annotations

from collections import Counter
from math import exp

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Viewer
from engines.registry import ENGINES
from engines.thinking import choose
from games.match.terms import opening
from tests.engines.playing import Engine
from tests.kit.builders import NOON, person
from tests.secrecy.still import still

pytestmark = pytest.mark.usefixtures("any_database")

DRAWS, CRITICAL = 100, 10.83  # chi-square of one degree of freedom, at 0.001
SETUPS = 10_000

POSSIBLE = {"gunjin": 10**18, "seichu": 80_000}
"""About how many set-ups without a warning there are, or fewer."""


@pytest.mark.django_db
def test_sides_are_drawn_evenly() -> None:
    """The draw itself, on a stream in the place of the operating system's chance."""
    user = person("south")
    seats: Counter[int] = Counter()
    with still(NOON) as chance:
        for number in range(DRAWS):
            chance.restart(f"draw {number}")
            match = opening.create_invitation(
                user=user, terms=opening.Terms("xiongqi", "relaxed", key=f"{number}"), now=NOON
            )
            seats[match.players.get(user=user).seat] += 1
            match.delete()
    assert seats.total() == DRAWS
    assert sum((seats[seat] - DRAWS / 2) ** 2 / (DRAWS / 2) for seat in (0, 1)) < CRITICAL


@pytest.mark.parametrize("game", POSSIBLE)
def test_no_two_set_ups_of_a_bot_are_alike_but_by_chance(game: str) -> None:
    engine = rules(game)
    start = engine.start(Terms(), Dice(b"start", "0")).position
    view = engine.view(start, Viewer.of(min(engine.to_act(start))))
    sent = engine.codec.views.dump(view)
    for level in engine.meta.bot_levels:
        asked = game, engine.meta.rules_version, level, sent
        found = {choose(*asked, b"%032d" % number, "1") for number in range(SETUPS)}
        possible = POSSIBLE[game]
        assert len(found) > 0.98 * possible * (1 - exp(-SETUPS / possible))


def test_every_game_that_is_set_up_in_secret_is_tried() -> None:
    assert {e.meta.slug for e in ENGINES if e.meta.placing is not None} == {*POSSIBLE}


def rules(game: str) -> Engine:
    """The newest rules of *game*."""
    return next(engine for engine in reversed(ENGINES) if engine.meta.slug == game)
