"""Sheets that nobody may make expensive: what it takes is counted in steps, never in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Viewer
from engines.seichu import solver
from engines.seichu.bots import BOTS
from engines.seichu.clues import Copy
from engines.seichu.dealing import deal
from engines.seichu.engine import ENGINE
from engines.seichu.history import history_of
from engines.seichu.knowledge import knowledge_of
from engines.seichu.pieces import LETTERS, SEAT_OF
from engines.seichu.position import Position
from engines.seichu.squares import SQUARE_NAMES, SQUARES
from tests.engines.seichu.boards import NORTH, position, started, view
from tests.engines.seichu.exchanges import CAMP, after_exchanges

T = TypeVar("T")

MOST_LOOKS = 2 * solver.STEPS
DOUBLES = "3k/3p/4/4/4/RRBB/GGKS S/- 0"
"""South has two of nearly everything: to say who can be what takes too many steps."""
RENAMED = "3k/3p/4/4/4/BBRR/GGKS S/- 0"


@contextmanager
def looks() -> Iterator[list[int]]:
    """How often copies are looked at, and armies dealt, from here on."""
    counted = [0]
    with pytest.MonkeyPatch.context() as patch:
        for name in ("is_same", "open_pairs"):
            patch.setattr(Copy, name, _counting(getattr(Copy, name), counted, 1))
        dealing = solver.STEPS_A_DEALING
        patch.setattr(solver, "deal", _counting(deal, counted, dealing))
        yield counted


def _counting(function: Callable[..., T], counted: list[int], cost: int) -> Callable[..., T]:
    def counting(*args: Any) -> T:
        counted[0] += cost
        return function(*args)

    return counting


@pytest.fixture(scope="module")
def discerned() -> Position:
    """South's second pawn is in hand; of the eight on the board no two can be of one kind."""
    return after_exchanges(started(("GSRB/KLNP", "PKGR/LNBP")), b"")


@pytest.fixture(scope="module")
def doubles() -> Position:
    return after_exchanges(position(DOUBLES), b"0")


def test_who_is_told_apart_from_everybody_is_known_to_be(discerned: Position) -> None:
    """No two are pawns, so one pawn is in hand and one of everything on the board."""
    seen = view(discerned, NORTH)
    with looks() as counted:
        sheet = knowledge_of(seen)
    assert counted[0] < MOST_LOOKS / 4
    assert sheet.is_complete
    assert {(line.least, line.most) for line in sheet.left[0]} == {(1, 1)}
    assert {suspect.kinds for suspect in sheet.suspects} == {"KRBGSNLP"}


def test_what_takes_too_long_is_left_open_and_said(doubles: Position) -> None:
    with looks() as counted:
        sheet = knowledge_of(view(doubles, NORTH))
    assert not sheet.is_complete
    assert counted[0] < MOST_LOOKS
    truth = {one.piece: one.kind for one in ENGINE.identities(view(doubles, 0))}
    for suspect in sheet.suspects:
        assert str(truth[suspect.piece]) in suspect.kinds
    for line in sheet.left[0]:
        assert line.least <= _on_board(doubles, line.kind) <= line.most


def test_when_it_ends_follows_from_the_view_alone(doubles: Position) -> None:
    """The same match, but rooks are bishops and bishops rooks."""
    there = after_exchanges(position(RENAMED), b"0")
    here, other = view(doubles, NORTH), view(there, NORTH)
    assert here == other
    assert there.board != doubles.board
    with looks() as counted:
        sheet = knowledge_of(here)
    with looks() as again:
        assert knowledge_of(other) == sheet
    assert counted == again


@pytest.mark.parametrize("limit", [0, 300, 3_000, 30_000])
def test_a_sheet_that_was_cut_short_rules_out_nothing_that_can_be(
    discerned: Position, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    seen = view(discerned, NORTH)
    whole = knowledge_of(seen)
    monkeypatch.setattr(solver, "STEPS", limit)
    short = knowledge_of(seen)
    assert not short.is_complete
    for one, other in zip(whole.suspects, short.suspects, strict=True):
        assert set(one.kinds) <= set(other.kinds)
    for line, wider in zip(whole.left[0], short.left[0], strict=True):
        assert wider.least <= line.least <= line.most <= wider.most


@pytest.mark.parametrize("text", [DOUBLES, "3k/3p/4/4/4/GPRP/KBSN LP/- 0"])
@pytest.mark.parametrize("seed", [b"1", b"2"])
def test_whoever_goes_about_at_random_gets_no_further(text: str, seed: bytes) -> None:
    """South's pieces change places for as long as there is no draw; nobody's sheet is dear."""
    here = _shuffled(position(text), Dice(seed, text), plies=300)
    for viewer in (Viewer.of(NORTH), BYSTANDER):
        with looks() as counted:
            knowledge_of(ENGINE.view(here, viewer))
        assert counted[0] < MOST_LOOKS


def test_bots_move_where_sheets_are_cut_short(
    doubles: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "STEPS", 0)
    seen = view(_played(doubles, "d2d3"), NORTH)
    for level in ("easy", "medium"):
        move = BOTS[level].choose(seen, Dice(b"", level))
        ENGINE.check_move(seen, move)


def test_a_world_is_dealt_even_if_no_draws_cannot_be_looked_at(doubles: Position) -> None:
    seen = view(doubles, NORTH)
    kinds, hands = solver.Solver(seen, history_of(seen)).some_dealing(Dice(b"", ""))
    placed = [LETTERS[kinds[SQUARES[home]]] for home in CAMP]
    assert sorted([*placed, *(LETTERS[kind] for kind in hands[0])]) == sorted("RRBBGGKSS")


def _on_board(here: Position, letter: str) -> int:
    code = LETTERS.index(letter)
    return here.board.count(code)


def _shuffled(here: Position, dice: Dice, *, plies: int) -> Position:
    squares = [SQUARES[home] for home in (*CAMP, "a3")]
    for _ in range(plies):
        if here.answering == NORTH:
            pairs = [("d5", "d6") if here.board[SQUARES["d5"]] else ("d6", "d5")]
        else:
            pairs = [
                (SQUARE_NAMES[origin], SQUARE_NAMES[target])
                for origin in squares
                for target in squares
                if SEAT_OF[here.board[origin]] == 0 and not here.board[target]
            ]
        dice.shuffle(pairs)
        there = (_played(here, f"{origin}{target}") for origin, target in pairs)
        then = next((end for end in there if end.outcome is None), None)
        if then is None:
            break
        here = then
    return here


def _played(here: Position, text: str) -> Position:
    return ENGINE.play(here, here.answering, ENGINE.codec.load_move(text), Dice(b"", "")).position
