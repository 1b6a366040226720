"""What `tests.engines.conformance` asks of the first plies holds of whole matches of Seichu."""

from __future__ import annotations

import json

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.seichu.engine import ENGINE
from engines.seichu.pieces import HIDDEN, UNKNOWN
from engines.seichu.position import Position
from tests.engines.playing import listed, news, playout
from tests.engines.seichu.boards import NORTH, SOUTH, played
from tests.engines.seichu.matches import quiet_match

VIEWERS = (Viewer.of(SOUTH), Viewer.of(NORTH), BYSTANDER)


def seen(here: Position, viewer: Viewer) -> tuple[str, list[str]]:
    view = ENGINE.view(here, viewer)
    return json.dumps(ENGINE.codec.dump_view(view)), listed(ENGINE, here, viewer)


def everything_but_kinds(here: Position) -> tuple[object, ...]:
    return here.record, here.plies, here.to_act, here.asked, here.outcome


@pytest.mark.parametrize("seed", [b"whole", b"another"])
def test_long_matches(seed: bytes) -> None:
    """To the end: another world looks the same, and has come about in the same way."""
    for here in quiet_match(seed)[::5]:
        for viewer in VIEWERS:
            elsewhere = ENGINE.resample(here, viewer, Dice(seed, "elsewhere"))
            assert seen(elsewhere, viewer) == seen(here, viewer)
            assert everything_but_kinds(elsewhere) == everything_but_kinds(here)
            stored = ENGINE.codec.dump_position(elsewhere)
            assert ENGINE.codec.load_position(stored, ENGINE.codec.schema) == elsewhere


@pytest.mark.parametrize("seed", [b"news", b"more", b"still"])
def test_the_same_news_all_along(seed: bytes) -> None:
    """Replayed in a world the viewer can imagine, the whole match told the viewer the same."""
    plies = [ply for ply in playout(ENGINE, seed, limit=400) if ply.position.outcome is None]
    for viewer in VIEWERS:
        last = plies[-1].position
        there = ENGINE.resample(last, viewer, Dice(seed, "elsewhere"))
        here = ENGINE.codec.load_position({**ENGINE.codec.dump_position(there), "moves": []}, 1)
        stored = ENGINE.codec.dump_position(there)["moves"]
        assert isinstance(stored, list)
        for ply, text in zip(plies[3:], stored, strict=True):
            move = ENGINE.codec.load_move(str(text))
            step = ENGINE.play(here, here.answering, move, Dice(b"", "1"))
            assert news(step.events, viewer) == news(ply.events, viewer)
            here = step.position
        assert here == there


def test_resampling_differs_all_along() -> None:
    """Worlds do not run out while the match is young, and most hidden pieces change places."""
    for here in played(b"differs", 24)[1:]:
        if here.outcome is None:
            for viewer in VIEWERS:
                start = ENGINE.view(here, viewer).start
                hidden = [square for square, code in enumerate(start) if code in HIDDEN]
                worlds = [ENGINE.resample(here, viewer, Dice(bytes([n]), "w")) for n in range(6)]
                if len(hidden) > 2:
                    assert len({world.start for world in worlds}) > 2
                    changed = sum(w.start[sq] != here.start[sq] for w in worlds for sq in hidden)
                    assert changed > len(hidden)


def test_the_owner_keeps_every_kind() -> None:
    for here in quiet_match(b"keeps")[::7]:
        for viewer in VIEWERS[:2]:
            there = ENGINE.resample(here, viewer, Dice(b"k", "k"))
            mine = int(viewer.seat or 0)
            for one, other in ((here, there), (there, here)):
                codes = range(1 + 8 * mine, 9 + 8 * mine)
                for board, again in ((one.start, other.start), (one.board, other.board)):
                    assert all(q == p for p, q in zip(board, again, strict=True) if p in codes)
            assert here.hands[mine] == there.hands[mine]
            assert here.dropped[mine] == there.dropped[mine]


def test_hands_and_drops_are_blank_to_others() -> None:
    for here in quiet_match(b"blank")[3::4]:
        for viewer in VIEWERS:
            view = ENGINE.view(here, viewer)
            for seat in (0, 1):
                for kinds in (view.hands[seat], view.dropped[seat], view.start_hands[seat]):
                    assert here.outcome or viewer.seat == seat or set(kinds) <= {UNKNOWN}


def test_nothing_is_hidden_after_the_end() -> None:
    last = played(b"end")[-1]
    assert last.outcome is not None
    texts = {str((v.board, v.hands)) for v in (ENGINE.view(last, viewer) for viewer in VIEWERS)}
    assert texts == {str((last.board, last.hands))}
    for viewer in VIEWERS:
        assert ENGINE.resample(last, viewer, Dice(b"", "")) == last
