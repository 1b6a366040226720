"""Sure wins: held against everything the other side can hold, do and claim, by the exact engine.

The small positions come from seeds; what stands and lies hidden is dealt in every way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engines.core.coaching import Hint
from engines.core.dice import Dice
from engines.core.proofs import SureWin
from engines.core.seats import Seat
from engines.seichu import proofs
from engines.seichu.bots import BOTS
from engines.seichu.coaching import hint
from engines.seichu.engine import ENGINE
from engines.seichu.hindsight import missed_by
from engines.seichu.history import history_of
from engines.seichu.knowledge import knowledge_of
from engines.seichu.moves import Answer, Move, Step, drop_of, read_move
from engines.seichu.pieces import (
    EMPTY,
    IS_OF,
    KIND_OF,
    KINDS,
    KING,
    PAWN,
    ROOK,
    piece_of,
)
from engines.seichu.position import TURN, Position
from engines.seichu.progress import advance, begin
from engines.seichu.squares import SQUARES
from engines.seichu.view import SeichuView
from tests.engines.seichu.boards import after, position, view
from tests.engines.sure_wins import check

NODES = 20_000
SOUTH, NORTH = Seat(0), Seat(1)


def small(seed: int) -> tuple[Position, Move]:
    """A king and one or two pieces a side, north to move, and a move of its that is often false."""
    random = Random(seed)
    board = [EMPTY] * 28
    squares = random.sample(range(28), 5)
    own = [KING, *random.choices(KINDS[1:], k=2)]
    others = [KING, *random.choices(KINDS[1:], k=2)]
    for square, kind in zip(squares, own[: random.choice((2, 3))], strict=False):
        board[square] = piece_of(SOUTH, kind)
    for square, kind in zip(squares[3:], others, strict=False):
        board[square] = piece_of(NORTH, kind)
    hands = ((random.choice(KINDS[1:]),) * random.choice((0, 1)), (others[2],) * (seed % 3 == 0))
    here = begin(tuple(board), hands, NORTH)
    moves = [
        move for move in ENGINE.legal_moves(view(here)) if isinstance(move, Step) and not move.trial
    ]
    return here, random.choice(moves)


def worlds(start: Position, move: Move | None = None) -> Iterator[Position]:
    """Every position that looks like *start*, or like the one after *move*."""
    squares = [square for square, piece in enumerate(start.board) if IS_OF[NORTH][piece]]
    held = [*(KIND_OF[start.board[square]] for square in squares), *start.hands[NORTH]]
    for kinds in sorted(set(permutations(held))):
        board = list(start.board)
        for square, kind in zip(squares, kinds, strict=False):
            board[square] = piece_of(NORTH, kind)
        hand = kinds[len(squares) :]
        if KING not in hand:
            here = begin(tuple(board), (start.hands[SOUTH], hand), start.first)
            yield here if move is None else advance(here, move)


def sure(here: SeichuView) -> SureWin[Any] | None:
    return proofs.sure_win(here, NODES)


def weakened(here: SeichuView) -> SureWin[Any] | None:
    """The same search with a wrong table: no unknown piece is ever taken for a rook."""
    known = proofs.known_to(here, SOUTH, history_of(here))
    assert known is not None
    kinds = {square: -piece & ~(1 << ROOK) for square, piece in enumerate(known.board) if piece < 0}
    return proofs.sure_win(here, NODES, kinds)


def proved(seeds: range) -> Iterator[tuple[Position, Move]]:
    for seed in seeds:
        start, move = small(seed)
        here = advance(start, move)
        if here.outcome is None and here.asked == TURN:
            win = sure(view(here))
            if win is not None and win.move is not Answer.DOUBT:
                yield start, move


@pytest.mark.parametrize(
    ("text", "move", "within"),
    [
        ("3k/1K2/4/4/4/4/4", "b6a7!", 1),
        ("4/4/4/4/k3/4/R2K", "a1a3", 1),  # a lone piece is the king
        ("4/4/4/4/k3/1s2/R2K", "", 0),  # one of two need not be
        ("4/4/K3/4/1r1k/4/4", "a5a6", 2),  # no rook gets there in one move
        ("4/4/2K1/4/1rkp/4/4", "", 0),  # on any of three files the rook may be behind the king
        ("4/4/2K1/4/1nkp/4/4", "c5b6", 2),  # but neither pawn nor knight
        ("4/4/P1K1/P3/1nkp/4/4", "", 0),  # own pawns on a file: a Doubt would be proven
    ],
)
def test_what_is_sure_and_what_is_not(text: str, move: str, within: int) -> None:
    found = sure(view(text))
    assert (str(found.move), found.within) == (move, within) if found else not within


def test_a_pawn_is_not_dropped_before_what_may_be_the_king() -> None:
    here = position("k3/1K2/4/4/4/4/4 P/-")
    rules = proofs.Purple(SOUTH, history_of(view(here)))
    known = proofs.known_to(view(here), SOUTH, history_of(view(here)))
    assert known is not None
    assert rules.after(known, drop_of(PAWN, SQUARES["a6"])) is None
    assert rules.after(known, drop_of(PAWN, SQUARES["d3"]))


def test_a_false_move_that_is_sure_to_be_one_is_doubted() -> None:
    here = after("4/4/4/2k1/4/K3/4 -/- 1", "c4a4")
    assert sure(view(here)) == SureWin(Answer.DOUBT, 1)
    assert sure(view(here, NORTH)) is None


def test_what_is_proved_holds_in_every_world_against_every_reply() -> None:
    lengths = [check(ENGINE, worlds(*one), SOUTH, sure) for one in proved(range(200))]
    assert {1, 2, 3} <= set(lengths)
    assert len(lengths) >= 20


@pytest.mark.prove
def test_the_same_by_night() -> None:
    lengths = [check(ENGINE, worlds(*one), SOUTH, sure) for one in proved(range(5_000))]
    assert {1, 2, 3, 4} <= set(lengths)


def test_a_table_that_leaves_a_kind_out_is_found_out() -> None:
    here = position("4/4/2K1/4/1rkp/4/4")
    assert weakened(view(here))
    with pytest.raises(AssertionError):
        check(ENGINE, worlds(here), SOUTH, weakened)


@pytest.mark.parametrize("level", ["medium", "medium-bold", "strong", "strong-firm"])
def test_searching_bots_play_it(level: str) -> None:
    here = view("4/4/K3/4/1r1k/4/4")
    assert {str(BOTS[level].choose(here, Dice(bytes([seed]), "1"))) for seed in range(3)} == {
        "a5a6"
    }


def missed(text: str, move: str) -> tuple[str, ...]:
    here = view(text)
    return missed_by(here, knowledge_of(here), read_move(move) if move else None)


def test_a_review_names_a_sure_win_that_was_given_up() -> None:
    text = "4/4/K3/4/1r1k/4/4"
    assert missed(text, "a5a6") == ()
    assert missed(text, "a5b5") == ("sure-win",)
    assert missed(text, "a5d2") == ("sure-win",), "a false move"
    assert missed(text, "doubt") == missed(text, "") == ("sure-win",)
    assert missed("4/4/2K1/4/1rkp/4/4", "c5b6") == ()
    assert missed("3k/1K2/4/4/4/4/4", "b6b5") == ("trial",), "at once is another sentence"


def test_a_coach_points_at_a_sure_win() -> None:
    assert hint(view("4/4/K3/4/1r1k/4/4")) == Hint("sure", ("a5", "a6"))
    assert hint(view("4/1K2/4/4/k2r/4/4")) == Hint("trial", ("b6", "a7"))
