"""Open matches, looked up by the secret of their link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.models import Match, Status

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True, slots=True)
class Invitation:
    """What whoever holds the link may know before taking the seat."""

    uid: str
    secret: str
    game: str
    time_control: str
    inviter: str
    free_seat: int | None
    """The seat the taker will have; None once it is taken."""
    state: str
    """open, own, mine (taken by the reader), taken or gone"""


def invitation_by_secret(secret: str, user: AbstractBaseUser | AnonymousUser) -> Invitation:
    """The invitation of a link as *user* finds it. Raises Match.DoesNotExist."""
    match = Match.objects.get(secret=secret)
    players = list(match.players.select_related("user"))
    if match.rematch_of_id or any(player.bot for player in players):
        raise Match.DoesNotExist  # never was an invitation
    free = [player.seat for player in players if player.user_id is None and not player.bot]
    inviter = next(player for player in players if player.user is not None)
    assert inviter.user is not None
    seated = user.is_authenticated and any(player.user_id == user.pk for player in players)
    return Invitation(
        uid=match.uid,
        secret=match.secret,
        game=match.game,
        time_control=match.time_control,
        inviter=inviter.user.name if match.status == Status.OPEN else "",
        free_seat=free[0] if free else None,
        state=_state(match, seated),
    )


def _state(match: Match, seated: bool) -> str:
    if match.status == Status.OPEN:
        return "own" if seated else "open"
    if match.status == Status.ABORTED and match.started_at is None:
        return "gone"
    return "mine" if seated else "taken"
