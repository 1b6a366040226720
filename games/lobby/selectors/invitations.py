"""Open matches, looked up by the secret of their link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts.models import User
from games.common.filling import filled
from games.match.reading.selectors import match_by_secret
from games.match.reading.visibility import NoSuchMatch, check_known
from games.match.status import Status
from games.people.selectors import Kind, are_apart

if TYPE_CHECKING:
    from accounts.common.visitors import Visitor
    from games.match.models import Match


@dataclass(frozen=True, slots=True)
class Invitation:
    """The facts that a holder of the link may know before taking the seat."""

    uid: str
    secret: str
    game: str
    time_control: str
    inviter: str
    options: Mapping[str, str]
    """What of the terms the rules are told."""
    rated: bool
    onlookers: str
    start: str
    """Where it begins, as a text of the rules page; empty for the game's own start."""
    free_seats: tuple[int, ...]
    """The empty seats: whoever takes the link has the first of them."""
    state: str
    """open, own, mine (taken by the reader), taken or gone"""
    wants_account: bool
    """Whether the match counts, and the reader has no account yet."""
    is_by_guest: bool = False
    """Whether its maker is a guest, who is known on one device alone."""


def invitation_by_secret(secret: str, user: Visitor) -> Invitation:
    """The invitation of a link as *user* finds it. Raises Match.DoesNotExist."""
    match = match_by_secret(secret)
    check_known(match, user)
    players = list(match.players.select_related("user"))
    if match.rematch_of_id or any(player.bot for player in players):
        raise NoSuchMatch  # never was an invitation
    free = [player.seat for player in players if player.user_id is None and not player.bot]
    inviter = next(player for player in players if player.user is not None)
    assert inviter.user is not None
    assert inviter.user_id is not None
    if match.status == Status.OPEN and _are_apart(user, inviter.user_id):
        # as if it had been withdrawn
        return filled(
            Invitation, match, inviter="", free_seats=(), state="gone", wants_account=False
        )
    seated = user.is_authenticated and any(player.user_id == user.pk for player in players)
    return filled(
        Invitation,
        match,
        inviter=inviter.user.name if match.status == Status.OPEN else "",
        free_seats=tuple(free),
        state=_state(match, seated),
        wants_account=match.rated and (not isinstance(user, User) or user.is_guest),
        is_by_guest=inviter.user.is_guest,
    )


def _are_apart(user: Visitor, inviter_id: int) -> bool:
    return user.is_authenticated and are_apart(user.pk, inviter_id, Kind.PAIRING)


def _state(match: Match, seated: bool) -> str:
    if match.status == Status.OPEN:
        return "own" if seated else "open"
    if match.status == Status.ABORTED and match.started_at is None:
        return "gone"
    return "mine" if seated else "taken"
