"""Moving pieces by hand on a board whose pieces are hidden: no rules are asked, as nobody knows
what the other side's pieces are. It reads and makes views as JSON that list their pieces.

A move is ``b3b4`` (whatever stands on the second square is taken off), ``b3-`` (taken off), or
``P*c4`` or ``*c4``: a piece of the viewer's hand, or a hidden one of the other's, put on a square.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.boards.kit.offers import Offer
from games.boards.kit.scenes import Scene

View = Mapping[str, Any]
OFF, HAND = "-", "*"
_MOVE = re.compile(r"([a-z][0-9])([a-z][0-9]|-)|([A-Z]?)\*([a-z][0-9])")


class CannotMove(ValueError):
    """There is no such piece or square, or it cannot be read."""


def moved_by_hand(view: View, text: str, squares: Collection[str]) -> dict[str, Any]:
    """*view* after that, on a board with these *squares*; raises CannotMove."""
    found = _MOVE.fullmatch(text)
    if found is None or not {found[1] or found[4], found[2] or OFF} <= {*squares, OFF}:
        raise CannotMove(text)
    if found[4]:
        return _put(view, found[3], found[4])
    origin, target = found[1], found[2]
    moved = next((one for one in view["pieces"] if one["square"] == origin), None)
    if moved is None or origin == target:
        raise CannotMove(text)
    rest = [one for one in view["pieces"] if one["square"] not in (origin, target)]
    if target == OFF:
        return {**view, "pieces": rest}
    return _with(view, [*rest, {**moved, "square": target}], text)


def _put(view: View, letter: str, square: str) -> dict[str, Any]:
    hands = [dict(hand) for hand in view.get("hands", ())]
    seat = view["seat"] if letter else 1 - view["seat"]
    is_free = all(one["square"] != square for one in view["pieces"])
    if not hands or not hands[seat]["count"] or not is_free:
        raise CannotMove(square)
    if letter and letter not in (hands[seat]["kinds"] or ""):
        raise CannotMove(square)
    hands[seat]["count"] -= 1
    if letter:
        hands[seat]["kinds"] = hands[seat]["kinds"].replace(letter, "", 1)
    piece = {"piece": f"put-{square}", "seat": seat, "kind": letter or None, "square": square}
    after = _with(view, [*view["pieces"], piece], f"{letter}{HAND}{square}")
    return {**after, "hands": hands}


def _with(view: View, pieces: Sequence[Any], text: str) -> dict[str, Any]:
    placed = sorted(pieces, key=lambda one: str(one["square"]))
    return {**view, "pieces": placed, "moves": [*view["moves"], text]}


def marks_after(marks: Mapping[str, str], line: Sequence[str]) -> dict[str, str]:
    """Marks on pieces, by square, after the moves of *line*: they go with their pieces."""
    here = dict(marks)
    for text in line:
        mark = here.pop(text[:2], None) if HAND not in text else None
        here.pop(text[-2:], None)
        if mark and not text.endswith(OFF):
            here[text[-2:]] = mark
    return here


def pieces_to_move(scene: Scene, view: View) -> tuple[Offer, ...]:
    """Return what can be picked up: every piece on the board, of either side, and those in hand."""
    on_board = (
        Offer(action=square, squares=(square,), text=f"{stack[-1].name} {square}")
        for square, stack in sorted(scene.pieces.items())
    )
    in_hand = (
        Offer(action=held.square, squares=(held.square,), text=held.label)
        for held in scene.hand or ()
    )
    hands = view.get("hands", ())
    others = bool(hands) and bool(hands[1 - view["seat"]]["count"])
    unknown = (Offer(action=HAND, squares=(HAND,), text=HAND),) if others else ()
    return (*on_board, *in_hand, *unknown)


def places_to_go(picked: str, scene: Scene, squares: Collection[str]) -> tuple[Offer, ...]:
    """Return where the piece that is picked up can be put: everywhere else, from a hand on empty
    squares alone."""
    from_hand = picked.endswith(HAND)
    return tuple(
        Offer(
            action=picked + square,
            squares=(square,),
            text=f"{picked}{square}",
            captures=square in scene.pieces,
        )
        for square in sorted(squares)
        if square != picked and not (from_hand and square in scene.pieces)
    )
