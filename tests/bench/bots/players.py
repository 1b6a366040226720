"""Players that never change, to measure the bots by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.catalogue import meta_for
from engines.core.dice import Dice
from engines.gungi.attack import is_in_check as is_gungi_check
from engines.gungi.board import Board as GungiBoard
from engines.gungi.board import make as gungi_make
from engines.gungi.board import unmake as gungi_unmake
from engines.gungi.bots import GreedyBot as GungiPatient
from engines.gungi.hands import is_topped, marshal_square
from engines.gungi.legality import legal_codes as gungi_codes
from engines.gungi.movement import moves_apart as gungi_moves
from engines.gungi.moves import ACT, CAPTURE, DROP, SQUARE_MASK
from engines.gungi.moves import move_of as gungi_move
from engines.gungi.squares import GRID
from engines.gungi.stacks import lost
from engines.gungi.view import GungiView
from engines.gunjin.bots import GreedyBot as GunjinPatient
from engines.registry import engine_for
from engines.seichu.advice import has_foul
from engines.seichu.bots import GreedyBot as SeichuPatient
from engines.seichu.moves import Answer, Step
from engines.seichu.position import TURN
from engines.seichu.view import SeichuView
from engines.xiongqi.bots import GreedyBot as XiongqiPatient
from engines.xiongqi.legality import has_legal_move, legal_codes, make, unmake
from engines.xiongqi.movement import moves_of
from engines.xiongqi.moves import move_of
from engines.xiongqi.view import XiongqiView
from tests.bench.bots.fairy import FairyStockfish
from tests.bench.bots.matches import Player

WIN = 1_000_000
XIONGQI_WORTH = (0, *(WIN, 2, 6, 3, 3, 4, 10, 1) * 2)
GUNGI_WORTH = (0, 4000, 9, 8, 5, 4, 4, 4, 4, 4, 2, 5, 5, 4, 4, 0) * 2


class Random:
    """Any move at all."""

    def __init__(self, slug: str) -> None:
        self._engine = engine_for(slug, meta_for(slug).rules_version)

    def choose(self, view: Any, dice: Dice) -> Any:
        """Any move that is open."""
        return self._engine.sample_move(view, dice)


class XiongqiMaterial:
    """Counts pieces after so many plies, captures played out; chance decides among equals."""

    def __init__(self, plies: int) -> None:
        self._plies = plies

    def choose(self, view: XiongqiView, dice: Dice) -> Any:
        """What keeps most."""
        board, seat = list(view.board), view.to_move or 0
        codes = legal_codes(board, seat)
        dice.shuffle(codes)
        best, chosen = -2 * WIN, codes[0]
        for code in codes:
            taken = make(board, code)
            score = XIONGQI_WORTH[taken] - _xiongqi(board, 1 - seat, self._plies - 1)
            unmake(board, code, taken)
            if score > best:
                best, chosen = score, code
        return move_of(chosen)


def _xiongqi(board: list[int], seat: int, plies: int) -> int:
    """What *seat*, to move, wins in so many plies and the captures after them."""
    if not plies:
        return _captured(board, seat, 4) if has_legal_move(board, seat) else -WIN
    best = -WIN
    for code in legal_codes(board, seat):
        taken = make(board, code)
        best = max(best, XIONGQI_WORTH[taken] - _xiongqi(board, 1 - seat, plies - 1))
        unmake(board, code, taken)
    return best


def _captured(board: list[int], seat: int, left: int) -> int:
    """What *seat* wins by captures in a row, which either side may stop; 0 or more."""
    best = 0
    codes = [code for code in moves_of(board, seat) if board[code & 63]]
    codes.sort(key=lambda code: -XIONGQI_WORTH[board[code & 63]])
    for code in codes:
        gain = XIONGQI_WORTH[board[code & 63]]
        if gain <= best:
            break
        if gain >= WIN or not left:
            return gain
        taken = make(board, code)
        best = max(best, gain - _captured(board, 1 - seat, left - 1))
        unmake(board, code, taken)
    return best


class GungiMaterial:
    """One ply, captures played out; among equals nearer to the other marshal, then chance."""

    def choose(self, view: GungiView, dice: Dice) -> Any:
        """What keeps most."""
        if view.placing:
            return GungiPatient().choose(view, dice)
        board, seat = view.board, view.to_move or 0
        codes = gungi_codes(board, seat)
        dice.shuffle(codes)
        goal = marshal_square(board.stacks, 1 - seat)
        best, chosen = -2.0 * WIN, codes[0]
        for code in codes:
            score = 100.0 * self._after(board, seat, code) - _way(code, goal)
            if score > best:
                best, chosen = score, code
        return gungi_move(chosen)

    def _after(self, board: GungiBoard, seat: int, code: int) -> int:
        gain = _gungi_gain(board, seat, code)
        before = gungi_make(board.stacks, seat, code)
        gain -= _gungi_captured(board, 1 - seat, 4)
        if is_gungi_check(board, 1 - seat) and not gungi_codes(board, 1 - seat):
            gain = WIN
        gungi_unmake(board.stacks, code, before)
        return gain


def _way(code: int, goal: int) -> int:
    """How far from the other marshal a piece comes to stand; drops at the edge of its reach."""
    target = code & SQUARE_MASK
    way = max(abs(target // 9 - goal // 9), abs(target % 9 - goal % 9))
    return way + 8 * (code >> ACT == DROP)


def _gungi_gain(board: GungiBoard, seat: int, code: int) -> int:
    if code >> ACT != CAPTURE:
        return 0
    return sum(GUNGI_WORTH[piece] for piece in lost(board.stacks[code & SQUARE_MASK], seat))


def _gungi_captured(board: GungiBoard, seat: int, left: int) -> int:
    own = [square for square in GRID.squares if is_topped(board.stacks[square], seat)]
    found = gungi_moves(board, seat, own, ())[0]
    takes = [(_gungi_gain(board, seat, code), code) for code in found if code >> ACT == CAPTURE]
    best = 0
    for gain, code in sorted(takes, reverse=True):
        if gain <= best:
            break
        if gain >= GUNGI_WORTH[1] or not left:
            return gain
        before = gungi_make(board.stacks, seat, code)
        best = max(best, gain - _gungi_captured(board, 1 - seat, left - 1))
        gungi_unmake(board.stacks, code, before)
    return best


class SeichuHabit:
    """Plays like the site's patient beginner, but bluffs and doubts as its habit is."""

    def __init__(self, *, bluffs: int = 0, doubts: int = 0, never_doubts: bool = False) -> None:
        """*bluffs* and *doubts*: in so many of a hundred turns."""
        self._bluffs, self._doubts, self._never_doubts = bluffs, doubts, never_doubts

    def choose(self, view: SeichuView, dice: Dice) -> Any:
        """A Doubt or a bluff where the habit says so; else what the beginner would play."""
        habit = Dice(b"habit", f"{len(view.record)}")
        if view.phase == "play" and view.asked == TURN:
            if view.record and habit.below(100) < self._doubts:
                return Answer.DOUBT
            if habit.below(100) < self._bluffs:
                bluffs = _bluffs(view)
                if bluffs:
                    return dice.choice(bluffs)
        move = PATIENT["seichu"]().choose(view, dice)
        if move == Answer.DOUBT and self._never_doubts:
            return _undoubting(view, dice)
        return move


def _bluffs(view: SeichuView) -> list[Step]:
    """Steps to empty squares that only another kind could make."""
    moves = ENGINE_OF_SEICHU.legal_moves(view)
    return [
        move
        for move in moves
        if isinstance(move, Step) and not view.board[move.target] and has_foul(view, move)
    ]


def _undoubting(view: SeichuView, dice: Dice) -> Any:
    if view.asked != TURN:
        return Answer.ACCEPT
    moves = [move for move in ENGINE_OF_SEICHU.legal_moves(view) if not isinstance(move, Answer)]
    true = [move for move in moves if not has_foul(view, move)]
    return dice.choice(true or moves)


ENGINE_OF_SEICHU = engine_for("seichu", meta_for("seichu").rules_version)


PATIENT: Mapping[str, Callable[[], Player]] = {
    "xiongqi": XiongqiPatient,
    "gunjin": GunjinPatient,
    "seichu": SeichuPatient,
    "gungi": GungiPatient,
}
"""A patient beginner: takes what it safely can, saves what hangs, and overlooks nothing of that."""

REFERENCES: Mapping[str, Mapping[str, Callable[[], Player]]] = {
    "xiongqi": {
        "random": lambda: Random("xiongqi"),
        "one ply": lambda: XiongqiMaterial(1),
        "patient": PATIENT["xiongqi"],
        "two plies": lambda: XiongqiMaterial(2),
        "Fairy-Stockfish 1000": lambda: FairyStockfish(1_000),
        "Fairy-Stockfish 2000": lambda: FairyStockfish(2_000),
    },
    "gungi": {
        "random": lambda: Random("gungi"),
        "one ply": GungiMaterial,
        "patient": PATIENT["gungi"],
    },
    "gunjin": {"random": lambda: Random("gunjin"), "patient": PATIENT["gunjin"]},
    "seichu": {
        "random": lambda: Random("seichu"),
        "patient": PATIENT["seichu"],
        "honest": lambda: SeichuHabit(),
        "bluffing": lambda: SeichuHabit(bluffs=50),
        "never doubting": lambda: SeichuHabit(never_doubts=True),
        "eager to doubt": lambda: SeichuHabit(doubts=4),
    },
}
"""By game and name, how each is made."""
