"""What `tests.engines.conformance` asks of the first plies holds of whole matches of Gunjin."""

from __future__ import annotations

import json

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.gunjin.engine import ENGINE
from engines.gunjin.moves import step_of
from engines.gunjin.position import Position
from engines.gunjin.progress import begin, replay
from tests.engines.gunjin.boards import NORTH, SOUTH, played
from tests.engines.playing import listed, news, playout

VIEWERS = (Viewer.of(SOUTH), Viewer.of(NORTH), BYSTANDER)


def seen(here: Position, viewer: Viewer) -> tuple[str, list[str]]:
    view = ENGINE.view(here, viewer)
    return json.dumps(ENGINE.codec.dump_view(view)), listed(ENGINE, here, viewer)


@pytest.mark.parametrize("seed", [b"whole", b"another"])
def test_whole_matches(seed: bytes) -> None:
    """To the end: another world looks the same, and the record replays there."""
    for here in played(seed)[::8]:
        for viewer in VIEWERS:
            elsewhere = ENGINE.resample(here, viewer, Dice(seed, "elsewhere"))
            assert seen(elsewhere, viewer) == seen(here, viewer)
            assert ENGINE.to_act(elsewhere) == ENGINE.to_act(here)
            steps = [step_of(origin, target) for origin, target, _ in here.record]
            if here.first is not None and here.outcome is None:
                assert replay(begin(elsewhere.start, here.first, here.armies), steps) == elsewhere


@pytest.mark.parametrize("seed", [b"news", b"more"])
def test_the_same_news_all_along(seed: bytes) -> None:
    """Replayed in a world the viewer can imagine, the whole match told the viewer the same."""
    plies = [ply for ply in playout(ENGINE, seed, limit=400) if ply.position.outcome is None]
    for viewer in VIEWERS:
        last = plies[-1].position
        there = ENGINE.resample(last, viewer, Dice(seed, "elsewhere"))
        here = begin(there.start, there.first, there.armies)
        for ply in plies[3:]:
            move = ENGINE.codec.load_move(ply.text or "")
            step = ENGINE.play(here, here.to_move, move, Dice(b"", "1"))
            assert news(step.events, viewer) == news(ply.events, viewer)
            here = step.position
        assert here == there


def test_resampling_differs_all_along() -> None:
    """Worlds do not run out while the match is young, and most hidden pieces change places."""
    for number, here in enumerate(played(b"differs", 90)):
        for viewer in VIEWERS:
            worlds = [ENGINE.resample(here, viewer, Dice(bytes([n]), "w")) for n in range(4)]
            hidden = [
                sq for sq, code in enumerate(ENGINE.view(here, viewer).start) if code in (33, 34)
            ]
            if hidden:
                assert len({world.start for world in worlds}) > 1, number
                changed = sum(worlds[0].start[sq] != here.start[sq] for sq in hidden)
                assert changed > len(hidden) / 4, number


def test_the_owner_keeps_every_kind() -> None:
    for here in played(b"keeps", 120)[::7]:
        for viewer in VIEWERS[:2]:
            there = ENGINE.resample(here, viewer, Dice(b"k", "k"))
            for board, other in ((here.start, there.start), (here.board, there.board)):
                mine = range(1 + 16 * int(viewer.seat or 0), 17 + 16 * int(viewer.seat or 0))
                assert [p if p in mine else 0 for p in board] == [
                    p if p in mine else 0 for p in other
                ]


def test_nothing_is_hidden_after_the_end() -> None:
    last = played(b"end")[-1]
    assert last.outcome is not None
    texts = {str(ENGINE.view(last, viewer).board) for viewer in VIEWERS}
    assert texts == {str(last.board)}
    for viewer in VIEWERS:
        assert ENGINE.resample(last, viewer, Dice(b"", "")) == last
