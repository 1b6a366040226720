"""Glyph outlines of a font as SVG path data."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FAMILIES = {"": "JP", "zh-hans": "SC", "zh-hant": "TC"}
"""The parts of Noto Serif CJK, by the language whose characters are drawn; "" is Japanese."""
FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
PIECES = Path(__file__).parents[2] / "static" / "pieces"


class Outlines:
    """The glyphs of one font, placed on a 100 × 100 field with y pointing down."""

    def __init__(self, collection: Path, language: str = "") -> None:
        fonts = TTCollection(str(collection), lazy=True).fonts
        family = f"Noto Serif CJK {FAMILIES[language]}"
        self._font = next(font for font in fonts if font["name"].getDebugName(1) == family)
        self._glyphs = self._font.getGlyphSet()
        self._names = self._font.getBestCmap()

    def em(self, character: str, size: float, centre: tuple[float, float]) -> str:
        """*character* set at *size* per em, its ink centred; KeyError if the font lacks it."""
        return self._drawn(character, size / self._font["head"].unitsPerEm, centre)

    def tall(self, character: str, height: float, centre: tuple[float, float]) -> str:
        """*character* scaled until its ink is *height* tall, centred."""
        _, low, _, high = self._bounds(character)
        return self._drawn(character, height / (high - low), centre)

    def column(self, text: str, box: tuple[float, float, float, float]) -> str:
        """*text* from top to bottom in *box* (left, top, width, height), each character stretched
        to an equal share of it; strokes that are narrow by nature keep their shape."""
        left, top, width, height = box
        share, gap = height / len(text), 2.2
        return "".join(
            self._stretched(sign, (left, top + number * share + gap / 2, width, share - gap))
            for number, sign in enumerate(text)
        )

    def _stretched(self, character: str, box: tuple[float, float, float, float]) -> str:
        x, y, width, height = box
        low_x, low, high_x, high = self._bounds(character)
        scale_y = height / (high - low)
        scale_x = min(width / (high_x - low_x), 1.45 * scale_y)
        path = SVGPathPen(self._glyphs, ntos=_short)
        dx = x + width / 2 - scale_x * (low_x + high_x) / 2
        dy = y + height / 2 + scale_y * (low + high) / 2
        self._glyphs[self._names[ord(character)]].draw(
            TransformPen(path, (scale_x, 0, 0, -scale_y, dx, dy))
        )
        return path.getCommands()

    def _bounds(self, character: str) -> tuple[float, float, float, float]:
        pen = BoundsPen(self._glyphs)
        self._glyphs[self._names[ord(character)]].draw(pen)
        assert pen.bounds is not None, f"{character!r} has no ink"
        return pen.bounds

    def _drawn(self, character: str, scale: float, centre: tuple[float, float]) -> str:
        left, low, right, high = self._bounds(character)
        dx = centre[0] - scale * (left + right) / 2
        dy = centre[1] + scale * (low + high) / 2
        path = SVGPathPen(self._glyphs, ntos=_short)
        placed = TransformPen(path, (scale, 0, 0, -scale, dx, dy))
        self._glyphs[self._names[ord(character)]].draw(placed)
        return path.getCommands()


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def svg(body: str, attributes: str = "") -> str:
    """Return *body* as a file, without needless blanks."""
    text = re.sub(r"\s+", " ", body).replace("> <", "><").strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{attributes and " " + attributes}>{text}</svg>\n'
    )


def write_sprites(
    game: str,
    grounds: str,
    signs: Iterable[str],
    *,
    unknown: str = "",
    **draws: Callable[[Outlines, str], str],
) -> Outlines:
    """Write a sprite for each of *draws*: the *grounds* of both sides, every sign as it draws it,
    and the *unknown*. Return the Japanese outlines, of the font that the command names.

    What a language draws for itself has its code behind a dot: `kanji.zh-hans`.
    """
    collection = Path(sys.argv[1]) if len(sys.argv) > 1 else FONT
    for name, draw in draws.items():
        outlines = Outlines(collection, name.partition(".")[2])
        shapes = {sign: draw(outlines, sign) for sign in signs} | (
            {"U": unknown} if unknown else {}
        )
        symbols = [
            f'<symbol id="{sign}" viewBox="0 0 100 100"><g fill="currentColor">{shape}</g></symbol>'
            for sign, shape in shapes.items()
        ]
        (PIECES / game / f"{name}.svg").write_text(svg(grounds + "\n".join(symbols)), "utf-8")
    return Outlines(collection)
