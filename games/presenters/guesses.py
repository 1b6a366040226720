"""A guess mark as it is shown, on the board and on the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from games.presenters.faces import SIDES, Guess, PieceFace
from games.presenters.scenes import GamePresenter


def guess_of(face: PieceFace, truth: PieceFace | None) -> Guess:
    """The mark *face* on a piece that is *truth*; None while nobody has said."""
    if truth is None:
        return Guess(face)
    return Guess(face, "right" if face == truth else "wrong")


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
            faces = kinds[piece.side]
            truth = piece if piece in faces.values() else None
            found[square] = guess_of(faces[letter], truth)
    return found
