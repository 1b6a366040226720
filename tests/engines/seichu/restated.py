"""Seichu Shogi a second time: slowly, by names of squares, from the prose of the rules.

It shares nothing with the engine but the letters of the pieces and the names
of the squares, so that a mistake would have to be made twice.
"""

from __future__ import annotations

from collections.abc import Sequence

FILES, RANKS = "abcd", "1234567"
SQUARES = [file + rank for rank in RANKS for file in FILES]
ARMY = "KRBGSNLPP"

Board = dict[str, str]
"""The piece on each occupied square: upper case is the first seat's."""


def seat_of(piece: str) -> int:
    return 0 if piece.isupper() else 1


def last_rank(seat: int) -> str:
    return "71"[seat]


def is_in_enemy_camp(square: str, seat: int) -> bool:
    return square[1] in ("67", "12")[seat]


def shifted(square: str, right: int, ahead: int, seat: int) -> str | None:
    """The square so many files to the right and ranks ahead, as *seat* looks at the board."""
    sign = -1 if seat else 1
    file, rank = FILES.index(square[0]) + sign * right, int(square[1]) + sign * ahead
    return FILES[file] + str(rank) if 0 <= file <= 3 and 1 <= rank <= 7 else None


STRAIGHT = {(0, 1), (0, -1), (1, 0), (-1, 0)}
DIAGONAL = {(1, 1), (1, -1), (-1, 1), (-1, -1)}
GOLD_STEPS = STRAIGHT | {(1, 1), (-1, 1)}


def ways(letter: str, *, promoted: bool) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The directions of single steps, and those of slides."""
    if letter == "K":
        return STRAIGHT | DIAGONAL, set()
    if letter == "R":
        return (DIAGONAL if promoted else set()), STRAIGHT
    if letter == "B":
        return (STRAIGHT if promoted else set()), DIAGONAL
    if letter == "G" or promoted:
        return GOLD_STEPS, set()
    if letter == "S":
        return DIAGONAL | {(0, 1)}, set()
    if letter == "N":
        return {(-1, 2), (1, 2)}, set()
    return (set(), {(0, 1)}) if letter == "L" else ({(0, 1)}, set())


def targets(board: Board, square: str, letter: str | None = None) -> set[str]:
    """Where the piece on *square* truly goes; or where *letter* would, in its place."""
    seat = seat_of(board[square])
    kind = letter or board[square].upper()
    steps, slides = ways(kind, promoted=is_in_enemy_camp(square, seat))
    reached = {shifted(square, right, ahead, seat) for right, ahead in steps}
    for right, ahead in slides:
        for distance in range(1, 7):
            target = shifted(square, distance * right, distance * ahead, seat)
            reached.add(target)
            if target is None or target in board:
                break
    return {
        target
        for target in reached
        if target and (target not in board or seat_of(board[target]) != seat)
    }


def has_nifu(board: Board, seat: int) -> bool:
    pawn = "Pp"[seat]
    return any(sum(board.get(file + rank) == pawn for rank in RANKS) >= 2 for file in FILES)


def king_of(board: Board, seat: int) -> str | None:
    return next((square for square, piece in board.items() if piece == "Kk"[seat]), None)


def is_attacked(board: Board, square: str, seat: int) -> bool:
    """Whether a piece of *seat* could truly take on *square*."""
    own = [origin for origin, piece in board.items() if seat_of(piece) == seat]
    return any(square in targets(board, origin) for origin in own)


def is_drop_mate(board: Board, pawn: str) -> bool:
    """Whether the pawn that has just been dropped there mates."""
    dropper = seat_of(board[pawn])
    king = king_of(board, 1 - dropper)
    if king is None or king not in targets(board, pawn):
        return False
    for origin, piece in board.items():
        if seat_of(piece) == dropper:
            continue
        for target in targets(board, origin):
            after = {square: p for square, p in board.items() if square != origin} | {target: piece}
            if board.get(target) == "Kk"[dropper]:
                return False
            if piece.upper() == "K" and target[1] == last_rank(1 - dropper):
                return False
            where = king_of(after, 1 - dropper)
            if where and not is_attacked(after, where, dropper):
                return False
    return True


class Match:
    """A match from boards and hands, as an umpire would keep it."""

    def __init__(self, board: Board, hands: Sequence[str], to_move: int = 0) -> None:
        self.board = dict(board)
        self.hands = [list(hands[0]), list(hands[1])]
        self.to_move = to_move
        self.asked = "turn"
        self.over: tuple[str, set[int]] | None = None
        self.log: list[tuple[str, str | None, str | None, bool]] = []
        """Of each ply: its text, the square of the moved piece before, its prey, whether true."""
        self.fouls = [(0, seat, "nifu") for seat in (0, 1) if has_nifu(self.board, seat)]
        self.seen = [self._everything()]

    @property
    def acting(self) -> int:
        """Whoever is to move or to answer."""
        return 1 - self.to_move if self.asked == "capture" else self.to_move

    def open(self) -> set[str]:
        """The texts of all that is open."""
        if self.over:
            return set()
        if self.asked != "turn":
            return {"doubt", "accept"}
        me = self.to_move
        own = [square for square, piece in self.board.items() if seat_of(piece) == me]
        found = {"doubt"}
        for origin in own:
            found |= {origin + target for target in SQUARES if target not in own}
            if self.board[origin] in "Kk":
                tries = {t for t in targets(self.board, origin) if t[1] == last_rank(me)}
                found |= {f"{origin}{target}!" for target in tries}
        for letter in self.hands[me]:
            found |= {f"{letter}*{target}" for target in SQUARES if target not in self.board}
        return found

    def play(self, text: str) -> None:
        """Make a move or an answer that is open."""
        if text in ("doubt", "accept"):
            self._answer(text)
            return
        me = self.to_move
        number = len(self.log) + 1
        before = dict(self.board)
        files_before = self._pawn_files(me)
        target = text[2:4]
        prey = self.board.get(target)
        if text[1] == "*":
            self.hands[me].remove(text[0])
            piece, origin, is_true = text[0] if me == 0 else text[0].lower(), None, True
        else:
            origin = text[:2]
            is_true = target in targets(before, origin)
            piece = self.board.pop(origin)
        self.board[target] = piece
        if not is_true:
            self.fouls.append((number, me, "movement"))
        files = self._pawn_files(me)
        if any(files[f] > max(1, files_before[f]) for f in FILES):
            self.fouls.append((number, me, "nifu"))
        if origin is None and piece in "Pp" and is_drop_mate(self.board, target):
            self.fouls.append((number, me, "drop-mate"))
        last = self.log[-1] if self.log else None
        self.log.append((text, origin, prey, is_true))
        self.to_move = 1 - me
        if prey and prey.upper() != "K":
            self.hands[me].append(prey.upper())
        self.seen.append(self._everything())
        if text.endswith("!"):
            self.over = ("trial", {me})
        elif prey and prey.upper() == "K":
            self.asked = "defeat"
        elif prey and last and last[1] is not None and last[0][2:4] == target:
            self.asked = "capture"
        else:
            self._pass()

    def _answer(self, text: str) -> None:
        me = self.acting
        proven = text == "doubt" and self._proof(me)
        if proven:
            self.over = ("foul-proven", {me})
        elif self.asked == "defeat":
            self.over = ("king-captured", {1 - me})
        elif self.asked == "capture":
            self._pass()
        else:
            self.over = ("doubt-miss", {1 - me})
        self.asked = "turn"

    def _proof(self, me: int) -> bool:
        number = len(self.log)
        if self.asked == "capture":
            return not self.log[-2][3]
        if self.asked == "defeat":
            return not self.log[-1][3]
        bad = {(number, 1 - me, "movement"), (number, 1 - me, "drop-mate")}
        return bool(bad & set(self.fouls)) or has_nifu(self.board, 1 - me)

    def _pass(self) -> None:
        if self.seen.count(self.seen[-1]) >= 4:
            self.over = ("repetition", set())
        elif len(self.log) >= 500:
            self.over = ("no-progress", set())

    def _pawn_files(self, seat: int) -> dict[str, int]:
        files = [square[0] for square, piece in self.board.items() if piece == "Pp"[seat]]
        return {file: files.count(file) for file in FILES}

    def _everything(self) -> tuple[object, ...]:
        hands = tuple(tuple(sorted(hand)) for hand in self.hands)
        return self.to_move, frozenset(self.board.items()), hands


def armies_at(start: str) -> Sequence[str]:
    """What each side places in a match from that text; "" is the usual start."""
    *_, told = start.split(" ")
    return told.upper().split("/") if start else (ARMY, ARMY)


def set_up(texts: Sequence[str], armies: Sequence[str] = (ARMY, ARMY)) -> tuple[Board, list[str]]:
    """Board and hands after both have placed, from texts such as ``"KRBG/SNLP"``."""
    board: Board = {}
    hands = []
    for seat, text in enumerate(texts):
        front, back = text.split("/")
        left = list(armies[seat])
        for rank, letters in zip(("21", "67")[seat], (front, back), strict=True):
            for file, letter in zip(FILES[:: 1 - 2 * seat], letters, strict=True):
                board[file + rank] = letter if seat == 0 else letter.lower()
                left.remove(letter)
        hands.append("".join(left))
    return board, hands
