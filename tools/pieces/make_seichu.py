"""Write the two sprites of Seichu pieces; see README.md beside this file."""

from __future__ import annotations

from make_gunjin import TILES
from outlines import Outlines, write_sprites
from seichu_drawings import drawing

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


if __name__ == "__main__":
    write_sprites("seichu", TILES, KANJI, unknown=UNKNOWN, kanji=kanji, international=international)
