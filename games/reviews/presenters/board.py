"""The page of the analysis board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.boards.kit.offers import Offer
from games.boards.names import game_name, presenter_for, sides_of
from games.boards.pictures import picture_places, picture_svg
from games.boards.refusals import refusal_sentence
from games.common.addresses import address
from games.reviews import imported
from games.reviews.board import BoardAsked, Line

LONGEST_ADDRESS = 1500


@dataclass(frozen=True, slots=True)
class Way:
    """A move that can be made."""

    text: str
    sentence: str
    goal: str
    """The square that it leads to; "" for one that leads to none."""


@dataclass(frozen=True, slots=True)
class Group:
    """The moves that begin at a square, or with a piece in hand."""

    name: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The analysis board at one position."""

    game: str
    game_name: str
    url: str
    drawing: SafeString
    places: str
    """Where its squares lie, as JSON."""
    status: str
    refusal: str
    line: tuple[str, ...]
    """The moves made."""
    start: str
    back: str
    """The board one move before; "" at the start."""
    groups: tuple[Group, ...]
    position: str
    moves: str
    more: str
    """Those of the moves that a form has to carry."""
    fields: tuple[tuple[str, str], ...]
    """What else of the line a form has to carry."""
    title: str
    """What it may be called when it is kept."""
    share: str


def line_url(line: Line, count: int | None = None) -> str:
    """The address of the board after the first *count* moves of *line*."""
    made = line.moves[:count]
    asked = dict(_fields(line, len(made)))
    moves = made[_kept_of(line, len(made)) :]
    if moves:
        asked["moves"] = ",".join(moves)
    plain = address("games:analysis-board", line.game)
    return f"{plain}?{urlencode(asked)}" if asked else plain


def short_url(line: Line) -> str:
    """The address of the board after *line*, which is kept for a while if it is too long."""
    whole = replace(line, kept="", of_kept=0)
    url = line_url(whole)
    if len(url) <= LONGEST_ADDRESS:
        return url
    name = imported.keep(line.game, line.position, line.options, line.moves)
    return line_url(replace(whole, kept=name, of_kept=len(line.moves)))


def _kept_of(line: Line, count: int) -> int:
    """How many of the first *count* moves are kept, so that no address has to name them."""
    return min(line.of_kept, count) if line.kept else 0


def _fields(line: Line, count: int) -> tuple[tuple[str, str], ...]:
    """What an address of the first *count* moves has besides those that are not kept."""
    if line.kept:
        return ("line", line.kept), ("ply", str(_kept_of(line, count)))
    return (*line.options, *((("position", line.position),) if line.position else ()))


def present_board(asked: BoardAsked, *, piece_set: str, origin: str) -> BoardPage:
    """The page of a line."""
    line, study = asked.line, asked.board.study
    presenter = presenter_for(line.game)
    offers = presenter.offers(study.view, study.legal)
    return BoardPage(
        game=line.game,
        game_name=game_name(line.game),
        url=address("games:analysis-board", line.game),
        drawing=picture_svg(line.game, study.view, 0, piece_set=piece_set),
        places=picture_places(line.game, 0),
        status=status_of(asked),
        refusal=_refusal(asked),
        line=line.moves,
        start=line_url(replace(line, moves=())),
        back=line_url(line, len(line.moves) - 1) if line.moves else "",
        groups=_groups(offers),
        position=asked.board.text,
        moves=" ".join(line.moves),
        more=" ".join(line.moves[_kept_of(line, len(line.moves)) :]),
        fields=_fields(line, len(line.moves)),
        title=title_of(line),
        share=origin + _shared_url(line),
    )


def _shared_url(line: Line) -> str:
    """An address that stays good for ever, where the line is short enough for one."""
    whole = line_url(replace(line, kept="", of_kept=0))
    return whole if len(whole) <= LONGEST_ADDRESS else line_url(line)


def _refusal(asked: BoardAsked) -> str:
    """Which move could not be made, and why; empty if all were."""
    if not asked.refused:
        return ""
    why = refusal_sentence(asked.refused)
    number = len(asked.line.moves) + 1
    return _("Move %(number)s, “%(word)s”: %(why)s") % {
        "number": number,
        "word": asked.word,
        "why": why,
    }


def title_of(line: Line) -> str:
    """The game, and the first moves."""
    begun = " ".join(line.moves[:4])
    return f"{game_name(line.game)}: {begun}" if begun else game_name(line.game)


def status_of(asked: BoardAsked) -> str:
    study = asked.board.study
    sides = sides_of(asked.line.game, dict(asked.line.options)).names
    if study.winners is None:
        return _("To move: %(side)s") % {"side": sides[min(study.to_act)]}
    if not study.winners:
        return _("Drawn.")
    return _("%(side)s has won.") % {"side": sides[study.winners[0]]}


def by_origin(offers: Iterable[Offer]) -> dict[str, list[Offer]]:
    """The moves by the square that they begin at, or by the piece in hand."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.squares[0] if offer.squares else offer.action, []).append(offer)
    return found


def goal_of(offer: Offer) -> str:
    """The square that a move leads to; "" where one press makes it."""
    return offer.squares[-1] if len(offer.squares) > 1 else ""


def _groups(offers: Sequence[Offer]) -> tuple[Group, ...]:
    return tuple(
        Group(name, tuple(Way(one.action, one.text, goal_of(one)) for one in moves))
        for name, moves in by_origin(offers).items()
    )
