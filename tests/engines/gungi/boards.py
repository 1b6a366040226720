"""Boards as text, for rules by example: positions in, pictures and move texts out."""

from __future__ import annotations

from textwrap import dedent

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.gungi.engine import ENGINE
from engines.gungi.moves import Move
from engines.gungi.position import Position
from engines.gungi.view import GungiView
from tests.engines import playing

BLACK, WHITE = Seat(0), Seat(1)


def position(text: str) -> Position:
    """The position of a text; hands, turn, rules and placing have the defaults of `whole`."""
    return ENGINE.codec.read(whole(text))


def whole(text: str) -> str:
    """A position text made complete: no hands, Black to move, ``guide``, in play."""
    given = text.split(" ")
    return " ".join([*given, *("-/-", "0", "guide", "-")[len(given) - 1 :]])


def started(rules: str = "guide") -> Position:
    """Where a match by these rules begins."""
    return ENGINE.start(Terms({"rules": rules}), Dice(b"", "0")).position


def view(here: str | Position, seat: Seat | None = None) -> GungiView:
    """The view of *seat*, or of the side to move."""
    here = position(here) if isinstance(here, str) else here
    return ENGINE.view(here, Viewer.of(here.to_move if seat is None else seat))


def moves(here: str | Position, origin: str = "") -> set[str]:
    """The texts of the legal moves, all or those that begin so."""
    texts = {str(move) for move in ENGINE.legal_moves(view(here))}
    return {text for text in texts if text.startswith(origin)}


def targets(here: str | Position, origin: str) -> str:
    """Where the piece on *origin* may go, as ``"c1 d2[x] e3[t] e4[tx]"``, by square."""
    found: dict[str, str] = {}
    for text in moves(here, origin):
        rest = text.removeprefix(origin)
        square, sign = rest.lstrip("x+")[:2], rest[0]
        found[square] = found.get(square, "") + {"x": "x", "+": "t"}.get(sign, "")
    return " ".join(
        square + (f"[{''.join(sorted(set(signs)))}]" if signs else "")
        for square, signs in sorted(found.items())
    )


def after(here: Position | str, *texts: str) -> Position:
    """The position after these moves, each of them checked to be legal."""
    here = position(here) if isinstance(here, str) else here
    return playing.after(ENGINE, here, *texts)


def text_of(here: Position) -> str:
    """The text of a position."""
    return ENGINE.codec.write(here)


def move(text: str) -> Move:
    """The move of a text."""
    return ENGINE.codec.load_move(text)


def drawing(text: str) -> str:
    """A drawing from an indented literal."""
    return dedent(text).strip()


def rotated(text: str) -> str:
    """The same position seen from the other side: turned by 180°, colours swapped."""
    ranks, hands, seat, *rest = text.split(" ")
    first, second = hands.split("/")
    turned = "/".join("".join(_units(rank)[::-1]) for rank in ranks.split("/")[::-1]).swapcase()
    swapped = f"{second.swapcase()}/{first.swapcase()}"
    return " ".join([turned, swapped, str(1 - int(seat)), *rest])


def mirrored(text: str) -> str:
    """The same position with left and right exchanged."""
    ranks, *rest = text.split(" ")
    return " ".join(["/".join("".join(_units(rank)[::-1]) for rank in ranks.split("/")), *rest])


def turned_move(text: str, *, files: bool, ranks: bool) -> str:
    """The text of a move with files or ranks counted from the other end."""
    action, _, levels = text.partition("&")
    signs = list(action)
    for index, sign in enumerate(signs[:-1]):
        if sign in "abcdefghi" and signs[index + 1].isdigit():
            signs[index] = "ihgfedcba"["abcdefghi".index(sign)] if files else sign
            signs[index + 1] = str(10 - int(signs[index + 1])) if ranks else signs[index + 1]
    return "".join(signs) + (f"&{levels}" if levels else "")


def _units(rank: str) -> list[str]:
    """The squares of a rank, a stack as one unit."""
    units: list[str] = []
    for number, part in enumerate(rank.split("|")):
        units += [f"|{part}|"] if number % 2 else list(part)
    return units
