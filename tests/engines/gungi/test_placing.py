"""The sides set up turn about and in the open, and declare when they are done."""

from __future__ import annotations

import pytest

from engines.gungi.engine import ENGINE
from tests.engines.gungi.boards import BLACK, WHITE, after, moves, started, text_of, view
from tests.engines.playing import playout


def test_the_marshal_comes_first_in_the_own_three_ranks() -> None:
    files = "abcdefghi"
    here = started("advanced")
    assert moves(here) == {f"m@{file}{rank}" for file in files for rank in (1, 2, 3)}
    here = after(here, "m@e1")
    assert moves(here) == {f"m@{file}{rank}" for file in files for rank in (7, 8, 9)}
    here = after(here, "m@e9")
    assert len(moves(here)) == 13 * 26 + 1
    assert "done" in moves(here)
    assert not {text for text in moves(here) if text.endswith("@e1")}


def test_turns_alternate_until_white_is_done() -> None:
    here = after(started("advanced"), "m@e1", "m@e9", "d@a1", "d@a9", "d@a1")
    assert (here.to_move, here.now.placing) == (WHITE, (BLACK, WHITE))
    here = after(here, "done")
    assert (here.to_move, here.now.placing) == (BLACK, ())
    assert text_of(here) == (
        "d3m4/9/9/9/9/9/9/9/|D:D|3M4"
        " G1I1J2W2N3R2S2F2D2C1A2K1T1/g1i1j2w2n3r2s2f2d3c1a2k1t1 0 advanced -"
    )
    assert not here.now.placing


def test_white_goes_on_alone_when_black_is_done() -> None:
    here = after(started("advanced"), "m@e1", "m@e9", "done", "d@a9", "n@b9")
    assert (here.to_move, here.now.placing) == (WHITE, (WHITE,))
    assert here.now.placing
    assert text_of(here).endswith(" 1 advanced 1")
    assert after(here, "done").to_move == BLACK


@pytest.mark.parametrize("rules", ["intermediate", "advanced"])
def test_an_empty_hand_is_done_by_itself(rules: str) -> None:
    here = started(rules)
    texts = []
    while here.now.placing:
        placed = sorted(moves(here) - {"done"})
        here = after(here, placed[len(here.moves) % len(placed)])
        texts.append(str(here.moves[-1]))
        if len(texts) == 49:
            assert here.now.placing == (WHITE,)
    assert len(texts) == 50
    assert here.to_move == BLACK
    assert here.now.hands == ((0,) * 15, (0,) * 15)


def test_who_is_done_cannot_place_any_more() -> None:
    here = after(started("advanced"), "m@e1", "m@e9", "done")
    assert ENGINE.to_act(here) == {WHITE}
    assert list(ENGINE.legal_moves(view(here, BLACK))) == []


def test_what_is_left_is_the_hand() -> None:
    here = after(started("advanced"), "m@e1", "m@e9", "done", "done")
    assert {"d*a1", "t*d1", "c*i1"} <= moves(here)
    dropped = {text for text in moves(here) if "*" in text}
    assert {text[-1] for text in dropped} == {"1"}
    assert {text[0] for text in dropped} == set("gijwnrsfdcakt")


def test_random_matches_get_through_it() -> None:
    ends = [list(playout(ENGINE, b"seed %d" % number, limit=120))[-1] for number in (1, 7)]
    assert all(not end.position.now.placing for end in ends)
