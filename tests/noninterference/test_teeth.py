"""The comparison is worth nothing until it finds leaks: each that is planted must be found."""

from __future__ import annotations

import pytest

from tests.noninterference.house import stage
from tests.noninterference.teeth import GAME, NO_CHANNEL, PLANTED, prepare

STARRED = {*range(1, 41)} - {19, 39}
"""The rows of the list of channels for which a leak has to be planted."""


@pytest.mark.django_db
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(GAME)
    planted = PLANTED[name]
    with stage(GAME) as shown:
        planted.plant(monkeypatch)
        shown.is_honest = False
        assert next(planted.find(shown), None) is not None


def test_a_leak_is_planted_in_every_channel() -> None:
    rows = {int(name.split()[0][1:]) for name in (*PLANTED, *NO_CHANNEL)}
    assert rows == STARRED
