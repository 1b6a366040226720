"""The page behind an invitation link."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenters.clocktext import terms_sentence
from games.presenters.games import game_name, side_name
from games.selectors.invitations import Invitation


@dataclass(frozen=True, slots=True)
class InvitePage:
    """An invitation as its reader finds it."""

    inviter_name: str
    game_name: str
    game_slug: str
    time_sentence: str
    side_sentence: str
    state: str
    link: str
    match_url: str
    cancel_url: str


def present_invitation(invitation: Invitation, link: str) -> InvitePage:
    """The page for *invitation*, whose own absolute address is *link*."""
    return InvitePage(
        inviter_name=invitation.inviter,
        game_name=game_name(invitation.game),
        game_slug=invitation.game,
        time_sentence=terms_sentence(invitation.time_control),
        side_sentence=_side_sentence(invitation),
        state=invitation.state,
        link=link,
        match_url=reverse("games:match", args=[invitation.uid]),
        cancel_url=reverse("games:cancel", args=[invitation.uid]),
    )


def _side_sentence(invitation: Invitation) -> str:
    if invitation.free_seat is None:
        return ""
    side = side_name(invitation.game, invitation.free_seat)
    is_first = invitation.free_seat == 0
    if invitation.state == "own":
        guest = (
            _("Your guest plays %(side)s, first.")
            if is_first
            else _("Your guest plays %(side)s, second.")
        )
        return guest % {"side": side}
    mine = (
        _("You play %(side)s and move first.")
        if is_first
        else _("You play %(side)s and move second.")
    )
    return mine % {"side": side}
