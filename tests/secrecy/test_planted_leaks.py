"""The comparison is worth nothing until it finds leaks: each that is planted must be found."""

from __future__ import annotations

import pytest

from tests.secrecy.house import showcase
from tests.secrecy.planted_leaks import PLANTED, own_of, planted_in
from tests.secrecy.worlds import HIDDEN_GAMES

ALL_IN = HIDDEN_GAMES[0]
"""In this game everything is planted; in the others what they have of their own."""

STARRED = {*range(1, 41)} - {19, 39}
"""The rows of the list of channels for which a leak has to be planted."""

ROWS = {
    **{f"{ALL_IN}: {name}": (ALL_IN, row) for name, row in PLANTED.items()},
    **{
        f"{game}: {name}": (game, row)
        for game in HIDDEN_GAMES
        for name, row in own_of(game).PLANTED.items()
    },
}

pytestmark = pytest.mark.usefixtures("db")


@pytest.mark.parametrize("name", ROWS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, row = ROWS[name]
    shown_by = row.shown_by(game)
    with showcase(game) as shown:
        if row.is_tried:
            assert next(row.find(shown, shown_by), None) is None, "found in an honest site"
        row.plant(monkeypatch)
        shown.is_honest = False
        assert next(row.find(shown, shown_by), None) is not None


def test_a_leak_is_planted_in_every_channel() -> None:
    rows = {int(name.split()[0][1:]) for name in planted_in(ALL_IN)}
    assert rows == STARRED
