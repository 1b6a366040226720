"""Cut the heading face down to the characters that the site's own headings can contain.

    python tools/letters/make_fonts.py path/to/NotoSerifJP-SemiBold.(ttf|woff2)
    python tools/letters/make_fonts.py --again
    python tools/letters/make_fonts.py --chinese path/to/NotoSerifCJK-SemiBold.ttc
    python tools/letters/make_fonts.py --check

The first writes static/fonts, the ranges in static/css/fonts.css and the font of pictures anew; the
second does so from the committed faces, to move characters from one to another; the third writes
the Chinese faces anew; the fourth says which characters of our texts the committed faces lack (they
would be drawn in a face of the reader's own) and exits with 1.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

import polib
from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).resolve().parent.parent.parent
FONTS = ROOT / "static" / "fonts"
STYLES = ROOT / "static" / "css" / "fonts.css"
LATIN, JAPANESE, RARE = (f"jinya-mincho-{part}.woff2" for part in ("latin", "ja", "ja-rare"))
FAMILIES = {LATIN: "Jinya Mincho", JAPANESE: "Jinya Mincho JA", RARE: "Jinya Mincho JA"}
"""A mincho of the reader's device is asked between the two."""
CHINESE = {"sc": "zh_Hans", "tc": "zh_Hant"}
"""The regions of the Chinese faces, each with the language whose texts it is cut to."""
IN_HEADINGS, SHORT = 450, 14
"""So many characters are in the first face of a region: the commonest in texts so short."""
LONGEST_HEADING = 16
PICTURES = ROOT / "games" / "boards" / "fonts" / "jinya-mincho.ttf"
"""All of it once more, in one file, for what the site draws itself."""
COMMON = Path(__file__).resolve().parent / "common.txt"
"""The Han characters of our headings, one after the other; kept by hand."""

LATIN_RANGE = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, 0x2212]
HEADING = re.compile(r"<h\d.*?</h\d>", re.DOTALL)
SIGNS = "一二三熊棋軍人正体儀国謎関印迷急詫休"
"""Shown on pages in any language: seals, steps, curtains."""
MARKS = "　、。々「」『』〜（）：？！／＋"
KANA = [*map(ord, MARKS), *range(0x3041, 0x3097), *range(0x30A1, 0x30FD)]
RARE_MARKS = [*range(0x3000, 0x3020), *range(0x3041, 0x3100), *range(0xFF01, 0xFF5F)]

HEAD = """\
/* The heading face: Noto Serif JP, SC and TC SemiBold cut to our own texts, SIL Open Font License
   (static/fonts/OFL.txt). Written by tools/letters/make_fonts.py. Pages fetch the first alone where
   the device has a mincho; else those in Japanese or Chinese one of their family as well, and a
   third for what is seldom in a heading. No character of a family is in two: while one face comes,
   a browser would fetch the other. */
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
    templates = {*ROOT.glob("templates/**/*.html")} - {*ROOT.glob("templates/**/*.zh-*.html")}
    files = [*ROOT.glob("locale/ja/**/*.po"), *templates]
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


def chinese_faces(region: str) -> dict[str, list[int]]:
    """The two faces of a region with their characters: of headings, and what is seldom in one."""
    texts = chinese_texts(CHINESE[region])
    short = "".join(text for text in texts if len(text) <= SHORT)
    counted = Counter(sign for sign in short if kanji(sign))
    ranked = sorted(counted, key=lambda sign: (-counted[sign], sign))
    signs = {*map(ord, SIGNS)}
    common = {*map(ord, MARKS), *map(ord, ranked[:IN_HEADINGS])} - signs
    rare = kanji("".join(texts)) - common - signs
    name = f"jinya-song-{region}"
    return {f"{name}.woff2": sorted(common), f"{name}-rare.woff2": sorted(rare)}


def chinese_texts(locale: str) -> list[str]:
    """What may be a heading in a Chinese language: of translations, and of templates."""
    catalogue = polib.pofile(str(ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"))
    said = [text for one in catalogue for text in (one.msgstr, *one.msgstr_plural.values())]
    templates = ROOT.glob(f"templates/**/*.{locale.lower().replace('_', '-')}.html")
    headings = [text for path in templates for text in HEADING.findall(path.read_text())]
    return [*headings, *(text for text in said if len(text) <= LONGEST_HEADING)]


def held(name: str) -> set[int]:
    """The characters that a committed face has."""
    return set(TTFont(FONTS / name).getBestCmap())


def missing() -> str:
    """The Han characters of our texts that the committed faces lack."""
    lacking = kanji(japanese_texts()) - set().union(*map(held, faces()))
    for region, locale in CHINESE.items():
        have = set().union(*map(held, (LATIN, *chinese_faces(region))))
        lacking |= kanji("".join(chinese_texts(locale))) - have
    return "".join(map(chr, sorted(lacking)))


def write_anew(source: Path) -> None:
    """All faces from *source*, and the styles that say which has what."""
    for name, characters in faces().items():
        cut(source, FONTS / name, characters)
    write_styles()
    with TemporaryDirectory() as folder:
        shutil.copyfile(merged(Path(folder) / "all.ttf"), PICTURES)


def write_chinese(source: Path) -> None:
    """The Chinese faces from the collection *source*, and the styles."""
    with TemporaryDirectory() as folder:
        for region in CHINESE:
            fonts = TTCollection(source).fonts
            family = f"Noto Serif CJK {region.upper()}"
            font = next(one for one in fonts if one["name"].getDebugName(1).startswith(family))
            face = Path(folder) / f"{region}.otf"
            font.save(face)
            for name, characters in chinese_faces(region).items():
                cut(face, FONTS / name, characters)
    write_styles()


def write_styles() -> None:
    """Which file has which characters of which family."""
    families = dict(FAMILIES)
    for region in CHINESE:
        families |= dict.fromkeys(chinese_faces(region), f"Jinya Song {region.upper()}")
    sheets = (
        FACE.format(family=family, name=name, ranges=ranges(held(name)))
        for name, family in families.items()
    )
    STYLES.write_text(HEAD + "\n".join(sheets))


def main(argument: str, source: str = "") -> int:
    if argument == "--check":
        print(missing() or "complete")
        return bool(missing())
    if argument == "--chinese":
        write_chinese(Path(source))
        return 0
    with TemporaryDirectory() as folder:
        write_anew(merged(Path(folder) / "all.ttf") if argument == "--again" else Path(argument))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
