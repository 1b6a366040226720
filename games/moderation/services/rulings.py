"""What moderators do in a match: a right, no conflict, one transaction, one row of the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from engines.catalogue import meta_for
from games.chat.services import announce_switch
from games.match import adjudicating
from games.match.exceptions import CannotRule
from games.match.locking import lock_match
from games.match.selectors import RulingFacts, rulings_of
from games.match.status import Status
from games.moderation import conflicts
from games.moderation.models import Consent
from games.moderation.selectors.audits import faults_of
from games.moderation.services.consents import use_consent
from games.moderation.services.inquiries import keep_in_sight
from games.moderation.services.log import Why, check_right, facts_of, write
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done with a match, as the form says it."""

    deed: str
    text: str = ""
    """What both players are told besides."""
    seat: int | None = None
    ply: int = 0
    hours: int = 0
    level: str = ""


RIGHTS = {
    "close-talk": "hide_lines",
    "open-talk": "hide_lines",
    "freeze": "halt_matches",
    "investigate": "halt_matches",
    "resume": "halt_matches",
    "extend": "halt_matches",
    "take-time": "halt_matches",
    "renew": "halt_matches",
    "grace": "halt_matches",
    "no-grace": "halt_matches",
    "hide": "halt_matches",
    "show": "halt_matches",
    "win": "decide_matches",
    "draw": "decide_matches",
    "annul": "decide_matches",
    "restore": "decide_matches",
    "void": "decide_matches",
    "rewind": "decide_matches",
    "replace": "decide_matches",
    "reopen": "decide_matches",
}
"""Every deed, and the right it takes."""

VERIFIED = "match-verified"
"""The verb of a replay in the log; what was found is in the row."""

Deed = Callable[..., None]


def rule(*, uid: str, wish: Wish, why: Why, now: datetime) -> None:
    """Do with match *uid* what *wish* says.

    Raises NoSuchMatch, NotAllowed, NoReason, Conflict or CannotRule, and then nothing has
    changed.
    """
    if wish.deed not in RIGHTS:
        raise CannotRule
    check_right(why, RIGHTS[wish.deed])
    with writing():
        match, players = lock_match(uid=uid)
        _check_conflict(wish, why, match, now)
        before = facts_of(match, players)
        if wish.deed in ("rewind", "void") and meta_for(match.game).hides_information:
            use_consent(match, Consent.Deed.REWIND, why.actor, now)
        _DEEDS[wish.deed](match, players, wish, now)
        _do_besides(match, players, wish, why, now)
        after = facts_of(match, players)
        write(why, f"match-{wish.deed}", now=now, match=match, before=before, after=after)


def verify(*, uid: str, why: Why, now: datetime) -> None:
    """Play match *uid* again from its terms, seed and plies, and log what is not as stored.

    Nothing in the match changes, so nothing is told in it. Raises like `rule`.
    """
    check_right(why, "halt_matches")
    with writing():
        match, _players = lock_match(uid=uid)
        conflicts.check_match(why.actor, match, now)
        write(why, VERIFIED, now=now, match=match, after={"faults": faults_of(match)})


@dataclass(frozen=True, slots=True)
class Preview:
    """What a deed would do."""

    match: Match
    before: dict[str, Any]
    after: dict[str, Any]
    ruling: RulingFacts
    """What everybody would read in the match's own story."""


def preview(*, uid: str, wish: Wish, why: Why, now: datetime) -> Preview:
    """What *wish* would make of the public facts, and what is told of it; nothing is kept.

    Raises like `rule`.
    """
    with writing():
        match, players = lock_match(uid=uid)
        before = facts_of(match, players)
        try:
            with writing():
                if wish.deed not in RIGHTS:
                    raise CannotRule
                _check_conflict(wish, why, match, now)
                _DEEDS[wish.deed](match, players, wish, now)
                told = rulings_of(match, seated=True)[-1]
                raise _Undo
        except _Undo:
            return Preview(match, before, facts_of(match, players), told)


def _do_besides(match: Match, players: list[Player], wish: Wish, why: Why, now: datetime) -> None:
    """What some deeds do outside the match."""
    if wish.deed == "investigate":
        keep_in_sight(match, why.actor, now)
    elif wish.deed in ("close-talk", "open-talk"):
        announce_switch(match, players)


class _Undo(Exception):
    """Takes back what was done only to be looked at."""


def _check_conflict(wish: Wish, why: Why, match: Match, now: datetime) -> None:
    if wish.deed == "freeze":
        conflicts.check_own_match(why.actor, match)
    else:
        conflicts.check_match(why.actor, match, now)


def _freeze(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.freeze(match, players, text=wish.text, now=now)


def _investigate(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    verb = adjudicating.Verb.INVESTIGATE
    adjudicating.freeze(match, players, text=wish.text, now=now, verb=verb)


def _switch_talk(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    is_open = wish.deed == "open-talk"
    adjudicating.switch_talk(match, players, is_open=is_open, text=wish.text, now=now)


def _switch_public(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    is_shown = wish.deed == "show"
    adjudicating.switch_public(match, players, is_shown=is_shown, text=wish.text, now=now)


def _resume(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.resume(match, players, text=wish.text, now=now)


def _extend(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    by = _hours(wish)
    adjudicating.extend(match, players, by=by, seat=wish.seat, text=wish.text, now=now)


def _take_time(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    by = _hours(wish)
    adjudicating.take_time_back(match, players, by=by, seat=wish.seat, text=wish.text, now=now)


def _renew(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.renew(match, players, seat=wish.seat, text=wish.text, now=now)


def _grace(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    by = _hours(wish)
    adjudicating.grant_grace(match, players, by=by, seat=wish.seat, text=wish.text, now=now)


def _no_grace(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.remove_grace(match, players, seat=wish.seat, text=wish.text, now=now)


def _hours(wish: Wish) -> timedelta:
    if not 0 < wish.hours <= 24 * 14:
        raise CannotRule
    return timedelta(hours=wish.hours)


def _win(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    if wish.seat is None:
        raise CannotRule
    adjudicating.adjudicate(match, players, winner=wish.seat, text=wish.text, now=now)


def _draw(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.adjudicate(match, players, winner=None, text=wish.text, now=now)


def _annul(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.annul(match, players, text=wish.text, now=now)


def _restore(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.restore(match, players, text=wish.text, now=now)


def _void(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.void_last(match, players, text=wish.text, now=now)


def _rewind(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    if match.status != Status.ACTIVE:
        raise CannotRule
    adjudicating.rewind(match, players, ply=wish.ply, text=wish.text, now=now)


def _replace(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    seat = -1 if wish.seat is None else wish.seat
    adjudicating.replace(match, players, seat=seat, level=wish.level, text=wish.text, now=now)


def _reopen(match: Match, players: list[Player], wish: Wish, now: datetime) -> None:
    adjudicating.reopen(match, players, text=wish.text, now=now)


_DEEDS: dict[str, Deed] = {
    "close-talk": _switch_talk,
    "open-talk": _switch_talk,
    "freeze": _freeze,
    "investigate": _investigate,
    "resume": _resume,
    "extend": _extend,
    "take-time": _take_time,
    "renew": _renew,
    "grace": _grace,
    "no-grace": _no_grace,
    "hide": _switch_public,
    "show": _switch_public,
    "win": _win,
    "draw": _draw,
    "annul": _annul,
    "restore": _restore,
    "void": _void,
    "rewind": _rewind,
    "replace": _replace,
    "reopen": _reopen,
}
