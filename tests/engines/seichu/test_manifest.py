"""To whom Seichu tells what its manifest keeps from others; see `test_manifests` for all games."""

from __future__ import annotations

import pytest

from engines.core.releases import AFTER_THE_END, ALWAYS, AT_ONCE, EVERYBODY, OWNER
from engines.core.seats import Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.manifest import KINGLESS, ONCE_TAKEN, RELEASES, VIEW, WHILE_ASKED
from tests.engines.playing import viewers_of
from tests.engines.seichu.boards import shown
from tests.engines.seichu.matches import quiet_match
from tests.engines.texts import plies_with_news


def test_private_parts_go_to_whom_they_concern() -> None:
    for ply in plies_with_news(ENGINE):
        for event in ply.events:
            facts = event.public or {}
            own = event.kind in ("placed", "moved", "captured", "dropped")
            if own or (facts.get("check") == "defeat" and event.kind == "asked"):
                assert list(event.private) == [facts["seat"]]
            else:
                assert not event.private


@pytest.mark.parametrize("viewer", viewers_of(ENGINE))
def test_owners_fields_are_empty_for_others_until_the_end(viewer: Viewer) -> None:
    for here in [ply.position for ply in plies_with_news(ENGINE)] + quiet_match(b"empty")[::9]:
        seen = shown(here, viewer)
        over = seen["phase"] == "over"
        kingless = seen["asked"] == "defeat" and seen["to_act"] == [viewer.seat]
        strangers = [p["kind"] for p in seen["pieces"] if p["seat"] != viewer.seat]
        assert over or len(strangers) - strangers.count(None) == kingless
        assert all(piece["kind"] for piece in seen["taken"])
        for seat, (hand, setup) in enumerate(zip(seen["hands"], seen["setups"], strict=True)):
            assert over or seat == viewer.seat or (setup is None and not hand["kinds"])
        assert over or not seen["fouls"]


def test_the_words_of_the_manifest() -> None:
    assert {release.to for release in (*RELEASES, *VIEW)} == {EVERYBODY, OWNER, KINGLESS}
    assert {release.when for release in RELEASES} == {AT_ONCE}
    assert {release.when for release in VIEW} == {ALWAYS, ONCE_TAKEN, WHILE_ASKED, AFTER_THE_END}
