"""Computer opponents: one looks a ply ahead and likes material, the others search."""

from __future__ import annotations

from engines.core.careless import Careless
from engines.core.dice import Dice
from engines.core.engine import Bot, Weight
from engines.core.search import best_move, wins_in, worth
from engines.xiongqi.attack import is_attacked
from engines.xiongqi.legality import has_legal_move, is_in_check, legal_codes, make, unmake
from engines.xiongqi.movement import moves_of
from engines.xiongqi.moves import Move, move_of
from engines.xiongqi.pieces import GENERAL, kind_of
from engines.xiongqi.rulings import sample_move
from engines.xiongqi.search import WIN, WORTH, Board
from engines.xiongqi.view import XiongqiView

CARELESS = 15
"""In how many of a hundred turns the easy one does not think."""
MEDIUM_NODES = 4_000
STRONG_NODES = 150_000
BOLD, FIRM = 14, -9
"""What a rank ahead is worth to the pieces of the one who attacks, and of the one who stays."""
RASH = 25
"""The same to the easy one that charges: a soldier it can take or save counts more."""


class GreedyBot:
    """Wins at once if it can, else takes the most material that it does not lose again."""

    def __init__(self, drive: int = 0) -> None:
        """*drive*: what it likes to come a rank nearer, the general apart."""
        self._drive = drive

    def choose(self, view: XiongqiView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if it is not the viewer's turn."""
        if view.to_move is None or view.seat != view.to_move:
            raise ValueError("not this seat's turn")
        board = list(view.board)
        codes = legal_codes(board, view.to_move)
        dice.shuffle(codes)
        codes.sort(key=lambda code: self._liking(board, view.to_move or 0, code), reverse=True)
        sound = (code for code in codes if not _lets_win(board, view.to_move or 0, code))
        return move_of(next(sound, codes[0]))

    def _liking(self, board: list[int], seat: int, code: int) -> int:
        stays = kind_of(board[code >> 6 & 63]) == GENERAL
        nearer = (1 - 2 * seat) * ((code & 63) // 8 - (code >> 6 & 63) // 8)
        return _promise(board, seat, code) + (0 if stays else self._drive * nearer)


class SearchBot:
    """Searches as deep as its budget of nodes goes."""

    def __init__(self, nodes: int, drive: int = 0) -> None:
        """*drive*: what it likes to be a rank ahead."""
        self._nodes, self._drive = nodes, drive

    def choose(self, view: XiongqiView, dice: Dice) -> Move:
        """The move to play, ties broken by the dice; ValueError if it is not the viewer's turn."""
        if view.to_move is None or view.seat != view.to_move:
            raise ValueError("not this seat's turn")
        board = Board(view.board, view.to_move, dice, self._drive)
        codes = board.moves()
        dice.shuffle(codes)
        return move_of(best_move(board, codes, nodes=self._nodes))

    def weigh(self, view: XiongqiView, dice: Dice) -> Weight[Move] | None:
        """Return what *view* is worth to its seat; None if it is not its turn."""
        if view.to_move is None or view.seat != view.to_move:
            return None
        board, again = (Board(view.board, view.to_move, dice) for _ in range(2))
        line, score = worth(board, board.moves(), nodes=self._nodes, again=again)
        return Weight(score, wins_in(score), tuple(map(move_of, line)))


def _promise(board: list[int], seat: int, code: int) -> int:
    """Return what the move wins in material, less what the best reply takes back."""
    before = WORTH[board[code >> 6 & 63]]
    captured = make(board, code)
    if not has_legal_move(board, 1 - seat):
        promise = WIN
    else:
        promoted = WORTH[board[code & 63]] - before
        promise = WORTH[captured] + promoted - _best_capture(board, 1 - seat)
    unmake(board, code, captured)
    return promise


def _best_capture(board: list[int], seat: int) -> int:
    """Return the most *seat* can win by one capture, counting one recapture; never below 0."""
    captures = [code for code in moves_of(board, seat) if board[code & 63]]
    return max((_capture_gain(board, seat, code) for code in captures), default=0)


def _capture_gain(board: list[int], seat: int, code: int) -> int:
    captured = make(board, code)
    at_risk = WORTH[board[code & 63]] if is_attacked(board, code & 63, 1 - seat) else 0
    unmake(board, code, captured)
    return max(0, WORTH[captured] - at_risk)


def _lets_win(board: list[int], seat: int, code: int) -> bool:
    """Return whether the other side could mate at once after this move."""
    captured = make(board, code)
    lets = any(_mates(board, 1 - seat, reply) for reply in legal_codes(board, 1 - seat))
    unmake(board, code, captured)
    return lets


def _mates(board: list[int], seat: int, code: int) -> bool:
    captured = make(board, code)
    mates = is_in_check(board, 1 - seat) and not has_legal_move(board, 1 - seat)
    unmake(board, code, captured)
    return mates


BOTS: dict[str, Bot[XiongqiView, Move]] = {
    "easy": Careless(GreedyBot(), sample_move, CARELESS),
    "easy-bold": Careless(GreedyBot(RASH), sample_move, CARELESS),
    "medium": SearchBot(MEDIUM_NODES),
    "medium-bold": SearchBot(MEDIUM_NODES, BOLD),
    "strong": SearchBot(STRONG_NODES),
    "strong-firm": SearchBot(STRONG_NODES, FIRM),
}
"""The opponents, by level."""
