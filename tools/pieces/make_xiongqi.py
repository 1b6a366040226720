"""Write the two sprites of Xiongqi pieces; see README.md beside this file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from international import drawing
from outlines import Outlines

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
TARGET = Path(__file__).parents[2] / "static" / "pieces" / "xiongqi"
LETTERS = "GARBHCES"
KANJI = {"s": "帥仕俥雄傌炮妃兵", "n": "將士車熊馬砲騛卒"}

DISCS = """
<symbol id="south" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="43.2" fill="none" stroke="var(--piece-rim)" stroke-width="3"/></symbol>
<symbol id="north" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="45.6" fill="none" stroke="var(--piece-rim)" stroke-width="1.7"/>
<circle cx="50" cy="50" r="41.6" fill="none" stroke="var(--piece-rim)" stroke-width="1.2"/></symbol>
"""


def kanji(outlines: Outlines, side: str, letter: str) -> str:
    """The kanji of a piece, filling the disc."""
    character = KANJI[side][LETTERS.index(letter)]
    return f'<path d="{outlines.em(character, 65, (50, 50))}"/>'


def international(outlines: Outlines, side: str, letter: str) -> str:
    """Our drawing of a piece over its letter."""
    return f'{drawing(side, letter)}<path d="{outlines.tall(letter, 19, (50, 77))}"/>'


def sprite(draw, outlines: Outlines) -> str:
    """A whole sprite: both discs, then every piece of both sides drawn by *draw*."""
    symbols = [
        f'<symbol id="{side}{letter}" viewBox="0 0 100 100">'
        f'<g fill="currentColor">{draw(outlines, side, letter)}</g></symbol>'
        for side in "sn"
        for letter in LETTERS
    ]
    body = re.sub(r"\s+", " ", DISCS + "\n".join(symbols)).replace("> <", "><")
    return f'<svg xmlns="http://www.w3.org/2000/svg">{body.strip()}</svg>\n'


def main() -> None:
    """Write kanji.svg and international.svg."""
    outlines = Outlines(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT)
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in (("kanji", kanji), ("international", international)):
        (TARGET / f"{name}.svg").write_text(sprite(draw, outlines), encoding="utf-8")


if __name__ == "__main__":
    main()
