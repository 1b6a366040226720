"""The table of a tournament as a picture: an SVG file in the colours of the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.socialpictures import FACE
from games.tournaments.presenters.pages import Cell, Row, TournamentCard

PAPER, INK, FAINT, LINE, ACCENT = "#fdfaf4", "#221d17", "#6b6153", "#d9cfbc", "#bb3119"
SIZE, SMALL, TITLE = 20, 15, 26
"""Of letters, in pixels."""
MARGIN, HEAD, LINE_HEIGHT = 24, 118, 38
PLACE, NUMBER, MET, MARK = 56, 84, 26, 22
"""Widths of columns: place, a number, and of a meeting what is there whatever happens, and what
each match takes besides."""
NARROW = 0.58
"""How wide a letter of the Latin alphabet is; others take a whole size."""


def table_svg(card: TournamentCard, rows: Sequence[Row]) -> SafeString:
    """The table of *rows* under what *card* says: place, name, meetings, points, tie-break."""
    names = max([width_of(row.name, SIZE) for row in rows], default=0) + 20
    marks = max([len(cell.marks) for row in rows for cell in row.cells], default=0)
    met = MET + MARK * max(marks - 1, 0)
    right = MARGIN + PLACE + names + met * len(rows)
    heads = max(width_of(card.name, TITLE), width_of(_under(card), SMALL))
    width = max(round(right + 2 * NUMBER + MARGIN), round(heads + 2 * MARGIN))
    height = HEAD + LINE_HEIGHT * len(rows) + MARGIN
    shapes = [*_heading(card, rows, names, met, right)]
    for number, row in enumerate(rows):
        shapes += _line(row, HEAD + LINE_HEIGHT * number, names, met, width)
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"'
        ' role="img" font-family="{2}, serif" font-size="{3}" fill="{4}"><title>{5}</title>'
        '<rect width="{0}" height="{1}" fill="{6}"/>{7}</svg>\n',
        *(width, height, FACE, SIZE, INK, card.name, PAPER),
        format_html_join("", "{}", ((shape,) for shape in shapes)),
    )


def width_of(text: str, size: int) -> float:
    """About how wide a text is, in pixels."""
    return size * sum(1 if east_asian_width(sign) in "WF" else NARROW for sign in text)


def _under(card: TournamentCard) -> str:
    return " · ".join([card.game_name, *card.terms, card.places or card.state])


def _heading(
    card: TournamentCard, rows: Sequence[Row], names: float, met: int, right: float
) -> Iterator[SafeString]:
    yield _text(card.name, MARGIN, 44, size=TITLE)
    yield _text(_under(card), MARGIN, 70, size=SMALL, fill=FAINT)
    across = MARGIN + PLACE + names
    for number in range(len(rows)):
        place = across + met * number + met / 2
        yield _text(str(number + 1), place, HEAD - 12, size=SMALL, fill=FAINT, anchor="middle")
    for number, word in enumerate((_("Points"), _("S-B"))):
        end = right + NUMBER * (number + 1)
        yield _text(word, end, HEAD - 12, size=SMALL, fill=FAINT, anchor="end")


def _line(row: Row, top: int, names: float, met: int, width: int) -> Iterator[SafeString]:
    base = top + 26
    yield format_html(
        '<path d="M{} {}H{}" stroke="{}" fill="none"/>', MARGIN, top, width - MARGIN, LINE
    )
    yield _text(row.place, MARGIN + PLACE - 24, base, anchor="end")
    yield _text(row.name, MARGIN + PLACE, base)
    across = MARGIN + PLACE + names
    for number, cell in enumerate(row.cells):
        yield from _met(cell, across + met * number, top, met)
    right = across + met * len(row.cells)
    for number, value in enumerate((row.points, row.berger)):
        fill = ACCENT if number == 0 else INK
        yield _text(value, right + NUMBER * (number + 1), base, fill=fill, anchor="end")


def _met(cell: Cell, left: float, top: int, met: int) -> Iterator[SafeString]:
    if cell.is_self:
        yield format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>',
            *(left, top, met, LINE_HEIGHT, LINE),
        )
    else:
        signs = " ".join(mark.sign for mark in cell.marks)
        yield _text(signs, left + met / 2, top + 26, anchor="middle")


def _text(
    text: str, x: float, y: float, *, size: int = SIZE, fill: str = INK, anchor: str = "start"
) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-size="{}" fill="{}" text-anchor="{}">{}</text>',
        *(round(x, 1), y, size, fill, anchor, text),
    )
