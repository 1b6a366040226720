"""The turning points of a match that one person has played to its end."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.cards import card_for
from games.boards.kit.turning import Turning
from games.boards.names import game_name
from games.common.addresses import address
from games.reviews.selectors import TurningFacts


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One turning point."""

    sentence: str
    ply: int
    """The board before it stands after so many plies."""
    url: str


@dataclass(frozen=True, slots=True)
class TurningPage:
    """The turning points, or how far they are worked out."""

    url: str
    match_url: str
    game_name: str
    is_asked: bool
    is_done: bool
    is_given_up: bool
    reached: int
    plies: int
    points: tuple[TurningPoint, ...]

    @property
    def is_worked_on(self) -> bool:
        """Whether it is worth while to look again soon."""
        return self.is_asked and not self.is_done and not self.is_given_up

    @property
    def progress(self) -> str:
        """How far it is worked out."""
        values = {"reached": self.reached, "plies": self.plies}
        return _("%(reached)s of %(plies)s moves are worked out.") % values


def present_turning(facts: TurningFacts) -> TurningPage:
    """The turning points in the order in which they came."""
    tell, match_url = card_for(facts.game).turning, address("games:match", facts.uid)
    points = sorted(facts.points) if tell else ()
    return TurningPage(
        url=address("games:turning", facts.uid),
        match_url=match_url,
        game_name=game_name(facts.game),
        is_asked=facts.is_asked,
        is_done=facts.is_done,
        is_given_up=facts.is_given_up,
        reached=facts.reached,
        plies=facts.plies,
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
