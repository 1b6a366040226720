"""Where the pieces of Gungi get to, drawn by asking the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.gungi.mobility import Reach, reach
from games.boards.gungi.reading import KINDS
from games.boards.gungi.words import words_now
from games.common.languages import once_a_language

TIERS = (1, 2, 3)
MIDDLE, LOWER = "e5", "e4"
"""Where a piece stands in its figure; what goes five squares forward stands lower."""

COUNTS = dict(zip(KINDS, (1, 1, 1, 2, 2, 3, 2, 2, 2, 4, 1, 2, 1, 1), strict=True))
"""How many of each kind a side has: told in the rules."""

_GRID = "".join(f"M0 {line}h9M{line} 0v9" for line in range(1, 9))

__all__ = ["KindFigures", "Reach", "chapter", "reach"]


@dataclass(frozen=True, slots=True)
class KindFigures:
    """A kind of piece in the rules."""

    letter: str
    name: str
    count: int
    tiers: tuple[SafeString, ...]
    """Its moves on an empty board, at each tier."""


def figure(kind: str, tier: int) -> SafeString:
    """An empty board with a Black piece at *tier*; what the tier adds is marked by itself."""
    home = LOWER if kind == "C" else MIDDLE
    now = reach(kind.lower(), tier, 0, home).goes
    lower = reach(kind.lower(), tier - 1, 0, home).goes if tier > 1 else now
    words = {"piece": words_now().kinds[kind], "tier": tier, "squares": _(", ").join(now)}
    said = _("%(piece)s at tier %(tier)s, on %(square)s, goes to %(squares)s")
    x, y = _corner(home)
    return format_html(
        '<svg class="diagram reach" viewBox="-.1 -.1 9.2 9.2" role="img" aria-label="{}">'
        '<rect class="field" width="9" height="9"/><path class="grid" d="{}"/>'
        '<path class="rim" d="M0 0h9v9h-9z"/><path class="dots" d="{}"/>'
        '<path class="added" d="{}"/>'
        '<use href="#g-b{}" x="{}" y="{}" width="1" height="1"/></svg>',
        *(said % {**words, "square": home}, _GRID),
        *(_dots(square for square in now if square in lower), _crosses(set(now) - set(lower))),
        *(kind, x, y),
    )


def _corner(square: str) -> tuple[int, int]:
    return "abcdefghi".index(square[0]), 9 - int(square[1])


def _dots(squares: Iterable[str]) -> str:
    """A point in the middle of each square."""
    return "".join(f"M{x}.5 {y}.5h0" for x, y in map(_corner, squares))


def _crosses(squares: Iterable[str]) -> str:
    """A ring around the middle of each square, to be told from a point without colour."""
    return "".join(
        f"M{x}.26 {y}.5a.24.24 0 1 0 .48 0a.24.24 0 1 0-.48 0"
        for x, y in map(_corner, sorted(squares))
    )


@once_a_language
def chapter() -> Mapping[str, object]:
    """Return what the rules page draws from."""
    names = words_now().kinds
    return {
        "kinds": [
            KindFigures(kind, names[kind], COUNTS[kind], tuple(figure(kind, t) for t in TIERS))
            for kind in KINDS
        ]
    }
