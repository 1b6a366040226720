"""Write the two sprites of Gungi pieces; see README.md beside this file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from gungi_drawings import LETTERS, drawing
from outlines import Outlines

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
TARGET = Path(__file__).parents[2] / "static" / "pieces" / "gungi"
KANJI = dict(zip(LETTERS, "帥大中小侍槍馬忍砦兵砲弓筒謀", strict=True))

# Black has one broad ring, White two thin ones: the rims of a stack tell whose they are.
DISCS = """
<symbol id="black" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="43.4" fill="none" stroke="var(--piece-rim)" stroke-width="3.4"/></symbol>
<symbol id="white" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="45.6" fill="none" stroke="var(--piece-rim)" stroke-width="1.7"/>
<circle cx="50" cy="50" r="41.4" fill="none" stroke="var(--piece-rim)" stroke-width="1.2"/></symbol>
"""


def kanji(outlines: Outlines, letter: str) -> str:
    """The sign of a kind, filling the disc."""
    return f'<path d="{outlines.em(KANJI[letter], 66, (50, 50))}"/>'


def international(outlines: Outlines, letter: str) -> str:
    """Our drawing of a kind over its letter."""
    return f'{drawing(letter)}<path d="{outlines.tall(letter, 19, (50, 77))}"/>'


def sprite(draw, outlines: Outlines) -> str:
    """A whole sprite: both discs, then every kind drawn by *draw*."""
    symbols = [
        f'<symbol id="{letter}" viewBox="0 0 100 100">'
        f'<g fill="currentColor">{draw(outlines, letter)}</g></symbol>'
        for letter in LETTERS
    ]
    text = re.sub(r"\s+", " ", DISCS + "\n".join(symbols)).replace("> <", "><").strip()
    return f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>\n'


def main() -> None:
    """Write kanji.svg and international.svg."""
    outlines = Outlines(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT)
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in (("kanji", kanji), ("international", international)):
        (TARGET / f"{name}.svg").write_text(sprite(draw, outlines), encoding="utf-8")


if __name__ == "__main__":
    main()
