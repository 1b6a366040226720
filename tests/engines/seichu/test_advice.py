"""What the page shows an author of a move: true, possible for some kind, impossible for all."""

from __future__ import annotations

from engines.core.seats import Viewer
from engines.seichu.engine import ENGINE
from tests.engines.seichu.boards import after, position, started, view

TEXT = "k3/4/4/1p2/4/PPR1/K3 P/- 0"


def shades(text: str) -> dict[str, tuple[tuple[str, ...], bool]]:
    shown = ENGINE.advice(view(position(text)))
    return {str(one.move): (one.fouls, one.could_be_true) for one in shown}


def test_the_three_shades() -> None:
    shown = shades(TEXT)
    assert shown["a2a3"] == ((), True)
    assert shown["a2b3"] == (("movement", "nifu"), True)  # as a bishop, gold or silver
    assert shown["a2a7"] == (("movement",), True)  # as a rook or a lance
    assert shown["a2c7"] == (("movement",), False)
    assert shown["c2b7"] == (("movement",), False)
    assert shown["c2c7"] == ((), True)
    assert shown["a1d7"] == (("movement",), False)


def test_what_stands_between_counts_but_not_what_it_is() -> None:
    assert shades(TEXT)["b2b5"] == (("movement",), False)  # past the pawn on b4
    assert shades(TEXT)["b2b4"] == (("movement",), True)
    other = "k3/4/4/1r2/4/PPR1/K3 P/- 0"
    assert shades(TEXT) == shades(other)


def test_nifu_is_named_for_drops_and_moves_that_make_it() -> None:
    shown = shades(TEXT)
    assert shown["P*a5"] == shown["P*b7"] == (("nifu",), True)
    assert shown["P*c5"] == ((), True)
    assert shown["a2a4"] == (("movement",), True)
    standing = shades("k3/4/4/P3/4/P3/K3 -/- 0")
    assert standing["a4a5"] == ((), True)  # it makes no new one


def test_a_drop_mate_is_never_named() -> None:
    shown = shades("k3/4/4/4/4/4/R2K P/- 0")
    assert shown["P*a6"] == ((), True)
    assert "drop-mate" in str(after("k3/4/4/4/4/4/R2K P/- 0", "P*a6", "doubt").fouls)


def test_only_the_one_to_move_is_advised_and_never_for_answers() -> None:
    here = position(TEXT)
    assert list(ENGINE.advice(view(here, 1))) == []
    assert list(ENGINE.advice(ENGINE.view(here, Viewer()))) == []
    asked = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    assert list(ENGINE.advice(view(asked))) == []
    assert "doubt" not in shades(TEXT)


def test_every_step_and_drop_is_among_them_once() -> None:
    here = started()
    steps = [str(move) for move in ENGINE.legal_moves(view(here))][:-1]
    assert [str(one.move) for one in ENGINE.advice(view(here))] == steps
