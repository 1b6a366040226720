"""The table of a tournament as a picture, or the boards of a match of clubs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.tabledrawing import (
    ACCENT,
    BASE,
    GAP,
    INK,
    LINE,
    LINE_HEIGHT,
    MARGIN,
    drawn_table,
    head,
    top_of,
    widest,
    words,
)
from games.tournaments.presenters.pages import Board, Cell, Mark, Meeting, Row, TournamentCard

PLACE, NUMBER, MET, MARK = 56, 84, 26, 22
"""Widths of columns: place, a number, and of a meeting what is there whatever happens, and what
each match takes besides."""


def table_svg(card: TournamentCard, rows: Sequence[Row]) -> SafeString:
    """The table of *rows* under what *card* says: place, name, meetings, points, tie-break."""
    names = widest(row.name for row in rows)
    met = _width_of_marks([cell.marks for row in rows for cell in row.cells])
    right = MARGIN + PLACE + names + met * len(rows)
    shapes = [*_heads(rows, names, met, right)]
    for number, row in enumerate(rows):
        shapes += _line(row, top_of(number), names, met)
    end = right + 2 * NUMBER
    return drawn_table(card.name, _under(card), right=end, lines=len(rows), shapes=shapes)


def _width_of_marks(meetings: Sequence[Sequence[Mark]]) -> int:
    return MET + MARK * max(max(map(len, meetings), default=0) - 1, 0)


def _under(card: TournamentCard) -> str:
    return " · ".join([card.game_name, *card.terms, card.places or card.state])


def _heads(rows: Sequence[Row], names: float, met: int, right: float) -> Iterator[SafeString]:
    across = MARGIN + PLACE + names
    for number in range(len(rows)):
        yield head(str(number + 1), across + met * number + met / 2, "middle")
    for number, word in enumerate((_("Points"), _("S-B"))):
        yield head(word, right + NUMBER * (number + 1), "end")


def _line(row: Row, top: int, names: float, met: int) -> Iterator[SafeString]:
    yield words(row.place, MARGIN + PLACE - 24, top + BASE, anchor="end")
    yield words(row.name, MARGIN + PLACE, top + BASE)
    across = MARGIN + PLACE + names
    for number, cell in enumerate(row.cells):
        yield from _met(cell, across + met * number, top, met)
    right = across + met * len(row.cells)
    for number, value in enumerate((row.points, row.berger)):
        fill = ACCENT if number == 0 else INK
        yield words(value, right + NUMBER * (number + 1), top + BASE, fill=fill, anchor="end")


def _met(cell: Cell, left: float, top: int, met: int) -> Iterator[SafeString]:
    if cell.is_self:
        yield format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>',
            *(left, top, met, LINE_HEIGHT, LINE),
        )
    else:
        yield _marks(cell.marks, left + met / 2, top)


def _marks(marks: Sequence[Mark], middle: float, top: int) -> SafeString:
    return words(" ".join(mark.sign for mark in marks), middle, top + BASE, anchor="middle")


def meeting_svg(card: TournamentCard, meeting: Meeting) -> SafeString:
    """The boards of two clubs that meet: number, who plays for the one, results, for the other."""
    first, second = meeting.sides
    boards = meeting.boards
    names = [
        widest([side.name, *(seated.name for seated in people)])
        for side, people in (
            (first, [board.first for board in boards]),
            (second, [board.second for board in boards]),
        )
    ]
    score = f"{first.points}–{second.points}"
    met = max(_width_of_marks([board.marks for board in boards]), widest([score]))
    left = MARGIN + PLACE
    middle, other = left + names[0] + met / 2, left + names[0] + met + GAP
    shapes = [head(first.name, left), head(score, middle, "middle"), head(second.name, other)]
    for number, board in enumerate(boards):
        shapes += _board(board, number, (left, middle, other))
    right = other + names[1]
    return drawn_table(card.name, _under(card), right=right, lines=len(boards), shapes=shapes)


def _board(board: Board, number: int, at: tuple[float, float, float]) -> Iterator[SafeString]:
    left, middle, other = at
    top = top_of(number)
    yield words(str(number + 1), left - 24, top + BASE, anchor="end")
    yield words(board.first.name, left, top + BASE)
    yield _marks(board.marks, middle, top)
    yield words(board.second.name, other, top + BASE)
