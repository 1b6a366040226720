"""The engine against the second statement of the rules: random matches, ply by ply."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engines.core.dice import Dice
from engines.seichu.engine import ENGINE
from engines.seichu.fouls import nifu_files
from engines.seichu.movement import kinds_reaching
from engines.seichu.moves import Answer, Placement, drop_of
from engines.seichu.pieces import CODES, LETTERS, kinds_in
from engines.seichu.position import Position
from engines.seichu.squares import SQUARE_NAMES
from tests.engines.playing import Ply, playout
from tests.engines.seichu.boards import end, moves, position, view
from tests.engines.seichu.restated import (
    SQUARES,
    Board,
    Match,
    has_nifu,
    set_up,
    targets,
)
from tests.engines.transcribing import replayed

LETTERS_OF_CODES = ".KRBGSNLPkrbgsnlp"


def board_of(here: Position) -> Board:
    """The board by names, from the engine's own text."""
    text = ENGINE.codec.write(here).split(" ")[0]
    for empty in "234":
        text = text.replace(empty, "1" * int(empty))
    letters = "".join(reversed(text.split("/")))
    return {name: letter for name, letter in zip(SQUARES, letters, strict=True) if letter != "1"}


def agree(here: Position, other: Match) -> bool:
    """Whether both are at the same point: board, hands, what is asked of whom, moves, end."""
    hands = [[LETTERS[kind] for kind in hand] for hand in here.hands]
    return (
        board_of(here) == other.board
        and [sorted(hand) for hand in hands] == [sorted(hand) for hand in other.hands]
        and end(here) == other.over
        and (other.over is not None or (here.answering, here.asked) == (other.acting, other.asked))
        and moves(here) == other.open()
        and (other.over is None or sorted(here.fouls) == sorted(other.fouls))
    )


def options_agree(here: Position, other: Match) -> bool:
    """Whether true moves, shades and fouls are the same to the one who is to move."""
    board, me = other.board, other.to_move
    for advice in ENGINE.advice(view(here)):
        text, fouls = str(advice.move), set()
        after = {sq: piece for sq, piece in board.items() if sq != text[:2]}
        if text[1] == "*":
            piece, possible = (text[0] if me == 0 else text[0].lower()), True
        else:
            piece = board[text[:2]]
            possible = any(text[2:4] in targets(board, text[:2], k) for k in "KRBGSNLP")
            if text[2:4] not in targets(board, text[:2]):
                fouls.add("movement")
        after[text[2:4]] = piece
        file_before = [sq for sq, p in board.items() if p == piece and sq[0] == text[2]]
        grew = text[1] == "*" or text[0] != text[2]
        if piece in "Pp" and file_before and grew:
            fouls.add("nifu")
        if set(advice.fouls) != fouls or advice.could_be_true != possible:
            return False
    return bool(nifu_files(here.board, me)) == has_nifu(board, me)


@pytest.mark.parametrize("seed", range(24))
def test_random_matches(seed: int) -> None:
    check_restated(playout(ENGINE, b"restated%d" % seed, limit=10_000))


def test_a_match_with_a_handicap() -> None:
    check_restated(replayed("seichu-handicap"))


def check_restated(plies: Iterable[Ply]) -> None:
    """The second statement agrees ply by ply, to the end."""
    other: Match | None = None
    texts, armies = ["", ""], [""]
    for ply in plies:
        if not ply.number:
            armies = [CODES.letters_in(army) for army in ply.position.to_place]
        move = ENGINE.codec.load_move(ply.text) if ply.text else None
        if isinstance(move, Placement) and ply.seat is not None:
            texts[ply.seat] = move.letters
        elif move is not None:
            other = other or Match(*set_up(texts, armies))
            other.play(str(move))
            assert agree(ply.position, other)
            if ply.number % 9 == 0 and not other.over and other.asked == "turn":
                assert options_agree(ply.position, other)
    assert other is not None
    assert other.over is not None


@pytest.mark.parametrize("seed", range(60))
def test_strewn_boards(seed: int) -> None:
    """A few pieces anywhere, something in hand: both sides shuffle about and doubt at times."""
    dice = Dice(b"strewn", str(seed))
    here = _strewn(dice)
    hands = [[LETTERS[kind] for kind in hand] for hand in here.hands]
    other = Match(board_of(here), ["".join(hand) for hand in hands], here.to_move)
    assert agree(here, other)
    for number in range(60):
        if here.outcome:
            break
        if number % 15 == 0 and other.asked == "turn":
            assert options_agree(here, other)
        move = ENGINE.sample_move(view(here), dice)
        here = ENGINE.play(here, here.answering, move, dice).position
        other.play(str(move))
        assert agree(here, other)
    if not here.outcome:
        here = ENGINE.play(here, here.answering, Answer.DOUBT, dice).position
        other.play("doubt")
        assert agree(here, other)


def test_pawns_dropped_before_kings() -> None:
    """A king in a crowd, a pawn dropped anywhere, and Doubt: many times it was mate."""
    met = 0
    dice = Dice(b"mate", "")
    for _ in range(250):
        here = _king_in_trouble(dice)
        king = here.board.index(9)
        for target in {king - 4, king - 3, king - 5} & set(range(28)):
            if not here.board[target]:
                after = ENGINE.play(here, here.to_move, drop_of(8, target), dice).position
                claimed = ENGINE.play(after, after.to_move, Answer.DOUBT, dice).position
                other = Match(board_of(here), ["P", ""])
                other.play(f"P*{SQUARES[target]}")
                other.play("doubt")
                assert agree(claimed, other)
                met += any(foul.what == "drop-mate" for foul in claimed.fouls)
    assert met > 20


def test_kinds_that_reach() -> None:
    """From every square to every other, on an empty board and past a crowd, for both sides."""
    crowds = ("", "b3", "b2 c5 d6", "a2 b4 c6 d1 d4")
    for crowd in crowds:
        for seat in (0, 1):
            for origin in SQUARES:
                board = dict.fromkeys(crowd.split(), "Pp"[1 - seat]) | {origin: "Gg"[seat]}
                codes = [LETTERS_OF_CODES.index(board.get(sq, ".")) for sq in SQUARE_NAMES]
                for target in SQUARES:
                    able = {k for k in "KRBGSNLP" if target in targets(board, origin, k)}
                    pair = SQUARES.index(origin), SQUARES.index(target)
                    kinds = kinds_in(kinds_reaching(codes, seat, *pair))
                    assert {LETTERS[kind] for kind in kinds} == able


def _strewn(dice: Dice) -> Position:
    while True:
        board = {}
        for _ in range(dice.choice((4, 7, 11))):
            letter = dice.choice("RBGSNLPP")
            board[dice.choice(SQUARES)] = letter if dice.below(2) else letter.lower()
        board |= dict(zip((dice.choice(SQUARES), dice.choice(SQUARES)), "Kk", strict=True))
        hands = "/".join(dice.choice(("-", "P", "SP", "RP", "G")) for _ in range(2))
        try:
            return position(f"{_text(board)} {_lower_north(hands)} {dice.below(2)}")
        except ValueError:
            continue


def _king_in_trouble(dice: Dice) -> Position:
    while True:
        board = {}
        for _ in range(dice.choice((5, 8))):
            board[dice.choice(SQUARES)] = dice.choice("RBGSNLGR")
        for _ in range(dice.choice((0, 2, 4))):
            board[dice.choice(SQUARES)] = dice.choice("nlpgs")
        board |= {"d1": "K", dice.choice(("a7", "d7", "a5", "b4", "a2")): "k"}
        try:
            return position(f"{_text(board)} P/- 0")
        except ValueError:
            continue


def _text(board: Board) -> str:
    rows = []
    for rank in "7654321":
        row = "".join(board.get(file + rank, "1") for file in "abcd")
        for empty in (4, 3, 2):
            row = row.replace("1" * empty, str(empty))
        rows.append(row)
    return "/".join(rows)


def _lower_north(hands: str) -> str:
    south, north = hands.split("/")
    return f"{south}/{north.lower()}"
