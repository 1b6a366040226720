"""The comparison is worth nothing until it finds leaks: each that is planted must be found."""

from __future__ import annotations

import pytest

from tests.secrecy import planted_leaks_seichu as teeth_seichu
from tests.secrecy.house import stage
from tests.secrecy.leaking import Planted
from tests.secrecy.planted_leaks import NO_CHANNEL, OWN, planted_in, prepare

STARRED = {*range(1, 41)} - {19, 39}
"""The rows of the list of channels for which a leak has to be planted."""

pytestmark = pytest.mark.django_db


def is_found(game: str, planted: Planted, patch: pytest.MonkeyPatch) -> bool:
    with stage(game) as shown:
        planted.plant(patch)
        shown.is_honest = False
        return next(planted.find(shown), None) is not None


@pytest.mark.parametrize("name", planted_in("gunjin"))
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare("gunjin")
    assert is_found("gunjin", planted_in("gunjin")[name], monkeypatch)


@pytest.mark.parametrize("name", OWN["seichu"])
def test_a_leak_planted_in_seichu_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    teeth_seichu.prepare()
    assert is_found("seichu", OWN["seichu"][name], monkeypatch)


def test_a_leak_is_planted_in_every_channel() -> None:
    rows = {int(name.split()[0][1:]) for name in (*planted_in("gunjin"), *NO_CHANNEL)}
    assert rows == STARRED
