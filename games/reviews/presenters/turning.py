"""The turning points of a match that one person has played to its end."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.cards import card_for
from games.boards.kit.turning import Turning
from games.boards.names import game_name
from games.common.addresses import address
from games.common.filling import filled
from games.reviews.selectors import Progress, TurningFacts


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One turning point."""

    sentence: str
    ply: int
    """The board before it stands after so many plies."""
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPage(Progress):
    """The turning points, or how far they are worked out."""

    url: str
    match_url: str
    game_name: str
    points: tuple[TurningPoint, ...]


def present_turning(facts: TurningFacts) -> TurningPage:
    """The turning points in the order in which they came."""
    tell, match_url = card_for(facts.game).turning, address("games:match", facts.uid)
    points = sorted(facts.points) if tell else ()
    return filled(
        TurningPage,
        facts,
        url=address("games:turning", facts.uid),
        match_url=match_url,
        game_name=game_name(facts.game),
        points=tuple(
            TurningPoint(
                tell(facts.view, Turning(one.turn, one.played, one.instead, one.cost)),
                one.ply - 1,
                f"{match_url}?ply={one.ply - 1}",
            )
            for one in points
            if tell
        ),
    )
