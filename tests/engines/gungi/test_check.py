"""What check forbids: leaving, uncovering and lowering what keeps the marshal safe."""

from __future__ import annotations

from tests.engines.gungi.boards import moves, targets, view


def test_a_pinned_piece_stays_on_the_line() -> None:
    assert targets("4m4/4g4/9/9/9/9/4W4/9/4M4 -/- 0 guide -", "e3") == "e2 e4"


def test_a_stack_of_two_is_no_pin() -> None:
    text = "4m4/4g4/9/9/9/9/4|D:W|4/9/4M4 -/- 0 guide -"
    assert "d4" in targets(text, "e3")


def test_who_leaves_may_uncover_an_enemy() -> None:
    text = "4m4/9/9/9/9/9/9/4|g:D|4/4M4 -/- 0 guide -"
    assert moves(text, "e2") == set()


def test_an_uncovered_enemy_can_be_blocked_by_who_uncovers_it() -> None:
    text = "m8/9/9/9/9/4|g:G|4/9/9/4M4 -/- 0 guide -"
    assert targets(text, "e4") == "e2 e3"


def test_a_check_is_met_by_capturing_covering_blocking_or_going_away() -> None:
    text = "4m4/9/9/3g5/9/9/9/4D4/3M5 D1/- 0 guide -"
    assert view(text).check
    blocks = {"d*d2"}
    assert blocks < moves(text)
    assert {text for text in moves(text) if "*" in text} == blocks
    assert targets(text, "d1") == "c1 c2 e1 e2[t]"
    covering = "4m4/9/9/9/9/9/2S6/3g5/3M5 -/- 0 guide -"
    assert {"c3+d2", "c3xd2"} <= moves(covering)


def test_jumpers_are_not_blocked_in_the_guide() -> None:
    text = "4m4/9/9/9/9/3|w:w:r|5/9/3D5/3M5 D1/- 0 {} -"
    assert view(text.format("guide")).check
    assert not {move for move in moves(text.format("guide")) if "*" in move}
    assert not view(text.format("advanced")).check


def test_leapers_are_blocked_by_what_is_taller() -> None:
    """An official cannon: a drop that makes a stack too tall for it ends the check."""
    text = "4m4/9/9/9/9/3c5/9/3D5/3M5 N1/- 0 advanced -"
    assert view(text).check
    assert {move for move in moves(text) if "*" in move} == {"n*d2"}
    assert view(text.replace("advanced", "guide")).check is False


def test_lowering_a_stack_lets_a_leaper_through() -> None:
    text = "4m4/9/9/9/9/3c5/9/3|N:D|5/3M5 -/- 0 advanced -"
    assert not view(text).check
    assert moves(text, "d2") == {"d2xd4", "d2+d4"}
    taken = "4m4/9/9/9/9/3c5/9/1S1|n:d|5/2|N:N:R|M5 -/- 0 advanced -"
    assert "c1xd2" not in moves(taken)


def test_a_marshal_on_a_stack_is_safe_from_who_is_lower() -> None:
    text = "4m4/9/9/9/9/9/9/3g5/3|D:M|5 -/- 0 guide -"
    assert not view(text).check
    assert view(text.replace("3g5", "3|d:g|5")).check


def test_marshals_keep_apart() -> None:
    assert "e5e6" not in moves("9/9/4m4/9/4M4/9/9/9/9 -/- 0 guide -")
