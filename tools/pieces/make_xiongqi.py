"""Write the two sprites of Xiongqi pieces; see README.md beside this file."""

from __future__ import annotations

from international import drawing
from outlines import Outlines, write_sprites

LETTERS = "GARBHCES"
SIGNS = [side + letter for side in "sn" for letter in LETTERS]
KANJI = {"s": "帥仕俥雄傌炮妃兵", "n": "將士車熊馬砲騛卒"}

DISCS = """
<symbol id="south" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="43.2" fill="none" stroke="var(--piece-rim)" stroke-width="3"/></symbol>
<symbol id="north" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="var(--piece-face)"/>
<circle cx="50" cy="50" r="45.6" fill="none" stroke="var(--piece-rim)" stroke-width="1.7"/>
<circle cx="50" cy="50" r="41.6" fill="none" stroke="var(--piece-rim)" stroke-width="1.2"/></symbol>
"""


def kanji(outlines: Outlines, sign: str) -> str:
    """The kanji of a piece, filling the disc."""
    side, letter = sign
    character = KANJI[side][LETTERS.index(letter)]
    return f'<path d="{outlines.em(character, 65, (50, 50))}"/>'


def international(outlines: Outlines, sign: str) -> str:
    """Our drawing of a piece over its letter."""
    side, letter = sign
    return f'{drawing(side, letter)}<path d="{outlines.tall(letter, 19, (50, 77))}"/>'


if __name__ == "__main__":
    write_sprites("xiongqi", DISCS, SIGNS, kanji=kanji, international=international)
