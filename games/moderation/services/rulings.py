"""What moderators do in a match: a right, no conflict, one transaction, one row of the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engines.catalogue import meta_for
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.reading.selectors import RulingFacts, rulings_of
from games.moderation import conflicts
from games.moderation.models import Consent
from games.moderation.selectors.audits import faults_of
from games.moderation.services.actions import Action, ActionRequest, action_called
from games.moderation.services.consents import use_consent
from games.moderation.services.log import Facts, Why, check_right, facts_of, write
from queues.transactions import writing

if TYPE_CHECKING:
    from games.match.models import Match, Player


VERIFIED = "match-verified"
"""The verb of a replay in the log; what was found is in the row."""


def rule(*, uid: str, asked: ActionRequest, why: Why, now: datetime) -> None:
    """Do with match *uid* what is *asked*.

    Raises NoSuchMatch, NotAllowed, NoReason, Conflict or CannotRule, and then nothing has
    changed.
    """
    action = action_called(asked.action)
    check_right(why, action.right)
    with writing():
        match, players = lock_match(uid=uid)
        _check_conflict(action, why, match, now)
        before = facts_of(match, players)
        if action.takes_two and meta_for(match.game).hides_information:
            use_consent(match, Consent.Action.REWIND, why.actor, now)
        case = Case(match, players, now, asked.text)
        action.act(case, asked)
        if action.besides is not None:
            action.besides(case, why.actor)
        after = _facts_after(match, players)
        write(
            why,
            f"match-{action.verb}",
            now=now,
            match=match,
            facts=Facts(before=before, after=after),
        )


def verify(*, uid: str, why: Why, now: datetime) -> None:
    """Play match *uid* again from its terms, seed and plies, and log what is not as stored.

    Nothing in the match changes, so nothing is told in it. Raises like `rule`.
    """
    check_right(why, "halt_matches")
    with writing():
        match, _players = lock_match(uid=uid)
        conflicts.check_match(why.actor, match, now)
        write(why, VERIFIED, now=now, match=match, facts=Facts(after={"faults": faults_of(match)}))


@dataclass(frozen=True, slots=True)
class Preview:
    """The result that an action would have."""

    match: Match
    before: dict[str, Any]
    after: dict[str, Any]
    ruling: RulingFacts
    """What everybody would read in the match's own story."""


def preview(*, uid: str, asked: ActionRequest, why: Why, now: datetime) -> Preview:
    """Return what *asked* would make of the public facts, and what is told of it; nothing is kept.

    Raises like `rule`.
    """
    with writing():
        match, players = lock_match(uid=uid)
        before = facts_of(match, players)
        try:
            with writing():
                action = action_called(asked.action)
                _check_conflict(action, why, match, now)
                action.act(Case(match, players, now, asked.text), asked)
                ruling = rulings_of(match, seated=True)[-1]
                after = _facts_after(match, players)
                raise _Undo
        except _Undo:
            return Preview(match, before, after, ruling)


def _facts_after(match: Match, players: list[Player]) -> dict[str, Any]:
    """The facts of a match that was just acted on, and of a rewind to which ply it went back."""
    ply = rulings_of(match, seated=True)[-1].ply
    return facts_of(match, players) | ({} if ply is None else {"ply": ply})


class _Undo(Exception):
    """Takes back what was done only to be looked at."""


def _check_conflict(action: Action, why: Why, match: Match, now: datetime) -> None:
    if action.for_own_matches:
        conflicts.check_own_match(why.actor, match)
    else:
        conflicts.check_match(why.actor, match, now)
