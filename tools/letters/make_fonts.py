"""Cut the heading face down to the characters that the site's own headings can contain.

    python tools/letters/make_fonts.py path/to/NotoSerifJP-SemiBold.(ttf|woff2)
    python tools/letters/make_fonts.py --again
    python tools/letters/make_fonts.py --check

The first writes static/fonts, the ranges in static/css/fonts.css and the font of pictures anew; the
second does so from the committed faces, to move characters from one to another; the third says
which characters of the Japanese texts the committed faces lack (they would be drawn in the
reader's own mincho) and exits with 1.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent.parent
FONTS = ROOT / "static" / "fonts"
STYLES = ROOT / "static" / "css" / "fonts.css"
LATIN, JAPANESE, RARE = (f"jinya-mincho-{part}.woff2" for part in ("latin", "ja", "ja-rare"))
FAMILIES = {LATIN: "Jinya Mincho", JAPANESE: "Jinya Mincho JA", RARE: "Jinya Mincho JA"}
"""A mincho of the reader's device is asked between the two."""
PICTURES = ROOT / "games" / "boards" / "fonts" / "jinya-mincho.ttf"
"""All of it once more, in one file, for what the house draws itself."""
COMMON = Path(__file__).resolve().parent / "common.txt"
"""The Han characters of our headings, one after the other; kept by hand."""

LATIN_RANGE = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, 0x2212]
SIGNS = "一二三熊棋軍人正体儀国謎関印迷急詫休"
"""Shown on pages in any language: seals, steps, curtains."""
MARKS = "　、。々「」『』〜（）：？！／＋"
KANA = [*map(ord, MARKS), *range(0x3041, 0x3097), *range(0x30A1, 0x30FD)]
RARE_MARKS = [*range(0x3000, 0x3020), *range(0x3041, 0x3100), *range(0xFF01, 0xFF5F)]

HEAD = """\
/* The heading face: Noto Serif JP SemiBold cut to our own texts, SIL Open Font License
   (static/fonts/OFL.txt). Written by tools/letters/make_fonts.py. Pages fetch the first alone where
   the device has a mincho; else Japanese ones the second as well, and the third for what is seldom
   in a heading. No character is in two: while one face comes, a browser would fetch the other. */
"""
FACE = """\
@font-face {{
  font-family: "{family}";
  font-weight: 400 900;
  font-display: swap;
  src: url("../fonts/{name}") format("woff2");
  unicode-range: {ranges};
}}
"""


def faces() -> dict[str, list[int]]:
    """Each file with its characters; none is in two."""
    latin = {*LATIN_RANGE, *map(ord, SIGNS)}
    common = {*KANA, *kanji(COMMON.read_text())} - latin
    rare = {*RARE_MARKS, *kanji(japanese_texts())} - latin - common
    return {LATIN: sorted(latin), JAPANESE: sorted(common), RARE: sorted(rare)}


def japanese_texts() -> str:
    """What the site says in Japanese: translations, templates, names of stages and rivals."""
    files = [*ROOT.glob("locale/ja/**/*.po"), *ROOT.glob("templates/**/*.html")]
    contents = [
        *ROOT.glob("engines/*/content/*/stages.toml"),
        *ROOT.glob("engines/*/content/*/npcs.toml"),
    ]
    text = "".join(path.read_text() for path in contents)
    names = re.findall(r'^name = \{.*ja = "([^"]*)"', text, re.MULTILINE)
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


def merged(target: Path) -> Path:
    """The committed faces in one file, *target*."""
    parts = []
    for number, name in enumerate(faces()):
        font = TTFont(FONTS / name)
        font.flavor = None
        parts.append(target.with_suffix(f".{number}"))
        font.save(parts[-1])
    Merger().merge([str(part) for part in parts]).save(target)
    return target


def ranges(codes: Iterable[int]) -> str:
    """The characters as a `unicode-range`, in lines of a hundred characters at most."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    written = (f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)
    lines = wrap(", ".join(written), 92, initial_indent=" " * 12, break_on_hyphens=False)
    return "\n    ".join(lines).strip()


def held(name: str) -> set[int]:
    """The characters that a committed face has."""
    return set(TTFont(FONTS / name).getBestCmap())


def missing() -> str:
    """The Han characters of the Japanese texts that the committed faces lack."""
    have = set().union(*map(held, faces()))
    return "".join(chr(code) for code in sorted(kanji(japanese_texts()) - have))


def write_anew(source: Path) -> None:
    """All faces from *source*, and the styles that say which has what."""
    for name, characters in faces().items():
        cut(source, FONTS / name, characters)
    sheets = (
        FACE.format(family=FAMILIES[name], name=name, ranges=ranges(held(name))) for name in faces()
    )
    STYLES.write_text(HEAD + "\n".join(sheets))
    with TemporaryDirectory() as folder:
        shutil.copyfile(merged(Path(folder) / "all.ttf"), PICTURES)


def main(argument: str) -> int:
    if argument == "--check":
        print(missing() or "complete")
        return bool(missing())
    with TemporaryDirectory() as folder:
        write_anew(merged(Path(folder) / "all.ttf") if argument == "--again" else Path(argument))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
