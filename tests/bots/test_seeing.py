"""A statistic over whole matches tells a bot that sees from one that does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.catalogue import GAMES
from engines.registry import bot_for
from tests.bench.bots.matches import Player
from tests.bench.bots.players import PATIENT, REFERENCES
from tests.bench.bots.seeing import GAMBLES, SUSPICIOUS, Seeing, SeeingOfSeichu, surplus

SEEDS = {
    "gunjin": [bytes([number]) for number in range(8)],
    "seichu": [bytes([number]) for number in range(24)],
}
AGAINST = {"gunjin": "patient", "seichu": "bluffing"}
"""Who sits opposite: somebody who leaves much to guess."""
QUICK = ("easy", "easy-bold")
OURS = [
    pytest.param(meta.slug, level, marks=() if level in QUICK else pytest.mark.prove)
    for meta in GAMES
    if meta.slug in GAMBLES
    for level in meta.bot_levels
]


def opponent(slug: str) -> Player:
    return REFERENCES[slug][AGAINST[slug]]()


@pytest.mark.parametrize(("slug", "level"), OURS)
def test_ours_win_no_more_gambles_than_their_views_allow(slug: str, level: str) -> None:
    players = (bot_for(slug, level), opponent(slug))
    assert surplus(slug, players, SEEDS[slug]) < SUSPICIOUS


@pytest.mark.parametrize(("slug", "seeing"), [("gunjin", Seeing), ("seichu", SeeingOfSeichu)])
def test_a_bot_that_sees_is_found(slug: str, seeing: Callable[[Player, list[Any]], Player]) -> None:
    truth: list[Any] = []
    players = (seeing(PATIENT[slug](), truth), opponent(slug))
    assert surplus(slug, players, SEEDS[slug], truth) > SUSPICIOUS
