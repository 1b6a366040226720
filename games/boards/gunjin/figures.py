"""The boards in the rules of Gunjin Shogi, and the table of battles."""

from __future__ import annotations

from games.boards.gunjin.legend import WINS
from games.boards.gunjin.presenter import LAYOUT
from games.boards.gunjin.words import words_now
from games.boards.kit.figures import Drawing, Figure, chapter_of

FIGURES = {
    "start": Figure("uuuuuuu/uuuuuuuu/uuuuuuuu/ATBDDBTA/PCFXXEKP/HSLGMJE"),
    "tank": Figure("7/8/8/1T6/8/7", picked="b3", open="a3 c3 b2 b4 b5"),
    "headquarters": Figure("7/8/8/8/8/3T3", picked="d1", open="c1 f1 d2 d3 e2 e3"),
    "engineer": Figure("7/8/8/8/8/1E5", picked="b1", open="a1 c1 d1 f1 g1 h1 b2 b3 b4 b5 b6"),
    "plane": Figure("7/8/u7/8/B7/P6", picked="a1", open="b1 a3 a5 a6", taken="a4"),
    "flag": Figure("3g3/3f4/3C4/8/8/7", picked="d4", taken="d5"),
}

figures = chapter_of(Drawing("g", LAYOUT, water=0.42), FIGURES)


def chapter() -> dict[str, object]:
    """Return what the rules page draws from: boards, and the names and letters of all that can be
    attacked and of all that attack, each with how it fares."""
    names, attacked = words_now().kinds, [*WINS, "X"]
    return {
        **figures(),
        "attacked": [(names[letter], letter) for letter in attacked],
        "battles": [
            (names[letter], letter, [_result(letter, other) for other in attacked])
            for letter in WINS
        ],
    }


def _result(attacker: str, attacked: str) -> str:
    if attacked in WINS[attacker]:
        return "win"
    return "both" if attacked in (attacker, "X") else "loss"
