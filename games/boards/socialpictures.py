"""A board as the picture that other sites show with a link to it: PNG, 1200 by 630."""

from __future__ import annotations

import re
from functools import lru_cache

import resvg_py

WIDTH, HEIGHT, MARGIN = 1200, 630, 25
PAPER = "#f4ecdc"
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
    return resvg_py.svg_to_bytes(svg_string=sheet, skip_system_fonts=True)
