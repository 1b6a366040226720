"""Gunjin Shogi a second time: slowly, by names of squares, from the prose of the rules.

It shares nothing with the engine but the letters of the pieces and the names
of the squares, so that a mistake would have to be made twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

FILES, RANKS = "abcdefgh", "123456"
SQUARES = [file + rank for rank in RANKS for file in FILES if file + rank not in ("e1", "e6")]
OFFICERS_OF_STAFF = "GLMCKJ"
ORDER = "GLMCKJABD"
"""Who is stronger, from the general down."""
MOVABLE = "GLMCKJABDPTHES"
COUNTS = Counter("GLMCKJAABBDDPPTTHEESXXF")

Board = dict[str, str]
"""The piece on each occupied square: upper case is the first seat's."""


def seat_of(piece: str) -> int:
    return 0 if piece.isupper() else 1


def at(file: str, rank: str) -> str:
    """The square there; both headquarters lie on two files."""
    return "d" + rank if file == "e" and rank in "16" else file + rank


def files_of(square: str) -> str:
    return "de" if square in ("d1", "d6") else square[0]


@cache
def line(square: str, file: str, up: int, *, flying: bool = False) -> list[str]:
    """The squares straight ahead, to the edge; on foot only to the water, unless at a bridge."""
    found = []
    rank = int(square[1]) + up
    while 1 <= rank <= 6:
        at_water = {rank, rank - up} == {3, 4}
        if at_water and file not in "bg" and not flying:
            break
        found.append(at(file, str(rank)))
        rank += up
    return found


@cache
def sideways(square: str, step: int) -> list[str]:
    """The squares to one side, to the edge; the headquarters count as one square."""
    row: list[str] = []
    for file in FILES:
        if at(file, square[1]) not in row:
            row.append(at(file, square[1]))
    place = row.index(square)
    return row[place + 1 :] if step > 0 else row[:place][::-1]


@cache
def ways(square: str) -> list[list[str]]:
    """Everything in a line from *square* on foot, in every direction."""
    along = [line(square, file, up) for file in files_of(square) for up in (1, -1)]
    return [way for way in (*along, sideways(square, 1), sideways(square, -1)) if way]


def targets(board: Board, square: str) -> set[str]:
    """Where the piece on *square* may go."""
    piece = board[square]
    letter, seat = piece.upper(), seat_of(piece)
    reached: set[str] = set()
    if letter in MOVABLE:
        reached.update(way[0] for way in ways(square))
    if letter in "TH":
        reached |= double_steps(board, square, 1 - 2 * seat)
    if letter == "E":
        reached |= slides(board, square)
    if letter == "P":
        for file in files_of(square):
            reached.update(line(square, file, 1, flying=True), line(square, file, -1, flying=True))
    return {target for target in reached if target not in board or seat_of(board[target]) != seat}


def double_steps(board: Board, square: str, forward: int) -> set[str]:
    """Two steps ahead, over an empty square."""
    ahead = [line(square, file, forward) for file in files_of(square)]
    return {way[1] for way in ahead if len(way) > 1 and way[0] not in board}


def slides(board: Board, square: str) -> set[str]:
    """Everything in a line with only empty squares between."""
    return {
        target
        for way in ways(square)
        for index, target in enumerate(way)
        if not any(between in board for between in way[:index])
    }


def beats(one: str, other: str) -> bool:
    """Whether movable kind *one* is stronger than another movable kind *other*, from the prose."""
    if "P" in (one, other):  # loses to the three generals only
        return other not in "GLM" if one == "P" else one in "GLM"
    if "S" in (one, other):  # beats the general only
        return other == "G" if one == "S" else one != "G"
    if "T" in (one, other):  # loses to the generals and to engineers
        return other not in "GLME" if one == "T" else one in "GLME"
    if "H" in (one, other) and "E" in (one, other):  # cavalry rides engineers down
        return one == "H"
    if one in "HE" or other in "HE":  # and everybody else beats either
        return other in "HE"
    return ORDER.index(one) < ORDER.index(other)


def duel(attacker: str, defender: str) -> str:
    """``+``, ``-`` or ``=`` for *attacker* against any kind but a flag."""
    if defender == "X":
        return "+" if attacker in "PE" else "="
    if attacker == defender:
        return "="
    return "+" if beats(attacker, defender) else "-"


def battle(board: Board, origin: str, target: str) -> str:
    """The result of moving from *origin* onto *target*; empty for no battle."""
    if target not in board:
        return ""
    attacker, defender = board[origin].upper(), board[target]
    if defender.upper() != "F":
        return duel(attacker, defender.upper())
    back = int(target[1]) - (1 if seat_of(defender) == 0 else -1)
    behind = board.get(at(target[0], str(back))) if 1 <= back <= 6 else None
    if behind is None or seat_of(behind) != seat_of(defender):
        return "+"
    return duel(attacker, behind.upper())


class Match:
    """A match from a board and a side to move, as an umpire would keep it."""

    def __init__(self, board: Board, to_move: int) -> None:
        self.board = dict(board)
        self.to_move = to_move
        self.quiet = 0
        self.seen = [self._public()]
        self.over: tuple[str, set[int]] | None = None

    def legal(self, seat: int | None = None) -> set[str]:
        """The texts of the moves of the side to move, or of *seat*."""
        mover = self.to_move if seat is None else seat
        return {
            square + target
            for square, piece in self.board.items()
            if seat_of(piece) == mover
            for target in targets(self.board, square)
        }

    def play(self, move: str) -> str:
        """Make a move; the sign of its battle, or nothing."""
        origin, target = move[:2], move[2:]
        sign = battle(self.board, origin, target)
        piece = self.board.pop(origin)
        if sign in ("", "+"):
            self.board[target] = piece
        elif sign == "=":
            del self.board[target]
        self.quiet = 0 if sign else self.quiet + 1
        mover, self.to_move = self.to_move, 1 - self.to_move
        self.seen.append(self._public())
        self.over = self._end(mover)
        return sign

    def _end(self, mover: int) -> tuple[str, set[int]] | None:
        holder = self.board.get("d6" if mover == 0 else "d1")
        if holder and seat_of(holder) == mover and holder.upper() in OFFICERS_OF_STAFF:
            return "occupation", {mover}
        can_move = {seat_of(piece) for piece in self.board.values() if piece.upper() in MOVABLE}
        if len(can_move) < 2:
            return "elimination", can_move
        if not self.legal():
            return "stalemate", {mover} if self.legal(mover) else set()
        if self.seen.count(self.seen[-1]) >= 3:
            return "repetition", set()
        return ("no-progress", set()) if self.quiet >= 200 else None

    def _public(self) -> tuple[int, frozenset[tuple[str, int]]]:
        pieces = frozenset((square, seat_of(piece)) for square, piece in self.board.items())
        return self.to_move, pieces


def set_up(letters: Iterable[str]) -> Board:
    """The board after both have placed: the first seat's 23 letters, then the second's."""
    first, second = letters
    board = {}
    for seat, text in enumerate((first, second)):
        ranks = ("3", "2", "1") if seat == 0 else ("4", "5", "6")
        squares = []
        for rank in ranks:
            row = [square for square in SQUARES if square[1] == rank]
            row.sort(reverse=seat == 1)
            squares += row
        for square, letter in zip(squares, text, strict=True):
            board[square] = letter if seat == 0 else letter.lower()
    return board
