"""What the package `gungi` finds in a position, in our texts.

It ports gungi.js and knows the four official rule sets, not ``guide``. Where it
differs from our rules page:

* **Betrayal.** It betrays a kind only if the hand has as many of it as the whole
  stack has enemies of it, even to betray just one of them; ours needs one for
  each level that is betrayed. `expected_betrayals` names what it leaves out.
* **Setting up.** There one declares with the last piece one places (終), here in a
  turn of its own (``done``). Only squares and kinds are compared.
* **Self-check.** Its list of moves holds those that leave the marshal in check;
  they are sifted by its own `would_be_in_check_after_move`. It lets a side that
  captures the other marshal be in check, too: its check is then not asked.
* **Endings** are not compared: it calls two bare marshals a draw, which ours go on
  playing, and counts repetitions by the board alone, hands and turn left out.

And it breaks on cannons, archers and musketeers near the far edge: it looks at a
square such as ``-1-8`` and cannot read that name. `_read_place` can.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from gungi import move_gen, utils
from gungi.fen import parse_fen
from gungi.utils import SQUARES

from engines.gungi.hands import drop_codes, drop_squares, is_topped
from engines.gungi.movement import moves_from
from engines.gungi.moves import move_of
from engines.gungi.stacks import levels_held, piece_at
from engines.gungi.view import GungiView
from tests.engines.gungi.boards import moves, view
from tests.engines.gungi.samples import played, strewn

MODES = {"intro": 0, "beginner": 1, "intermediate": 2, "advanced": 3}
SIGNS = {"route": "", "capture": "x", "tsuke": "+", "betray": "+", "arata": "*"}
DRAFTING = {"-": "-", "01": "wb", "1": "b"}
CODES = "帥m大g中i小j侍w槍n馬r忍s砦f兵d砲c弓a筒k謀t"
LETTERS = dict(zip(CODES[::2], CODES[1::2], strict=True))


def _read_place(place: str) -> tuple[int, int]:
    rank, file = re.fullmatch(r"(-?\d+)-(-?\d+)(?:-\d)?", place).groups()  # type: ignore[union-attr]
    return int(rank), int(file)


utils._parse_rank_file = _read_place


def fen(text: str) -> str:
    """One of our position texts as the package writes it."""
    board, hands, seat, rules, placing = text.split(" ")
    return f"{board} {hands} {'wb'[int(seat)]} {MODES[rules]} {DRAFTING[placing]} 1"


def written(move: move_gen.Move) -> str:
    """One of its moves as our text."""
    target = _square(move.to)
    origin = _square(move.from_) if move.from_ else LETTERS[move.piece]
    betrays = move.type in ("betray", "arata") and move.captured
    levels = ",".join(str(piece.tier) for piece in move.captured or ()) if betrays else ""
    return f"{origin}{SIGNS[move.type]}{target}{'&' + levels if levels else ''}"


def found(text: str) -> list[move_gen.Move]:
    """Its moves, those that leave the marshal in check included."""
    here = fen(text)
    board = parse_fen(here).board
    squares = [square for square in SQUARES if utils.get_top(square, board)]
    squares = squares if text.endswith(" -") else []
    on_board = [
        move for square in squares for move in move_gen.generate_moves_for_square(square, here)
    ]
    hand = [move for held in parse_fen(here).hand for move in move_gen.generate_arata(held, here)]
    return [*on_board, *hand]


def legal(text: str) -> set[str]:
    """Its legal moves as our texts."""
    return {
        written(move)
        for move in found(text)
        if any(piece.type == "帥" for piece in move.captured or ())
        or not move_gen.would_be_in_check_after_move(move)
    }


def is_check(text: str) -> bool:
    """Whether the side to move is in check by its account."""
    return bool(move_gen.in_check(fen(text).split(" ")[2], fen(text)))


@contextmanager
def unmade() -> Iterator[None]:
    """Moves are listed without being made, which takes most of its time."""
    make = move_gen._make_move
    move_gen._make_move = lambda move, here: ("", "")
    try:
        yield
    finally:
        move_gen._make_move = make


def ours_unsifted(here: GungiView) -> set[str]:
    """Our moves before anybody asks for the marshal's safety."""
    board, seat = here.board, here.seat or 0
    codes = [
        code
        for square, stack in enumerate(board.stacks)
        if is_topped(stack, seat)
        for code in moves_from(board, seat, square)
    ]
    codes += drop_codes(board, seat, drop_squares(board, seat))
    return {str(move_of(code)) for code in codes}


def expected_betrayals(here: GungiView, texts: set[str]) -> set[str]:
    """Those of *texts* that betray a kind of which the stack has more enemies than the hand."""
    seat = here.seat or 0
    left_out = set()
    for text in texts:
        if "&" in text:
            target, levels = text.split("&")
            stack = here.stacks[9 * int(target[-1]) - 9 + "abcdefghi".index(target[-2])]
            kinds = [piece_at(stack, level) & 15 for level in levels_held(stack, 1 - seat)]
            betrayed = {piece_at(stack, int(level)) & 15 for level in levels.split(",")}
            if any(kinds.count(kind) > here.hands[seat][kind] for kind in betrayed):
                left_out.add(text)
    return left_out


def placements(text: str) -> tuple[set[str], set[str]]:
    """Its placements and ours, without who declares when."""
    theirs = {written(move).replace("*", "@") for move in found(text)}
    return theirs, moves(text) - {"done"}


def disagreement(text: str, *, sifted: bool = True) -> set[str]:
    """The moves that only one of both has; checks are compared on the way."""
    here = view(text)
    if here.placing:
        theirs, mine = placements(text)
        return theirs ^ mine
    assert here.check == is_check(text), text
    if sifted:
        theirs, mine = legal(text), moves(text)
    else:
        with unmade():
            theirs = {written(move) for move in found(text)}
        mine = ours_unsifted(here)
    return theirs ^ (mine - expected_betrayals(here, mine))


def samples(seed: bytes, each: int) -> Iterator[str]:
    """So many positions from play, and as many strewn ones, of each official rule set."""
    for rules in MODES:
        yield from played(rules, seed, each, every=3)
        yield from strewn(rules, seed, each)


def main() -> None:
    """`python -m tests.engines.gungi.oracle 200`: compare legal moves at length."""
    compared = 0
    for text in samples(b"at length", int(sys.argv[1])):
        differing = disagreement(text)
        compared += 1
        if differing:
            print(text, sorted(differing))
    print(f"{compared} positions compared")


def _square(place: str) -> str:
    """Their rank-file-tier as our square."""
    rank, file = place.split("-")[:2]
    return f"{'abcdefghi'[9 - int(file)]}{10 - int(rank)}"


if __name__ == "__main__":
    main()
