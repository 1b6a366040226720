"""What was once planted and not found is found; and honest, the same drives find nothing."""

from __future__ import annotations

import pytest

from tests.secrecy.house import stage
from tests.secrecy.missed_leaks import MISSED, prepare

pytestmark = pytest.mark.django_db

EACH = [(game, name) for game, leaks in MISSED.items() for name in leaks]


@pytest.mark.parametrize(("game", "name"), EACH, ids=[name for _game, name in EACH])
def test_a_leak_that_was_missed_is_found(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(game)
    planted = MISSED[game][name]
    with stage(game) as shown:
        planted.plant(monkeypatch)
        shown.is_honest = False
        assert next(planted.find(shown), None) is not None


ELSEWHERE = ("a blank after spies", "planes told to the other seat", "desks nudged twice")
"""Those whose drive another test goes through honestly."""
BY_THE_WATCH = ("a millisecond for a pawn",)
"""Times are measured where they must differ, never where they must not."""

QUICK = [(game, name) for game, name in EACH if name not in (*ELSEWHERE, *BY_THE_WATCH)]


@pytest.mark.parametrize(("game", "name"), QUICK, ids=[name for _game, name in QUICK])
def test_honest_houses_differ_nowhere_there(game: str, name: str) -> None:
    with stage(game) as shown:
        assert next(MISSED[game][name].find(shown), None) is None
