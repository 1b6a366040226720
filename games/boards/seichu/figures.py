"""The boards in the rules of Seichu Shogi."""

from __future__ import annotations

from games.boards.kit.figures import Drawing, Figure, chapter_of
from games.boards.seichu.presenter import LAYOUT

FIGURES = {
    "start": Figure("uuuu/uuuu/4/4/4/PGRN/LKSB"),
    "rook": Figure(
        "4/4/1u2/4/PR2/4/4",
        picked="b3",
        open="b1 b2 b4 c3 d3",
        taken="b5",
        foul="a4 c4 c5 d1",
        blatant="d2 b6",
    ),
    "camp": Figure("4/1P2/4/4/4/4/4", picked="b6", open="a6 a7 b5 b7 c6 c7"),
    "mate": Figure("k3/P3/4/4/4/4/R3", picked="a6", taken="a7"),
    "trial": Figure("u3/2K1/4/4/4/4/4", picked="c6", open="b7 c7 d7"),
}


def _symbol(square: str, letter: str) -> str:
    """Return the symbol of a piece, which moves as promoted in the enemy camp."""
    in_camp = square[1] in ("67" if letter.isupper() else "12")
    promoted = "z" if in_camp and letter in "RBSNLPrbsnlp" else ""
    return f"{'s' if letter.isupper() else 'n'}{promoted}{letter.upper()}"


chapter = chapter_of(Drawing("s", LAYOUT, "diagram tall", symbol=_symbol), FIGURES)
