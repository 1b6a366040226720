"""What a seat may wait for in the other's turn where pieces are hidden: all from its own view."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.conditions import Condition, read_condition
from engines.core.engine import ExpectingEngine
from engines.core.errors import IllegalMove, InvalidMove
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.engine import ENGINE as GUNJIN
from engines.registry import ENGINES
from engines.seichu.engine import ENGINE as SEICHU
from tests.engines.gunjin import boards as gunjin
from tests.engines.playing import after, playout
from tests.engines.seichu import boards as seichu

EXPECTING: list[Any] = [engine for engine in ENGINES if isinstance(engine, ExpectingEngine)]
expecting = pytest.mark.parametrize("engine", EXPECTING, ids=lambda engine: engine.meta.slug)

NORTH = Seat(1)
SPOTS = ("held", "lost", "fell", "taken", "came")
"""What can befall the square to which a piece goes."""


def test_the_games_that_hide_pieces_have_conditions() -> None:
    hiding = {engine.meta.slug for engine in ENGINES if engine.meta.kinds}
    assert {engine.meta.slug for engine in EXPECTING} == hiding == {"gunjin", "seichu"}


def true_of(engine: Any, before: Any, *texts: str, seat: Seat = NORTH) -> set[str]:
    """Which of the conditions *seat* could wait for in *before* came true by these plies."""
    open_then = list(engine.conditions(engine.view(before, Viewer.of(seat))))
    view = engine.view(after(engine, before, *texts), Viewer.of(seat))
    return {str(one) for one in open_then if engine.came_true(view, one, len(texts))}


@pytest.mark.parametrize(
    ("move", "true"),
    [
        ("b3b4", {"held-b4", "moved-b3"}),  # a tank against a major general
        ("g3g4", {"fell-g4", "moved-g3"}),  # a tank against a mine
        ("a2a4", {"lost-a4", "moved-a2"}),  # a plane against a tank
    ],
)
def test_battles_of_gunjin(move: str, true: set[str]) -> None:
    assert true_of(GUNJIN, gunjin.started(), move) == true


def test_a_step_to_an_empty_square() -> None:
    here = gunjin.position("d6/8/8/8/1J6/6G 0")
    assert true_of(GUNJIN, here, "b2b3") == {"moved-b2", "came-b3"}


def test_turns_of_seichu() -> None:
    here = seichu.started()
    assert true_of(SEICHU, here, "d2d6") == {"taken-d6", "moved-d2"}
    assert true_of(SEICHU, here, "d2d5") == {"came-d5", "moved-d2"}
    assert true_of(SEICHU, here, "B*b4") == {"came-b4", "dropped"}
    moved = seichu.after(here, "a2a3", "b6b5")
    assert true_of(SEICHU, moved, "c2b5", "doubt") == {"taken-b5", "moved-c2", "doubted"}
    assert true_of(SEICHU, moved, "c2b5", "accept") == {"taken-b5", "moved-c2", "accepted"}
    asked = seichu.after(moved, "c2b5")
    assert true_of(SEICHU, asked, "doubt") == {"doubted"}


def test_doubt_is_waited_for_where_it_may_come() -> None:
    def has_doubt(here: Any) -> bool:
        view = SEICHU.view(here, Viewer.of(NORTH))
        return Condition("doubted") in list(SEICHU.conditions(view))

    assert not has_doubt(seichu.started())  # nothing has been moved
    moved = seichu.after(seichu.started(), "a2a3", "b6b5")
    assert has_doubt(moved)
    assert has_doubt(seichu.after(moved, "c2b5"))
    assert not has_doubt(seichu.after(seichu.started(), "a2a3", "S*b4"))
    assert not has_doubt(seichu.after(seichu.started(), "a2a3", "c6c5"))  # the king


@expecting
def test_of_each_ply_the_other_sees_where_it_went(engine: Any) -> None:
    """At random: each piece that moves leaves a square or is dropped, and does one thing where it
    goes; that is what the other can wait for, whatever is hidden."""
    for seed in range(12):
        before: Any = None
        for here in playout(engine, b"%032d" % seed, limit=80):
            if before is not None and here.text and here.text[-1].isdigit():
                seat, square = Seat(1 - (here.seat or 0)), here.text[-2:]
                view = engine.view(before, Viewer.of(seat))
                seen = engine.view(here.position, Viewer.of(seat))
                true = {c for c in engine.conditions(view) if engine.came_true(seen, c, 1)}
                found = {one.what for one in true if one.square == square}
                assert len(found & {*SPOTS}) == 1
                gone = Condition("moved", here.text[:2])
                assert (gone in true) != (Condition("dropped") in true)
            is_setup = engine.is_setting_up(here.position)
            before = None if is_setup or engine.outcome(here.position) else here.position


@expecting
def test_whoever_is_to_act_waits_for_nothing(engine: Any) -> None:
    for here in playout(engine, b"%032d" % 3, limit=30):
        to_act = engine.to_act(here.position)
        for viewer in (*map(Viewer.of, to_act), BYSTANDER):
            assert list(engine.conditions(engine.view(here.position, viewer))) == []
        if engine.is_setting_up(here.position):
            for seat in (0, 1):
                view = engine.view(here.position, Viewer.of(Seat(seat)))
                assert list(engine.conditions(view)) == []


def answers(engine: Any, here: Any, text: str) -> set[str]:
    view = engine.supposed(engine.view(here, Viewer.of(NORTH)), read_condition(text))
    return {engine.codec.dump_move(move) for move in engine.legal_moves(view)}


def test_answers_are_chosen_as_if_it_had_happened() -> None:
    here = gunjin.started()
    assert "a5a4" in answers(GUNJIN, here, "lost-a4")
    assert "a5a4" in answers(GUNJIN, here, "fell-a4")
    assert "a5a4" not in answers(GUNJIN, here, "held-a4")
    assert "b4b3" in answers(GUNJIN, here, "moved-b3")
    begun = seichu.started()
    assert {"d7d6", "doubt"} <= answers(SEICHU, begun, "taken-d6")
    assert "d7d6" not in answers(SEICHU, begun, "moved-d2")
    assert answers(SEICHU, begun, "taken-c6") == {"doubt", "accept"}  # the king
    moved = seichu.after(begun, "a2a3", "b6b5")
    assert "b7b5" in answers(SEICHU, moved, "doubted")
    for text in ("held-b3", "taken-c1", "came-b9", "accepted"):
        with pytest.raises(IllegalMove):
            answers(SEICHU, begun, text)


@pytest.mark.parametrize("text", ["", "held-", "held-c", "Held-c4", "held-c4-", "a/b", "b3b4"])
def test_what_is_no_condition_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidMove):
        read_condition(text)
