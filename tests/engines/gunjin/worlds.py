"""What hidden pieces can be, found out without the engine: by trying everything.

`Trial` puts every combination of kinds on the board and plays the
record through the second statement of the rules. `possible_for_seat` looks at
whole armies: it tries every piece as the flag, after which each battle tells
of one piece alone, and asks of each kind whether the rest can be dealt out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engines.core.seats import Viewer
from engines.gunjin.position import Position
from tests.engines.gunjin.boards import shown
from tests.engines.gunjin.restated import (
    COUNTS,
    MOVABLE,
    OFFICERS_OF_STAFF,
    Board,
    at,
    battle,
    duel,
    seat_of,
    targets,
)

KINDS = "GLMCKJABDPTHESXF"
HOME_RANKS = ("123", "456")
World = dict[str, str]
"""The letter of each piece that was hidden, by its start square."""


class Trial:
    """Every world that fits what a viewer has seen so far. For a handful of hidden pieces.

    What fits a match fits every earlier moment of it, so each step only sieves.
    """

    def __init__(self, here: Position, viewer: Viewer) -> None:
        view = shown(here, viewer)
        assert view["moves"] == []
        known, hidden = _starts(view)
        most = [Counter(letters) for letters in view["armies"]]
        self.mover: int = view["first"]
        self.fitting: list[tuple[World, Board]] = []
        for letters in product(KINDS, repeat=len(hidden)):
            world = dict(zip(hidden, letters, strict=True))
            board = {**known, **{start: _of(hidden[start], world[start]) for start in hidden}}
            if _could_be_read(board, most) and _can_move(board, self.mover):
                self.fitting.append((world, board))

    @property
    def worlds(self) -> list[World]:
        return [world for world, _ in self.fitting]

    def step(self, move: str) -> None:
        """Keep the worlds in which *move* (with its sign) was open, ended so, and ended nothing."""
        self.fitting = [
            (world, after)
            for world, board in self.fitting
            if (after := _after(board, move, self.mover)) is not None
        ]
        self.mover = 1 - self.mover


def _starts(view: Any) -> tuple[Board, dict[str, int]]:
    """The known pieces where they began, and whose the hidden ones are."""
    pieces = [*view["pieces"], *view["fallen"]]
    pieces.sort(key=lambda piece: piece["start"])
    known = {p["start"]: _of(p["seat"], p["kind"]) for p in pieces if p["kind"]}
    return known, {p["start"]: p["seat"] for p in pieces if not p["kind"]}


def _of(seat: int, letter: str) -> str:
    return letter if seat == 0 else letter.lower()


def _could_be_read(board: Board, most: Sequence[Counter[str]]) -> bool:
    """Not more of a kind than each army has; mines and flags at home."""
    pieces = list(board.values())
    return all(
        pieces.count(piece) <= most[seat_of(piece)][piece.upper()]
        and (piece.upper() not in "XF" or square[1] in HOME_RANKS[seat_of(piece)])
        for square, piece in board.items()
    )


def _after(board: Board, move: str, mover: int) -> Board | None:
    """The board after the move; None if it was not open, ended otherwise, or ended the match."""
    origin, target, sign = move[:2], move[2:4], move[4:]
    if target not in targets(board, origin) or battle(board, origin, target) != sign:
        return None
    after = dict(board)
    piece = after.pop(origin)
    if sign in ("", "+"):
        after[target] = piece
    elif sign == "=":
        del after[target]
    return after if _goes_on(after, mover) and _can_move(after, 1 - mover) else None


def _goes_on(board: Board, mover: int) -> bool:
    holder = board.get("d6" if mover == 0 else "d1", "")
    if holder and seat_of(holder) == mover and holder.upper() in OFFICERS_OF_STAFF:
        return False
    return len({seat_of(piece) for piece in board.values() if piece.upper() in MOVABLE}) == 2


def _can_move(board: Board, mover: int) -> bool:
    return any(targets(board, sq) for sq, piece in board.items() if seat_of(piece) == mover)


# Whole armies, as a seat sees them


def possible_for_seat(here: Position, seat: int) -> dict[str, set[str]]:
    """What each enemy piece can be, by start square.

    For a seat that is to move against more than three pieces, so that nothing
    follows from the enemy having a move.
    """
    view = shown(here, Viewer.of(here.to_move))
    assert view["seat"] == seat
    known, hidden = _starts(view)
    followed = _Followed(known, hidden, view["first"])
    for move in view["moves"]:
        followed.step(move)
    found: dict[str, set[str]] = {start: set() for start in hidden}
    for flag in [start for start in hidden if "F" in followed.able[start]]:
        for start, letters in _shown_with_flag(followed, flag):
            found[start] |= letters
    return found


class _Followed:
    """Who went where and fought whom, in names."""

    def __init__(self, known: Board, hidden: dict[str, int], first: int) -> None:
        self.known = known
        self.on = {square: square for square in (*known, *hidden)}
        self.seats = {**{square: seat_of(piece) for square, piece in known.items()}, **hidden}
        self.able = {start: set(KINDS) for start in hidden}
        self.battles: list[tuple[str, str, str | None, str]] = []
        self.mover = first

    def step(self, move: str) -> None:
        origin, target, sign = move[:2], move[2:4], move[4:]
        piece, enemy = self.on[origin], self.on.get(target)
        if piece in self.able:
            self.able[piece] &= {
                k for k in KINDS if target in targets(self._with(k, origin), origin)
            }
        del self.on[origin]
        if enemy:
            back = int(target[1]) - (1 if self.seats[enemy] == 0 else -1)
            behind = self.on.get(at(target[0], str(back))) if 1 <= back <= 6 else None
            if behind and self.seats[behind] != self.seats[enemy]:
                behind = None
            self.battles.append((piece, enemy, behind, sign))
        if sign in ("", "+"):
            self.on[target] = piece
        elif sign == "=":
            del self.on[target]
        holder = self.on.get("d6" if self.mover == 0 else "d1")
        if holder in self.able and self.seats[holder] == self.mover:
            self.able[holder] -= set(OFFICERS_OF_STAFF)
        self.mover = 1 - self.mover

    def _with(self, letter: str, origin: str) -> Board:
        board = {square: _of(self.seats[start], "A") for square, start in self.on.items()}
        return {**board, origin: _of(self.seats[self.on[origin]], letter)}


def _shown_with_flag(followed: _Followed, flag: str) -> Iterator[tuple[str, set[str]]]:
    """What each piece can be if *flag* is the flag."""
    able = {start: letters - {"F"} for start, letters in followed.able.items()}
    able[flag] = {"F"}
    for attacker, defender, behind, sign in followed.battles:
        if attacker in able:
            mine = followed.known[defender].upper()
            if mine == "F":
                mine = followed.known[behind].upper() if behind else ""
            able[attacker] &= {k for k in MOVABLE if (duel(k, mine) if mine else "+") == sign}
            continue
        mine = followed.known[attacker].upper()
        if defender == flag and behind is None:
            if sign != "+":
                return
        else:
            met = behind if defender == flag and behind else defender
            able[met] &= {k for k in KINDS if k != "F" and duel(mine, k) == sign} | (
                {"F"} & able[met] if met == flag else set()
            )
    for start, letters in able.items():
        yield start, {letter for letter in letters if _can_deal({**able, start: {letter}})}


def _can_deal(able: dict[str, set[str]]) -> bool:
    """Whether the 23 pieces of an army can be dealt out so that each is something it can be."""
    slots = [kind + str(number) for kind in KINDS for number in range(COUNTS[kind])]
    holder: dict[str, str] = {}

    def find(start: str, tried: set[str]) -> bool:
        for slot in slots:
            if slot[0] in able[start] and slot not in tried:
                tried.add(slot)
                if slot not in holder or find(holder[slot], tried):
                    holder[slot] = start
                    return True
        return False

    return all(find(start, set()) for start in able)
