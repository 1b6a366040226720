"""A guess mark as it is shown, on the board and on the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.kit.faces import Guess, PieceFace, Stack
from games.boards.kit.scenes import GamePresenter


def guess_of(face: PieceFace, truth: PieceFace | None) -> Guess:
    """Return the mark *face* on a piece that is *truth*; None while nobody has said."""
    if truth is None:
        return Guess(face)
    return Guess(face, "right" if face.kind == truth.kind else "wrong")


def guesses_on(
    pieces: Mapping[str, Stack],
    letters: Mapping[str, str],
    presenter: GamePresenter[Any],
    sides: Sequence[str],
) -> dict[str, Guess]:
    """By square the marks *letters* on the tops of stacks, of which some may be known by now.

    *sides* are the keys of the seats.
    """
    if not letters:
        return {}
    kinds = {side: presenter.kind_faces(seat) for seat, side in enumerate(sides)}
    found = {}
    for square, letter in letters.items():
        if stack := pieces.get(square):
            top = stack[-1]
            truth = None if top.is_blank else top
            found[square] = guess_of(kinds[top.side][letter], truth)
    return found
