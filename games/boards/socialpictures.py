"""A board or a table as the picture that other sites show with a link to it: PNG, 1200 by 630."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import resvg_py

WIDTH, HEIGHT, MARGIN = 1200, 630, 25
PAPER = "#f4ecdc"
FACE = "Noto Serif JP ExtraLight SemiBold"
"""What our own font calls itself."""
_FONT = Path(__file__).parent / "fonts" / "jinya-mincho.ttf"
"""Latin, kana and the characters of our own texts. What it lacks, as letters of other alphabets, is
drawn by the fonts of the machine, if there are any."""
_SIZES = re.compile(r'<svg xmlns="[^"]+" width="\d+" height="\d+"')


def placed(drawing: str, x: int, y: int, width: int, height: int) -> str:
    """*drawing*, an SVG file of `picturefiles`, as large as fits into a place of a larger one."""
    return _SIZES.sub(f'<svg x="{x}" y="{y}" width="{width}" height="{height}"', drawing, count=1)


@lru_cache(maxsize=32)
def social_picture(drawing: str) -> bytes:
    """*drawing* in the middle of a sheet of paper.

    Kept by all that is drawn, so that a link passed on widely is drawn once.
    """
    board = placed(drawing, MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    sheet = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>{board}</svg>'
    )
    has_text = "<text " in drawing
    return resvg_py.svg_to_bytes(
        svg_string=sheet,
        skip_system_fonts=not has_text,
        font_files=[str(_FONT)] if has_text else None,
        font_family=FACE,
    )
