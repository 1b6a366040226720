"""Cut the heading face down to the characters that the site's own headings can contain.

    python tools/letters/make_fonts.py path/to/NotoSerifJP-SemiBold.(otf|woff2)
    python tools/letters/make_fonts.py --check

The first writes static/fonts anew; the second says which characters of the Japanese texts the
committed face lacks (they would be drawn in the reader's own mincho) and exits with 1.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent.parent
FONTS = ROOT / "static" / "fonts"
LATIN = FONTS / "jinya-mincho-latin.woff2"
JAPANESE = FONTS / "jinya-mincho-ja.woff2"

LATIN_RANGE = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, 0x2212]
SIGNS = "一二三熊棋軍人正体謎関印迷急詫休"  # shown on pages in any language: seals, steps, curtains
KANA_AND_MARKS = [*range(0x3000, 0x3020), *range(0x3041, 0x3100), *range(0xFF01, 0xFF5F)]


def japanese_texts() -> str:
    """What the site says in Japanese: translations, templates, names of stages and rivals."""
    files = [*ROOT.glob("locale/ja/**/*.po"), *ROOT.glob("templates/**/*.html")]
    contents = [
        *ROOT.glob("engines/*/content/*/stages.toml"),
        *ROOT.glob("engines/*/content/*/npcs.toml"),
    ]
    told = "".join(path.read_text() for path in contents)
    names = re.findall(r'^name = \{.*ja = "([^"]*)"', told, re.MULTILINE)
    return "".join([*(path.read_text() for path in files), *names])


def kanji(text: str) -> set[int]:
    """The Han characters in *text*."""
    return {ord(sign) for sign in re.findall(r"[\u3400-\u9fff々〆ヶ]", text)}


def cut(source: Path, target: Path, characters: list[int]) -> None:
    """Write to *target* the glyphs of *source* for *characters*, without layout features."""
    options = subset.Options(
        flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True
    )
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def missing() -> str:
    """The Han characters of the Japanese texts that the committed face lacks."""
    held = TTFont(JAPANESE).getBestCmap()
    return "".join(chr(code) for code in sorted(kanji(japanese_texts()) - set(held)))


def main(argument: str) -> int:
    if argument == "--check":
        print(missing() or "complete")
        return bool(missing())
    cut(Path(argument), LATIN, [*LATIN_RANGE, *map(ord, SIGNS)])
    cut(Path(argument), JAPANESE, [*KANA_AND_MARKS, *sorted(kanji(japanese_texts()))])
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
