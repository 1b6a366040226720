"""The map of the campaign, as its template shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.boards.kit.campaigns import StageCard
from games.campaign.forms import SkirmishForm
from games.campaign.models import DailyRun
from games.campaign.selectors import (
    StageFacts,
    skirmish_card,
    table_of_day,
    table_of_week,
    today_of,
)
from games.common.filling import filled

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


def skirmish_line(form: SkirmishForm) -> str:
    """Return the choices of the folded part, valid or not: "Rounds: 12 · Even · New map"."""
    rounds, start, seed = (str(form[name].value() or "") for name in ("rounds", "start", "seed"))
    drawn = _("Map “%(seed)s”") % {"seed": seed} if seed else _("New map")
    starts = skirmish_card().starts
    return " · ".join([f"{form['rounds'].label}: {rounds}", starts.get(start, start), drawn])


def present_campaign(facts: Iterable[StageFacts]) -> tuple[Chapter, ...]:
    """Return the chapters of the map."""
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
        OWN: _("Stages of this site"),
        1: _("Chapter 1: a small land"),
        2: _("Chapter 2: between neighbours"),
        3: _("Chapter 3: the heart of the map"),
    }.get(number, _("Chapter %(number)s") % {"number": number})


def _panel(number: int, one: StageFacts, names: dict[str, str]) -> StagePanel:
    stage = one.stage
    state = "cleared" if one.is_cleared else "open" if one.is_open else "locked"
    return filled(
        StagePanel,
        stage,
        one,
        number=number,
        rivals=_(", ").join(stage.rivals),
        unlocks=_(", ").join(stage.unlocks),
        needs="" if one.is_open else _(", ").join(names[need] for need in stage.requires),
        state=state,
        state_name=_state_name(state, is_running=bool(one.running)),
        best=_best(one),
        medals=_medals(stage.medals),
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
    values = dict(zip(("bronze", "silver", "gold"), (f"{lead:,}" for lead in leads), strict=True))
    return _("Medals by lead: bronze %(bronze)s%%, silver %(silver)s%%, gold %(gold)s%%") % values


def _best(one: StageFacts) -> str:
    if one.best is None:
        return ""
    values = {"power": f"{one.best[0]:,}", "rounds": one.best[1]}
    return _("Best: power %(power)s in %(rounds)s rounds") % values


# --- the challenge of a day -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of a table of leads."""

    place: int
    name: str
    lead: str
    note: str
    """Rounds, or on how many days."""
    replay_url: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table of leads."""

    title: str
    rows: tuple[TableRow, ...]
    empty: str
    """What stands there without rows."""


@dataclass(frozen=True, slots=True)
class DailyPage:
    """The challenge of today as one player has it."""

    day: date
    terms: str
    state: str
    """open, running or over."""
    board_url: str
    result: str
    tables: tuple[Table, ...]


def present_daily(day: date, stage: StageCard, run: DailyRun | None, who: Seer) -> DailyPage:
    """The page of *day*: its tables, and who has done what, for whoever has ended their run."""
    is_over = run is not None and run.ended_at is not None
    state = "over" if is_over else "running" if run is not None else "open"
    rivals = _(", ").join(stage.rivals)
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", stage.rounds)
    return DailyPage(
        day=day,
        terms=f"{rivals} · {rounds % {'rounds': stage.rounds}}",
        state=state,
        board_url=reverse("games:match", args=[run.match.uid]) if run is not None else "",
        result=_result(run) if is_over and run is not None else "",
        tables=tuple(_tables(day, who))
        if is_over
        else (_table_of_day(_("Yesterday"), day - timedelta(days=1), who, replays=True),),
    )


@dataclass(frozen=True, slots=True)
class Seer:
    """The person who looks at a page."""

    id: int
    is_guest: bool
    """Guests see no replays of a day that is not over: they could be anybody."""


def _result(run: DailyRun) -> str:
    values = {"lead": percent(run.lead or 0), "rounds": run.rounds or 0}
    if run.ended_at is not None and today_of(run.ended_at) > run.day:
        return _("Your lead: %(lead)s. It ended after its day, so it stands in no table.") % values
    return _("Your lead: %(lead)s in %(rounds)s rounds.") % values


def _tables(day: date, who: Seer) -> Iterator[Table]:
    yield _table_of_day(_("Today"), day, who, replays=not who.is_guest)
    rows = tuple(
        TableRow(one.place, one.name, percent(one.lead), _days(one.days), "", one.is_own)
        for one in table_of_week(day, who.id)
    )
    yield Table(_("This week: the best lead counts"), rows, _("Nobody has ended a run yet."))


def _table_of_day(title: str, day: date, who: Seer, *, replays: bool) -> Table:
    rows = tuple(
        TableRow(
            place=one.place,
            name=one.name,
            lead=percent(one.lead),
            note=ngettext("%(rounds)s round", "%(rounds)s rounds", one.rounds)
            % {"rounds": one.rounds},
            replay_url=reverse("games:match", args=[one.uid]) if replays or one.is_own else "",
            is_own=one.is_own,
        )
        for one in table_of_day(day, who.id)
    )
    return Table(title, rows, _("Nobody has ended a run yet."))


def _days(count: int) -> str:
    return ngettext("%(days)s day", "%(days)s days", count) % {"days": count}


def percent(lead: int) -> str:
    """A lead in thousandths as it stands on the page: "+12.4 %"."""
    sign = "+" if lead > 0 else "−" if lead < 0 else ""
    return f"{sign}{abs(lead) / 10:,.1f} %"
