"""Write the two sprites of Seichu pieces; see README.md beside this file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from make_gunjin import TILES
from outlines import Outlines
from seichu_drawings import drawing

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
TARGET = Path(__file__).parents[2] / "static" / "pieces" / "seichu"
KANJI = {
    **dict(zip("KRBGSNLP", "玉飛角金銀桂香歩", strict=True)),
    "zR": "龍",
    "zB": "馬",
    "zS": "成銀",
    "zN": "成桂",
    "zL": "成香",
    "zP": "と",
}
"""What is written on each sign; z is for a piece that moves as promoted."""

UNKNOWN = '<path d="M50 50"/>'
"""Nothing: a tile with snow on it."""


def kanji(outlines: Outlines, sign: str) -> str:
    """The name of a piece, written downwards."""
    text = KANJI[sign]
    if len(text) == 1:
        return f'<path d="{outlines.em(text, 60, (50, 53))}"/>'
    return f'<path d="{outlines.column(text, (30, 16, 40, 68))}"/>'


def international(outlines: Outlines, sign: str) -> str:
    """Our drawing of a piece over its letter, with a plus where it moves as promoted."""
    kind = sign[-1]
    scaled = f'<g transform="translate(9 7) scale(.82)">{drawing(kind)}</g>'
    letter = f'<path d="{outlines.tall(kind, 19, (50, 76))}"/>'
    plus = '<path d="M27 70h4.500v4.500H36V79h-4.500v4.500H27V79h-4.500v-4.500H27z"/>'
    return scaled + letter + (plus if sign != kind else "")


def sprite(draw, outlines: Outlines) -> str:
    """A whole sprite: both tiles, then every sign drawn by *draw*, and the unknown."""
    shapes = {**{sign: draw(outlines, sign) for sign in KANJI}, "U": UNKNOWN}
    symbols = [
        f'<symbol id="{sign}" viewBox="0 0 100 100"><g fill="currentColor">{shape}</g></symbol>'
        for sign, shape in shapes.items()
    ]
    text = re.sub(r"\s+", " ", TILES + "\n".join(symbols)).replace("> <", "><").strip()
    return f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>\n'


def main() -> None:
    """Write kanji.svg and international.svg."""
    outlines = Outlines(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT)
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in (("kanji", kanji), ("international", international)):
        (TARGET / f"{name}.svg").write_text(sprite(draw, outlines), encoding="utf-8")


if __name__ == "__main__":
    main()
