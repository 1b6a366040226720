"""The boards in the rules of Xiongqi."""

from __future__ import annotations

from games.boards.kit.figures import Drawing, Figure, chapter_of
from games.boards.xiongqi.presenter import LAYOUT, START_VIEW

FIGURES = {
    "start": Figure(START_VIEW["board"]),
    "horse": Figure(
        "8/8/8/3S1s2/3H4/8/8/8",
        picked="d4",
        open="f3 b5 b3 c2 e2",
        taken="f5",
        closed="c6 e6",
    ),
    "cannon": Figure(
        "8/8/2s5/2S5/2C5/8/8/8",
        picked="c4",
        open="a4 b4 d4 e4 f4 g4 h4 c3 c2 c1",
        taken="c6",
    ),
    "soldier": Figure("8/8/8/5S2/8/1S6/8/8", open="b4 f6 e5 g5"),
    "empress": Figure(
        "8/8/8/8/3E4/8/8/8",
        picked="d4",
        open="a4 b4 c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 d8 c6 e6 b5 f5 b3 f3 c2 e2",
    ),
    "facing": Figure("3g4/8/8/8/8/8/8/4G3", picked="e1", line="d1 d8", open="e2 f1", closed="d1"),
    "apart": Figure("8/3G4/8/8/8/8/8/3g4", line="d7 d1"),
}

chapter = chapter_of(Drawing("x", LAYOUT), FIGURES)
