"""Write the two sprites of Gungi pieces; see README.md beside this file."""

from __future__ import annotations

from gungi_drawings import LETTERS, drawing
from outlines import Outlines, write_sprites

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


if __name__ == "__main__":
    write_sprites("gungi", DISCS, LETTERS, kanji=kanji, international=international)
