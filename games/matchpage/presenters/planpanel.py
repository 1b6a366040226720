"""What a player reads of the own plan, beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from django.utils.translation import gettext_lazy as _

from games.boards.cards import card_for
from games.common.addresses import address
from games.plans.lines import Line
from games.plans.selectors import PlanFacts

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

FATES: Mapping[str, StrPromise] = {
    "left": _("Your plan was dropped: play went another way."),
    "played": _("Your plan has been played to its end."),
    "refused": _("Your plan was dropped: a move in it is no longer allowed."),
    "draw": _("Your plan was dropped: a draw was offered."),
    "besides": _(
        "Your plan was dropped: something other than a move happened in the match (a draw offered,"
        " time given, a pause, moves taken back, or a moderator)."
    ),
}
"""What the owner of a plan is told of why it stands no more."""


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the plan, or the one being made."""

    steps: tuple[tuple[str, bool, str], ...]
    """Each move or condition in words, whether it is one's own, and where the board after it is."""
    url: str
    """Where its last board is."""


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """The reader's plan, as the match page shows it."""

    url: str
    lines: tuple[PlannedLine, ...]
    sentence: str
    may_add: bool


def plan_panel(uid: str, game: str, plan: PlanFacts | None) -> PlanPanel | None:
    """Return the panel of the plan; None where there can be none."""
    if plan is None:
        return None
    return PlanPanel(
        url=address("games:plan", uid),
        lines=tuple(
            planned_line(uid, game, line, begins_own=not plan.may_add) for line in plan.lines
        ),
        sentence=str(FATES.get(plan.fate, "")),
        may_add=plan.may_add,
    )


def line_url(uid: str, line: Line) -> str:
    """Return the address of the board after *line*."""
    return address("games:plan", uid) + quote("".join(f"{move}/" for move in line))


def planned_line(uid: str, game: str, line: Line, *, begins_own: bool = False) -> PlannedLine:
    """The other side begins a line while it is to act, and both move in turn."""
    card = card_for(game)
    steps = tuple(
        (card.planned_words(text), number % 2 != begins_own, line_url(uid, line[: number + 1]))
        for number, text in enumerate(line)
    )
    return PlannedLine(steps, line_url(uid, line))
