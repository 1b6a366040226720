"""The map of the campaign, as its template shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.campaign.selectors import StageFacts

OWN = 0
"""The chapter of what an operator has added."""


@dataclass(frozen=True, slots=True)
class StagePanel:
    """A stage on the map."""

    id: str
    number: int
    name: str
    flavour: str
    rivals: str
    rounds: int
    unlocks: str
    needs: str
    """What has to be cleared before it opens; empty if it is open."""
    state: str
    """locked, open or cleared."""
    state_name: str
    best: str
    medals: str
    tries: int
    board_url: str
    """Where a match of it goes on; empty if none does."""
    url: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some stages."""

    name: str
    stages: tuple[StagePanel, ...]


def present_campaign(facts: Iterable[StageFacts]) -> tuple[Chapter, ...]:
    """The chapters of the map."""
    all_facts = list(facts)
    names = {one.stage.id: one.stage.name for one in all_facts}
    panels = [
        (OWN if one.stage.is_own else one.stage.chapter, _panel(number, one, names))
        for number, one in enumerate(all_facts, start=1)
    ]
    return tuple(
        Chapter(_chapter(chapter), tuple(panel for _chapter_of, panel in some))
        for chapter, some in groupby(panels, key=lambda pair: pair[0])
    )


def _chapter(number: int) -> str:
    return {
        OWN: _("Stages of this house"),
        1: _("Chapter 1: a small land"),
        2: _("Chapter 2: between neighbours"),
        3: _("Chapter 3: the heart of the map"),
    }.get(number, _("Chapter %(number)s") % {"number": number})


def _panel(number: int, one: StageFacts, names: dict[str, str]) -> StagePanel:
    stage = one.stage
    state = "cleared" if one.is_cleared else "open" if one.is_open else "locked"
    return StagePanel(
        id=stage.id,
        number=number,
        name=stage.name,
        flavour=stage.flavour,
        rivals=_(", ").join(stage.rivals),
        rounds=stage.rounds,
        unlocks=_(", ").join(stage.unlocks),
        needs="" if one.is_open else _(", ").join(names[need] for need in stage.requires),
        state=state,
        state_name=_state_name(state, is_running=bool(one.running)),
        best=_best(one),
        medals=_medals(stage.medals),
        tries=one.tries,
        board_url=reverse("games:match", args=[one.running]) if one.running else "",
        url=reverse("games:stage", args=[stage.id]),
    )


def _state_name(state: str, *, is_running: bool) -> str:
    if state == "open" and is_running:
        return _("In progress")
    return {"cleared": _("Cleared"), "open": pgettext("a stage", "Open"), "locked": _("Locked")}[
        state
    ]


def _medals(leads: tuple[int, ...]) -> str:
    if not leads:
        return ""
    told = dict(zip(("bronze", "silver", "gold"), (f"{lead:,}" for lead in leads), strict=True))
    return _("Medals by lead: bronze %(bronze)s%%, silver %(silver)s%%, gold %(gold)s%%") % told


def _best(one: StageFacts) -> str:
    if one.best is None:
        return ""
    told = {"power": f"{one.best[0]:,}", "rounds": one.best[1]}
    return _("Best: power %(power)s in %(rounds)s rounds") % told
