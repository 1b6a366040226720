"""Drawings on the match page. They stand there a hundred times, so they are made in one step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.boards.kit.cells import Cell
from games.boards.kit.faces import Guess, PieceFace, Stack
from games.boards.kit.grid import Rank
from games.boards.kit.scenes import ShownMove
from games.matchpage.presenters.documents import Pledge

register = template.Library()


@register.simple_tag
def piece(face: PieceFace, sprite: str) -> SafeString:
    """The piece on its disc; what it is stands in words beside it."""
    return _piece(sprite, face.side, face.sign)


@lru_cache(maxsize=512)
def _piece(sprite: str, side: str, sign: str) -> SafeString:
    return format_html(
        '<svg class="piece {side}" viewBox="0 0 100 100" aria-hidden="true" data-sign="{sign}">'
        '<use href="{sprite}#{side}"/><use href="{sprite}#{sign}"/></svg>',
        sprite=sprite,
        side=side,
        sign=sign,
    )


@lru_cache(maxsize=512)
def _sign(sprite: str, face: PieceFace) -> SafeString:
    """The bare sign, cut close, to stand in a line of text; nothing for an unknown piece."""
    if face.is_blank:
        return SafeString()
    return format_html(
        '<svg class="sign" viewBox="17 17 66 66" aria-hidden="true">'
        '<use href="{}#{}" width="100" height="100"/></svg>',
        sprite,
        face.sign,
    )


@register.simple_tag
def guess_sign(guess: Guess, sprite: str) -> SafeString:
    """The mark at the corner of a piece; what it says stands in words beside it."""
    return _guess(sprite, guess.face.sign, guess.verdict)


@lru_cache(maxsize=512)
def _guess(sprite: str, sign: str, verdict: str) -> SafeString:
    return format_html(
        '<svg class="guess {}" viewBox="14 14 72 72" aria-hidden="true">'
        '<use href="{}#{}" width="100" height="100"/></svg>',
        verdict,
        sprite,
        sign,
    )


@register.simple_tag
def board_ranks(ranks: Iterable[Rank], sprite: str, press: str) -> SafeString:
    """The rows of a board of squares, one below the other."""
    return format_html_join(
        "",
        '<div class="rank" role="row"><span class="rank-name" role="rowheader">{}</span>{}</div>',
        (
            (rank.name, SafeString("".join([_cell(cell, sprite, press) for cell in rank.cells])))
            for rank in ranks
        ),
    )


@register.simple_tag
def board_cell(
    cell: Cell, sprite: str, press: str, *, name: str = "at", form: str = ""
) -> SafeString:
    """A square of the board with what stands on it.

    Pressed, it is a button of type *press*, and tells the form of id *form*, or the one
    it stands in, its square by *name*.
    """
    return _cell(cell, sprite, press, name, form)


# Most squares of a board look as they did a turn ago. What is kept follows from what is drawn and
# nothing else, so it is the same for everybody who may see that.
@lru_cache(maxsize=4096)
def _cell(cell: Cell, sprite: str, press: str, name: str = "at", form: str = "") -> SafeString:
    return format_html(
        '<div class="cell {}" role="gridcell"{}{}>{}</div>',
        cell.classes,
        format_html(' aria-colspan="{}"', cell.width) if cell.width > 1 else "",
        SafeString(' aria-selected="true"') if cell.is_picked else "",
        _button(cell, sprite, press, name=name, form=form),
    )


@register.simple_tag
def square(cell: Cell, sprite: str, press: str) -> SafeString:
    """The same on a board that is no grid: its template says where it stands."""
    return _square(cell, sprite, press)


@lru_cache(maxsize=512)
def _square(cell: Cell, sprite: str, press: str) -> SafeString:
    return format_html(
        '<div class="cell {}">{}</div>',
        cell.classes,
        _button(cell, sprite, press, name="at", form=""),
    )


def _button(cell: Cell, sprite: str, press: str, *, name: str, form: str) -> SafeString:
    return format_html(
        '<button class="square" type="{}"{} id="sq-{}"'
        ' name="{}" value="{}" aria-label="{}"{}>{}{}</button>',
        press,
        format_html(' form="{}"', form) if form else "",
        cell.square,
        name,
        cell.square,
        cell.label,
        format_html(' aria-describedby="{}"', cell.description) if cell.description else "",
        _stack(cell.stack, sprite),
        guess_sign(cell.guess, sprite) if cell.guess else "",
    )


def _stack(stack: Stack, sprite: str) -> SafeString:
    """The pieces on a square; only the topmost can be picked, and is a `.piece`."""
    if not stack:
        return SafeString()
    *below, top = stack
    if not below:
        return piece(top, sprite)
    return format_html(
        '{}{}<span class="height" aria-hidden="true">{}</span>',
        format_html_join(
            "",
            '<svg class="under {}" viewBox="0 0 100 100" aria-hidden="true">'
            '<use href="{}#{}"/><use href="{}#{}"/></svg>',
            ((face.side, sprite, face.side, sprite, face.sign) for face in below),
        ),
        piece(top, sprite),
        len(stack),
    )


@register.simple_tag
def move_link(move: ShownMove | None, sprite: str, has_letters: bool) -> SafeString:
    """A move of the list, leading back to its board; a gap where nobody moved."""
    if move is None:
        return format_html("<span>{}</span>", "")
    return format_html(
        '<a href="{}" data-look="{}"{}{}>{}</a>',
        move.url,
        move.ply,
        SafeString(' aria-current="true"' if move.is_current else ""),
        format_html(' data-when="{}"', move.when) if move.when else "",
        move_short(move, sprite, has_letters),
    )


@register.simple_tag
def move_short(move: ShownMove, sprite: str, has_letters: bool) -> SafeString:
    """A move in notation, read out as a sentence.

    How Japanese books write it stands below it for whoever reads Japanese.
    """
    also = move.also if get_language() == "ja" else ""
    return format_html(
        '<span class="unseen">{}</span>'
        '<span class="move-short" aria-hidden="true">{}{}{}{}{}</span>',
        move.sentence,
        move.letter if has_letters else _sign(sprite, move.face),
        move.path,
        _met(move, sprite, has_letters),
        move.outcome,
        format_html('<small class="also">{}</small>', also) if also else "",
    )


def _met(move: ShownMove, sprite: str, has_letters: bool) -> SafeString | str:
    if move.met is None:
        return ""
    return move.met_letter if has_letters else _sign(sprite, move.met)


@register.simple_tag
def pledge_lines(pieces: Iterable[Pledge]) -> SafeString:
    """Return the site's commitments, a line a piece; its kind once that is open."""
    return format_html_join(
        "",
        "<li><b>{}</b>{} <code>{}</code></li>",
        (
            (piece.place, format_html(" <b>{}</b>", piece.kind) if piece.kind else "", piece.digest)
            for piece in pieces
        ),
    )


_ARROWS = {
    "first": "M6 5v14M19 5l-8 7 8 7",
    "back": "m15 5-7 7 7 7",
    "forward": "m9 5 7 7-7 7",
    "last": "M18 5v14M5 5l8 7-8 7",
}


@register.simple_tag
@lru_cache(maxsize=512)
def step(
    name: str,
    label: str,
    ply: int | None = None,
    *,
    also: str = "",
    url: str = "",
    own_id: str = "",
) -> SafeString:
    """One step through a match: to *url*, or to the board after *ply*; to nowhere without both.

    *also* is what else its address asks for, *own_id* the id of the element, if it has one.
    """
    leads = _NOWHERE
    if url:
        leads = format_html(' href="{}" data-look="now"', url)
    elif ply is not None:
        leads = format_html(' href="?ply={}{}" data-look="{}"', ply, also, ply)
    return _step(name, label, leads, own_id)


def step_to(name: str, label: str, url: str) -> SafeString:
    """The same on a board that is no match, which is put in its place by the script."""
    swaps = ' href="{}" hx-get="{}" hx-target="#match-live" hx-swap="innerHTML settle:0ms"'
    return _step(name, label, format_html(swaps, url, url) if url else _NOWHERE)


_NOWHERE = SafeString(' role="link" aria-disabled="true"')


def _step(name: str, label: str, leads: SafeString, own_id: str = "") -> SafeString:
    return format_html(
        '<a class="step"{}{} aria-label="{}"><svg class="icon" viewBox="0 0 24 24"'
        ' aria-hidden="true"><path d="{}"/></svg></a>',
        format_html(' id="{}"', own_id) if own_id else format_html(' data-step="{}"', name),
        leads,
        label,
        _ARROWS[name],
    )
