"""A match without end costs no more to look at than one of a few hundred moves."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from games.match.changes import ending
from games.match.models import Match
from games.match.referee.snapshots import EVERY
from games.matchpage.selectors.seen import STEP
from games.record.presenters import json_parts
from games.record.selectors import match_record
from tests.api.kit import Program
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, play, south
from tests.kit.endless import ROUND, Cost, counted, endless_match, opening_of, without_repetition

pytestmark = pytest.mark.django_db

SHORT, LONG = 400, 20_000
"""Plies: as many as fill every window, and as many as nobody is to notice."""
MOST_TOLD = 3 * STEP + 1

Asked = Callable[[Match], Any]
MIDDLE: dict[str, Asked] = {
    "page": lambda match: browser(south(match)).get(f"/matches/{match.uid}/"),
    "visitor": lambda match: browser().get(f"/matches/{match.uid}/"),
    "board": lambda match: browser(south(match)).get(f"/matches/{match.uid}/board/"),
    "past": lambda match: browser(south(match)).get(f"/matches/{match.uid}/?ply={middle(match)}"),
    "program": lambda match: Program(south(match)).get(f"/matches/{match.uid}"),
    "program since": lambda match: Program(south(match)).get(
        f"/matches/{match.uid}", since=plies(match)
    ),
    "program before": lambda match: Program(south(match)).get(
        f"/matches/{match.uid}", until=middle(match)
    ),
}
OVER: dict[str, Asked] = {
    "page": MIDDLE["page"],
    "past": MIDDLE["past"],
    "embed": lambda match: browser().get(f"/matches/{match.uid}/embed/?ply={middle(match)}"),
    "picture": lambda match: browser().get(f"/matches/{match.uid}/board.svg?ply={middle(match)}"),
    "program": MIDDLE["program"],
    "analysis, own match running": lambda match: browser(south(match)).get(
        f"/matches/{match.uid}/analysis/"
    ),
}


def plies(match: Match) -> int:
    return len(opening_of(match)["moves"])  # type: ignore[arg-type]


def middle(match: Match) -> int:
    """A ply far from both ends, and from the positions that are kept."""
    return plies(match) // 2 + EVERY // 2


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> tuple[Match, Match]:
    without_repetition(monkeypatch)
    made = endless_match(SHORT), endless_match(LONG)
    for match in made:
        browser().get(f"/matches/{match.uid}/")  # keeps positions of what was played before
    return made


def cost_of(asked: Asked, match: Match, monkeypatch: pytest.MonkeyPatch) -> tuple[Cost, int]:
    with counted(monkeypatch) as cost:
        answer = asked(match)
    assert answer.status_code == 200
    return cost, len(answer.content)


def compare(all_asked: dict[str, Asked], both: tuple[Match, Match], patch: Any) -> None:
    for name, asked in all_asked.items():
        (short, few), (long, many) = (cost_of(asked, match, patch) for match in both)
        assert long.statements <= short.statements, name
        assert long.replayed <= EVERY, name
        assert long.told <= MOST_TOLD, name
        assert many <= few * 1.1, name  # numbers have more digits


def test_looking_on_costs_the_same(
    both: tuple[Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(MIDDLE, both, monkeypatch)
    for match in both:
        ending.resign(uid=match.uid, user=south(match), now=timezone.now())
        play(match_between(south(match), person()), *ROUND[:2])
    compare(OVER, both, monkeypatch)


def test_a_record_is_put_together_in_the_same_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    without_repetition(monkeypatch)
    short, long = (memory_for_the_record(plies) for plies in (1_200, 4_800))
    assert long < 1.5 * short


def memory_for_the_record(plies: int) -> int:
    """Bytes held at most while the file is put together."""
    match = endless_match(plies)
    ending.resign(uid=match.uid, user=south(match), now=timezone.now())
    tracemalloc.start()
    size = sum(map(len, json_parts(match_record(match.uid))))
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(browser().get(f"/matches/{match.uid}/record.json").content) == size
    return most
