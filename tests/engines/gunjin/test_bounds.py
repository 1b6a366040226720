"""Sheets that nobody may make expensive: what it takes is counted in steps, never in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.gunjin import solver
from engines.gunjin.bots import BOTS
from engines.gunjin.engine import ENGINE
from engines.gunjin.knowledge import knowledge_of
from engines.gunjin.pieces import KIND_OF, KIND_OF_LETTER
from engines.gunjin.squares import SQUARES
from tests.engines.gunjin.boards import NORTH, SOUTH, played

VIEWERS = (Viewer.of(SOUTH), Viewer.of(NORTH), BYSTANDER)
MOST_LOOKS = 2 * solver.STEPS


@contextmanager
def looks() -> Iterator[list[int]]:
    """How often battles are looked at, and armies fitted, from here on."""
    counted = [0]
    with pytest.MonkeyPatch.context() as patch:
        for name, cost in (("narrow_by_battle", 1), ("fit", solver.STEPS_A_FIT)):
            patch.setattr(solver, name, _counting(getattr(solver, name), counted, cost))
        yield counted


def _counting(function: Callable[..., Any], counted: list[int], cost: int) -> Callable[..., Any]:
    def counting(*args: Any) -> Any:
        counted[0] += cost
        return function(*args)

    return counting


@pytest.mark.parametrize("seed", [b"q5", b"q13", b"g0"])
def test_no_sheet_takes_more_than_its_steps(seed: bytes) -> None:
    """Matches with as many battles as there can be, for those who know one army or none."""
    for here in played(seed, 400)[200::60]:
        for viewer in VIEWERS:
            with looks() as counted:
                knowledge_of(ENGINE.view(here, viewer))
            assert counted[0] < MOST_LOOKS


@pytest.mark.parametrize("limit", [0, 500, 5_000])
def test_a_sheet_that_was_cut_short_rules_out_nothing_that_can_be(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    here = played(b"q5", 260)[-1]
    seen = ENGINE.view(here, BYSTANDER)
    whole = knowledge_of(seen)
    monkeypatch.setattr(solver, "STEPS", limit)
    with looks() as counted:
        short = knowledge_of(seen)
    assert whole.is_complete
    assert not short.is_complete
    assert counted[0] < MOST_LOOKS / 2
    for one, other in zip(whole.suspects, short.suspects, strict=True):
        assert set(one.kinds) <= set(other.kinds)
    for seat, lines in whole.left.items():
        for line, wider in zip(lines, short.left[seat], strict=True):
            assert wider.least <= line.least <= line.most <= wider.most


def test_when_it_ends_follows_from_the_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = played(b"q5", 260)[-1]
    for viewer in VIEWERS:
        there = ENGINE.resample(here, viewer, Dice(b"", "twin"))
        with monkeypatch.context() as patch, looks() as counted:
            patch.setattr(solver, "STEPS", 2_000)
            sheet = knowledge_of(ENGINE.view(here, viewer))
            first = counted[0]
            assert knowledge_of(ENGINE.view(there, viewer)) == sheet
            assert counted[0] == 2 * first


def test_bots_move_where_worlds_cannot_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The armies they imagine are whole all the same, and hold what is known."""
    here = played(b"q5", 120)[-1]
    seat = next(iter(ENGINE.to_act(here)))
    seen = ENGINE.view(here, Viewer.of(seat))
    monkeypatch.setattr(solver, "STEPS", -1)
    for level in ("easy", "medium"):
        ENGINE.check_move(seen, BOTS[level].choose(seen, Dice(b"", level)))
    suspects = knowledge_of(seen).suspects
    for one in suspects:
        kinds = {KIND_OF_LETTER[letter] for letter in one.kinds}
        assert KIND_OF[here.start[SQUARES[one.piece]]] in kinds
