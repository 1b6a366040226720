"""A guess mark as it is shown, on the board and on the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.presenters.faces import SIDES, Guess, PieceFace
from games.presenters.scenes import GamePresenter


def guess_of(face: PieceFace, truth: PieceFace | None) -> Guess:
    """The mark *face* on a piece that is *truth*; None while nobody has said."""
    if truth is None:
        return Guess(face)
    return Guess(face, "right" if face.kind == truth.kind else "wrong")


def guesses_on(
    pieces: Mapping[str, PieceFace], letters: Mapping[str, str], presenter: GamePresenter
) -> dict[str, Guess]:
    """By square the marks *letters* on *pieces*, of which some may be known by now."""
    if not letters:
        return {}
    kinds = {side: presenter.kind_faces(seat) for seat, side in enumerate(SIDES)}
    found = {}
    for square, letter in letters.items():
        if piece := pieces.get(square):
            truth = None if piece.is_blank else piece
            found[square] = guess_of(kinds[piece.side][letter], truth)
    return found
