"""The moderators' pages as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engines.core.jsontypes import JsonObject
from games.boards.names import bot_name, game_name, player_name, presenter_for, side_name
from games.common.filling import filled
from games.match.presenters.clocktext import terms_sentence
from games.matchpage.presenters.rulings import ruling_sentence
from games.moderation.categories import CATEGORIES
from games.moderation.models import Report
from games.moderation.presenters.words import (
    ending_name,
    fact_name,
    fact_value,
    result_name,
    status_name,
    time_text,
)
from games.moderation.selectors.queue import Queue
from games.moderation.selectors.workbench import Workbench
from games.moderation.services.actions import RESULT, STATE, TIME, Action, actions_open_to

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.models import Match, Player
    from games.match.reading.clockproof import ClockStep


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One report in the queue."""

    pk: int
    suspect: str
    score: int
    opened_at: datetime
    taken_by: str
    for_seniors: bool
    best: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class QueuePage:
    """The queue."""

    rows: tuple[QueueRow, ...]
    rooms: tuple[tuple[str, str, int, int], ...]
    """Room, its name, how many reports, the highest score."""
    room: str
    mine: tuple[QueueRow, ...]
    inquiries: tuple[tuple[str, str, datetime], ...]
    """The matches the reader looks into: uid, who plays, since when."""
    appeals: Sequence[Any]
    consents: Sequence[Any]
    has_more: bool


def present_queue(queue: Queue, room: str) -> QueuePage:
    """Return the queue of one room, or of all."""
    counts = {name: (number, top) for name, number, top in queue.rooms}
    return filled(
        QueuePage,
        queue,
        rows=tuple(_row(report) for report in queue.reports),
        rooms=tuple(
            (key, str(name), *counts.get(key, (0, 0))) for key, name in Report.Room.choices
        ),
        room=room,
        mine=tuple(_row(report) for report in queue.mine),
        inquiries=tuple(
            (row.match.uid, title_of_match(row.match), row.opened_at) for row in queue.inquiries
        ),
    )


def _row(report: Report) -> QueueRow:
    atoms = sorted(report.atoms.all(), key=lambda atom: -CATEGORIES[atom.category].weight)
    titles = [
        f"{CATEGORIES[atom.category].title}: {atom.line or atom.text}"[:120] for atom in atoms
    ]
    return filled(
        QueueRow,
        report,
        suspect=report.suspect.name,
        taken_by=report.taken_by.name if report.taken_by else "",
        best=tuple(title.rstrip(": ") for title in titles[:3]),
        count=len(atoms),
    )


@dataclass(frozen=True, slots=True)
class ClockLine:
    """One step of the clock arithmetic, as text."""

    number: int
    side: str
    started_at: datetime
    made_at: datetime
    sum: str


@dataclass(frozen=True, slots=True)
class WorkbenchPage:
    """The page of one match."""

    uid: str
    title: str
    game: str
    view: JsonObject | None
    facts: tuple[tuple[str, Any], ...]
    people: tuple[dict[str, Any], ...]
    story: tuple[tuple[int, int, str, str], ...]
    """Ply, number of the move as players read it, side, what was told of it."""
    clock: tuple[ClockLine, ...]
    standing: tuple[tuple[str, str], ...]
    """What the clocks hold as stored, by side."""
    levels: tuple[tuple[str, str], ...]
    """The bots that could play on, and their names."""
    workbench: Workbench
    replay: tuple[datetime, str] | None
    """When the match was last replayed, and what was found."""
    rulings: tuple[tuple[str, datetime, str], ...]
    """What moderators have done here, as everybody reads it, and what the players were told."""
    open_to: frozenset[str]
    """What this member of staff may do here, and what makes sense as the match stands."""
    buttons: dict[str, list[Action]]
    """Those of it that are a button and no more, by where they stand."""
    may_verify: bool
    may_hide: bool
    may_reveal: bool


def present_workbench(workbench: Workbench, actor: User) -> WorkbenchPage:
    """Return the workbench for *actor*."""
    match = workbench.match
    actions = actions_open_to(actor, match, workbench.players)
    story = presenter_for(match.game).story(list(workbench.news), None) if workbench.news else ()
    return WorkbenchPage(
        uid=match.uid,
        title=title_of_match(match, workbench.players),
        game=match.game,
        view=workbench.view,
        facts=_facts(workbench),
        people=tuple(_person(workbench, player) for player in workbench.players),
        story=tuple(
            (move.ply, _number(match, move.ply), _side(match, move.seat), move.sentence)
            for move in story
        ),
        clock=tuple(_clock_line(match, step) for step in workbench.steps),
        standing=tuple(
            (_side(match, player.seat), time_text(player.bank)) for player in workbench.players
        ),
        levels=tuple((level, bot_name(match.game, level)) for level in workbench.levels),
        workbench=workbench,
        open_to=frozenset(action.verb for action in actions),
        buttons={
            place: [action for action in actions if action.place == place]
            for place in (STATE, RESULT, TIME)
        },
        replay=(workbench.replay.made_at, fact_value("faults", workbench.replay.after["faults"]))
        if workbench.replay
        else None,
        may_verify=actor.has_perm("moderation.halt_matches"),
        rulings=tuple(
            (ruling_sentence(match, ruling), ruling.made_at, ruling.text)
            for ruling in workbench.rulings
        ),
        may_hide=actor.has_perm("moderation.hide_lines"),
        may_reveal=actor.has_perm("moderation.reveal_matches"),
    )


def title_of_match(match: Match, players: Sequence[Player] = ()) -> str:
    """A match by the names of those who play, by seat."""
    seated = players or match.players.all()
    return " – ".join(_name(match.game, player) for player in seated)


def _name(game: str, player: Player) -> str:
    name = player.user.name if player.user else player.bot
    return player_name(game, name, is_bot=bool(player.bot))


def _side(match: Match, seat: int) -> str:
    return side_name(match.game, seat, match.options)


def _number(match: Match, ply: int) -> int:
    """Return the number of a move as players read it; 0 for what was placed before."""
    return max(0, ply - presenter_for(match.game).plies_before)


def _facts(workbench: Workbench) -> tuple[tuple[str, Any], ...]:
    match = workbench.match
    return (
        (_("Game"), game_name(match.game)),
        (_("Status"), status_name(match.status)),
        (_("Ended by"), ending_name(match.ended_how)),
        (_("Time"), terms_sentence(match.time_control)),
        (_("Began"), match.started_at),
        (_("Ended"), match.ended_at),
        (_("Deadline"), match.deadline),
        (_("Frozen since"), match.frozen_at),
        (_("Annulled"), match.annulled_at),
        (_("Hidden from the public since"), match.hidden_at),
        (_("Chat closed since"), match.silenced_at),
    )


def _person(workbench: Workbench, player: Player) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "side": _side(workbench.match, player.seat),
        "name": _name(workbench.match.game, player),
        "pk": player.user_id,
        "is_to_act": player.is_to_act,
        "result": result_name(player.result),
        "deadline": player.deadline,
    }


def _clock_line(match: Match, step: ClockStep) -> ClockLine:
    parts = [time_text(step.before), f"− {time_text(step.spent)}"]
    if step.off:
        parts.append(_("(%(time)s off)") % {"time": time_text(step.off)})
    if step.excused:
        parts.append(_("(%(time)s excused)") % {"time": time_text(step.excused)})
    if step.credited:
        parts.append(_("(%(time)s given back)") % {"time": time_text(step.credited)})
    if step.bonus:
        parts.append(f"+ {time_text(step.bonus)}")
    parts.append(f"= {time_text(step.after)}")
    side = _side(match, step.seat)
    return ClockLine(_number(match, step.ply), side, step.started_at, step.made_at, " ".join(parts))


def changes_of(
    match: Match | None, before: dict[str, Any], after: dict[str, Any]
) -> list[tuple[str, str, str]]:
    """Return what an action (in *match*) changes, line by line: what, before, after.

    Of an action that made something, there is no before.
    """
    names = [name for name in {**before, **after} if name not in ("seats", "ply")]
    found = [_change(name, "", before, after) for name in names]
    if match is None:
        return [change for change in found if change[1] != change[2]]
    if "ply" in after:
        found.append((_("Back to after move"), "", str(_number(match, after["ply"]))))
    for old, new in zip(before.get("seats", ()), after.get("seats", ()), strict=True):
        side = f"{_side(match, old['seat'])}: "
        found += [_change(name, side, old, new) for name in old]
    return [change for change in found if change[1] != change[2]]


def _change(
    name: str, side: str, before: dict[str, Any], after: dict[str, Any]
) -> tuple[str, str, str]:
    values = (fact_value(name, facts.get(name)) for facts in (before, after))
    return (side + fact_name(name), *values)  # type: ignore[return-value]
