"""To whom Gunjin tells what its manifest keeps from others; see `test_manifests` for all games."""

from __future__ import annotations

import pytest

from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.manifest import RELEASES, VIEW
from tests.engines.gunjin.boards import shown
from tests.engines.texts import plies_with_news


def test_private_parts_go_to_the_owners() -> None:
    for ply in plies_with_news(ENGINE):
        for event in ply.events:
            facts = event.public or {}
            if event.kind in ("placed", "moved"):
                assert list(event.private) == [facts["seat"]]
            elif event.kind == "fought":
                assert sorted(event.private) == [0, 1]
            else:
                assert not event.private


@pytest.mark.parametrize("viewer", [Viewer.of(Seat(0)), Viewer.of(Seat(1)), BYSTANDER])
def test_owners_fields_are_empty_for_others_until_the_end(viewer: Viewer) -> None:
    for ply in plies_with_news(ENGINE)[::9]:
        view = shown(ply.position, viewer)
        over = view["phase"] == "over"
        for piece in (*view["pieces"], *view["fallen"]):
            assert (piece["kind"] is not None) == (over or piece["seat"] == viewer.seat)
        for seat, setup in enumerate(view["setups"]):
            if setup is not None:
                assert over or seat == viewer.seat


def test_the_words_of_the_manifest() -> None:
    assert {release.to for release in (*RELEASES, *VIEW)} == {EVERYBODY, OWNER}
    assert {release.when for release in RELEASES} == {AT_ONCE}
    assert {release.when for release in VIEW} == {ALWAYS, AFTER_THE_END}
