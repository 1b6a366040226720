"""The page of one's own analyses and of matches to look back at; what stands around the board of an
analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.names import game_name, presenter_for, sides_of
from games.people.presenters import PastRow, past_row
from games.people.selectors import PastMatch
from games.reviews.models import KeptAnalysis
from games.reviews.presenters.board import KeptPart, Manner, Place, line_url
from games.reviews.saved import Opened, line_of
from games.reviews.trees import START


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """One of a list."""

    title: str
    url: str
    game_name: str
    moves: int
    is_shared: bool
    changed_at: datetime


def present_list(rows: Sequence[KeptAnalysis]) -> tuple[AnalysisLine, ...]:
    """One's own analyses."""
    return tuple(
        AnalysisLine(
            title=row.title,
            url=reverse("games:kept-analysis", args=[row.uid]),
            game_name=game_name(row.game),
            moves=len(row.tree) - 1,
            is_shared=bool(row.link),
            changed_at=row.changed_at,
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class PastLine:
    """A finished match to look back at with the eyes of one's own side."""

    url: str
    """The last board on which something was hidden."""
    game_name: str
    opponents: str
    result: str
    ended_at: datetime


def present_past(rows: Sequence[PastMatch]) -> tuple[PastLine, ...]:
    """Matches in which something was hidden, as somebody who played in them looks back."""
    return tuple(_past(row, past_row(row)) for row in rows)


def _past(row: PastMatch, words: PastRow) -> PastLine:
    eyes = sides_of(row.game, row.options).keys[row.seat]
    ply = max(presenter_for(row.game).plies_before, row.plies - 1)
    return PastLine(
        url=f"{words.url}?ply={ply}&as={eyes}",
        game_name=words.game_name,
        opponents=_(", ").join(name for name, _url, _bot in words.opponents),
        result=words.result_name,
        ended_at=words.ended_at,
    )


def kept_place(found: Opened, manner: Manner, *, is_own: bool) -> Place:
    """Return the place of its boards."""
    url = _url(found.row, is_own=is_own)
    return Place(url, url if is_own else "", (), manner, START)


def kept_part(found: Opened, *, is_own: bool) -> KeptPart:
    """Return the parts shown around its board."""
    row, at = found.row, found.board.line.at
    return KeptPart(
        title=row.title,
        url=_url(row, is_own=is_own),
        by="" if is_own else row.user.name,
        share=_url(row, is_own=False) if row.link else "",
        note=found.tree.nodes[at].note,
        board_url=line_url(line_of(row, found.tree, at)),
    )


def _url(row: KeptAnalysis, *, is_own: bool) -> str:
    if is_own:
        return reverse("games:kept-analysis", args=[row.uid])
    return reverse("games:shared-analysis", args=[row.link])
