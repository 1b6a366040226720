"""What moderators can do with a match: the one table that pages, rights, previews and log go by.

A new action is a row here, and where it tells the players something new, a verb of
`games.match.models.Ruling` with its sentence (`games.matchpage.presenters.rulings`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.chat.services import announce_switch
from games.match.changes import adjudicating
from games.match.changes.adjudicating import Case
from games.match.exceptions import CannotRule
from games.match.status import Status
from games.moderation.services.inquiries import keep_in_sight

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.models import User
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A request to do something with a match, as the form says it."""

    action: str
    text: str = ""
    """What both players are told besides."""
    seat: int | None = None
    ply: int = 0
    hours: int = 0
    level: str = ""


Act = Callable[[Case, ActionRequest], None]
Fits = Callable[["Match", Sequence["Player"]], bool]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that can be done."""

    verb: str
    """In forms, and with ``match-`` before it in the log."""
    label: StrPromise
    right: str
    act: Act
    """Does it to the locked match; raises CannotRule where it makes no sense."""
    fits: Fits
    """Whether there is any use in offering it; `act` decides."""
    place: str = ""
    """Among which buttons of the workbench it stands; empty for those with a form of their own."""
    is_strong: bool = False
    takes_two: bool = False
    """Where pieces are hidden, a colleague has to have approved it."""
    besides: Callable[[Case, User], None] | None = None
    """What it does outside the match."""
    for_own_matches: bool = False
    """Whether only one's own seat is a conflict, and no other tie to the players."""


def _runs(match: Match, players: Sequence[Player]) -> bool:
    return match.status == Status.ACTIVE


def _is_played(match: Match, players: Sequence[Player]) -> bool:
    return _runs(match, players) and not match.is_setting_up


def _is_timed(match: Match, players: Sequence[Player]) -> bool:
    return _runs(match, players) and any(player.deadline for player in players)


ENDED_BY_NO_MOVE = (
    *("time", "resignation", "no-force", "agreement", "quiet", "move-limit"),
    *("adjudicated", "concession", "forfeit", "season", "closed", "stuck"),
)
"""Such an end can be replaced by another, and where nothing was revealed, taken back."""


def _is_decided(match: Match, players: Sequence[Player]) -> bool:
    return match.status == Status.FINISHED and match.ended_how in ENDED_BY_NO_MOVE


def _can_be_decided(match: Match, players: Sequence[Player]) -> bool:
    return _is_played(match, players) or _is_decided(match, players)


def _can_be_frozen(match: Match, players: Sequence[Player]) -> bool:
    return _runs(match, players) and match.frozen_at is None


def _hours(asked: ActionRequest) -> timedelta:
    if not 0 < asked.hours <= 24 * 14:
        raise CannotRule
    return timedelta(hours=asked.hours)


TAKEN: dict[str, Callable[[ActionRequest], object]] = {
    "seat": lambda asked: asked.seat,
    "by": _hours,
}
"""What an action may take of the form besides its text."""


def _does(act: Callable[..., None], *takes: str, **fixed: object) -> Act:
    """*act* by the form: what it *takes* of `TAKEN`, and what is *fixed* here."""

    def do(case: Case, asked: ActionRequest) -> None:
        act(case, **{name: TAKEN[name](asked) for name in takes}, **fixed)

    return do


def _win(case: Case, asked: ActionRequest) -> None:
    if asked.seat is None:
        raise CannotRule
    adjudicating.adjudicate(case, winner=asked.seat)


def _rewind(case: Case, asked: ActionRequest) -> None:
    if case.match.status != Status.ACTIVE:
        raise CannotRule
    adjudicating.rewind(case, ply=asked.ply)


def _replace(case: Case, asked: ActionRequest) -> None:
    seat = -1 if asked.seat is None else asked.seat
    adjudicating.replace(case, seat=seat, level=asked.level)


def _announce_talk(case: Case, actor: User) -> None:
    announce_switch(case.match, case.players)


def _keep_in_sight(case: Case, actor: User) -> None:
    keep_in_sight(case.match, actor, case.now)


HIDE_LINES, HALT, DECIDE = "hide_lines", "halt_matches", "decide_matches"
STATE, RESULT, TIME = "state", "result", "time"

_ROWS = (
    Action(
        "investigate",
        _("Investigate"),
        HALT,
        _does(adjudicating.freeze, verb=adjudicating.Verb.INVESTIGATE),
        _can_be_frozen,
        STATE,
        is_strong=True,
        besides=_keep_in_sight,
    ),
    Action(
        "freeze",
        _("Freeze"),
        HALT,
        _does(adjudicating.freeze),
        _can_be_frozen,
        STATE,
        is_strong=True,
        for_own_matches=True,
    ),
    Action(
        "resume",
        _("Resume"),
        HALT,
        _does(adjudicating.resume),
        lambda match, players: _runs(match, players) and match.frozen_at is not None,
        STATE,
        is_strong=True,
    ),
    Action(
        "close-talk",
        _("Close the chat"),
        HIDE_LINES,
        _does(adjudicating.switch_talk, is_open=False),
        lambda match, players: match.started_at is not None and match.silenced_at is None,
        STATE,
        besides=_announce_talk,
    ),
    Action(
        "open-talk",
        _("Open the chat again"),
        HIDE_LINES,
        _does(adjudicating.switch_talk, is_open=True),
        lambda match, players: match.silenced_at is not None,
        STATE,
        besides=_announce_talk,
    ),
    Action(
        "hide",
        _("Hide from the public"),
        HALT,
        _does(adjudicating.switch_public, is_shown=False),
        lambda match, players: match.started_at is not None and match.hidden_at is None,
        STATE,
    ),
    Action(
        "show",
        _("Show to the public again"),
        HALT,
        _does(adjudicating.switch_public, is_shown=True),
        lambda match, players: match.hidden_at is not None,
        STATE,
    ),
    Action("win", _("Decide: a win"), DECIDE, _win, _can_be_decided),
    Action(
        "draw",
        _("Decide: draw"),
        DECIDE,
        _does(adjudicating.adjudicate, winner=None),
        _can_be_decided,
        RESULT,
    ),
    Action(
        "annul",
        _("Annul"),
        DECIDE,
        _does(adjudicating.annul),
        lambda match, players: (
            _runs(match, players) or (match.status == Status.FINISHED and match.annulled_at is None)
        ),
        RESULT,
    ),
    Action(
        "restore",
        _("Let it count again"),
        DECIDE,
        _does(adjudicating.restore),
        lambda match, players: match.annulled_at is not None,
        RESULT,
    ),
    Action(
        "reopen",
        _("Re-open"),
        DECIDE,
        _does(adjudicating.reopen),
        lambda match, players: (
            _is_decided(match, players)
            or (match.status == Status.ABORTED and match.started_at is not None)
        ),
        RESULT,
    ),
    Action(
        "extend",
        _("Give time"),
        HALT,
        _does(adjudicating.extend, "by", "seat"),
        _is_timed,
        TIME,
    ),
    Action(
        "take-time",
        _("Take time back"),
        HALT,
        _does(adjudicating.take_time_back, "by", "seat"),
        lambda match, players: _is_timed(match, players) and match.was_ruled,
        TIME,
    ),
    Action(
        "grace",
        _("Grant grace"),
        HALT,
        _does(adjudicating.grant_grace, "by", "seat"),
        _is_timed,
        TIME,
    ),
    Action(
        "no-grace",
        _("Remove the grace"),
        HALT,
        _does(adjudicating.remove_grace, "seat"),
        lambda match, players: _runs(match, players) and any(player.grace for player in players),
        TIME,
    ),
    Action(
        "renew",
        _("Begin the turn's time anew"),
        HALT,
        _does(adjudicating.renew, "seat"),
        _is_timed,
        TIME,
    ),
    Action(
        "void",
        _("Void the last move"),
        DECIDE,
        _does(adjudicating.void_last),
        _is_played,
        takes_two=True,
    ),
    Action("rewind", _("Rewind"), DECIDE, _rewind, _is_played, takes_two=True),
    Action("replace", _("Let a bot play on"), DECIDE, _replace, _runs),
)

ACTIONS: dict[str, Action] = {action.verb: action for action in _ROWS}
"""Every action by its verb."""


def action_called(verb: str) -> Action:
    """Return the action of that verb. Raises CannotRule for none."""
    if verb not in ACTIONS:
        raise CannotRule
    return ACTIONS[verb]


def actions_open_to(actor: User, match: Match, players: Sequence[Player]) -> list[Action]:
    """Return what *actor* has the right to, and what makes sense as *match* stands."""
    return [
        action
        for action in _ROWS
        if actor.has_perm(f"moderation.{action.right}") and action.fits(match, players)
    ]
