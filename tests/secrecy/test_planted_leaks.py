"""The comparison is worth nothing until it finds leaks: each that is planted must be found."""

from __future__ import annotations

import pytest

from tests.secrecy.house import stage
from tests.secrecy.leaking import Planted
from tests.secrecy.planted_leaks import NO_CHANNEL, own_of, planted_in, prepare
from tests.secrecy.worlds import HIDDEN_GAMES

ALL_IN, *OWN_IN = HIDDEN_GAMES
"""In the first of them everything is planted."""

STARRED = {*range(1, 41)} - {19, 39}
"""The rows of the list of channels for which a leak has to be planted."""

pytestmark = pytest.mark.django_db


def is_found(game: str, planted: Planted, patch: pytest.MonkeyPatch) -> bool:
    with stage(game) as shown:
        planted.plant(patch)
        shown.is_honest = False
        return next(planted.find(shown), None) is not None


@pytest.mark.parametrize("name", planted_in(ALL_IN))
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(ALL_IN)
    assert is_found(ALL_IN, planted_in(ALL_IN)[name], monkeypatch)


OWN = [(game, name) for game in OWN_IN for name in own_of(game).PLANTED]
"""Of the other games what they have of their own."""


@pytest.mark.parametrize(("game", "name"), OWN, ids=[name for _game, name in OWN])
def test_a_leak_of_its_own_is_found(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own_of(game).prepare()
    assert is_found(game, own_of(game).PLANTED[name], monkeypatch)


def test_a_leak_is_planted_in_every_channel() -> None:
    rows = {int(name.split()[0][1:]) for name in (*planted_in(ALL_IN), *NO_CHANNEL)}
    assert rows == STARRED
