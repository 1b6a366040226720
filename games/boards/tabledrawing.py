"""What pictures of tables are made of: SVG files in the colours of the day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.boards.socialpictures import FACE

PAPER, INK, FAINT, LINE, ACCENT = "#fdfaf4", "#221d17", "#6b6153", "#d9cfbc", "#bb3119"
SIZE, SMALL, TITLE = 20, 15, 26
"""Of letters, in pixels."""
MARGIN, HEAD, LINE_HEIGHT = 24, 118, 38
HEAD_BASE, BASE = HEAD - 12, 26
"""Where the letters stand of the line above the table, and of a line of it, below its top."""
GAP = 20
"""Between a name and what follows."""
NARROW = 0.58
"""How wide a letter of the Latin alphabet is; others take a whole size."""


def drawn_table(
    name: str, under: str, *, right: float, lines: int, shapes: Iterable[SafeString]
) -> SafeString:
    """A table of so many *lines* that ends at *right*, made of *shapes*, below what it is called
    and what is said of it."""
    heads = max(width_of(name, TITLE), width_of(under, SMALL))
    width = max(round(right + MARGIN), round(heads + 2 * MARGIN))
    every = [
        words(name, MARGIN, 44, size=TITLE),
        words(under, MARGIN, 70, size=SMALL, fill=FAINT),
        *_rules(lines, width - MARGIN),
        *shapes,
    ]
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"'
        ' role="img" font-family="{2}, serif" font-size="{3}" fill="{4}"><title>{5}</title>'
        '<rect width="{0}" height="{1}" fill="{6}"/>{7}</svg>\n',
        *(width, HEAD + LINE_HEIGHT * lines + MARGIN, FACE, SIZE, INK, name, PAPER),
        format_html_join("", "{}", ((shape,) for shape in every)),
    )


def _rules(lines: int, right: float) -> Iterator[SafeString]:
    for number in range(lines):
        yield format_html(
            '<path d="M{} {}H{}" stroke="{}" fill="none"/>', MARGIN, top_of(number), right, LINE
        )


def top_of(line: int) -> int:
    """Return where a line of the table begins, from 0."""
    return HEAD + LINE_HEIGHT * line


def width_of(text: str, size: int = SIZE) -> float:
    """About how wide a text is, in pixels."""
    return size * sum(1 if east_asian_width(sign) in "WF" else NARROW for sign in text)


def widest(names: Iterable[str]) -> float:
    """Return how wide a column of names is."""
    return max(map(width_of, names), default=0) + GAP


def words(
    text: str, x: float, y: float, *, size: int = SIZE, fill: str = INK, anchor: str = "start"
) -> SafeString:
    """A text that begins, is in the middle or ends at *x*, and stands at *y*."""
    return format_html(
        '<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}">{}</text>',
        *(round(x, 1), y, size, fill, anchor, text),
    )


def head(text: str, x: float, anchor: str = "start") -> SafeString:
    """Return what stands above a column."""
    return words(text, x, HEAD_BASE, size=SMALL, fill=FAINT, anchor=anchor)
