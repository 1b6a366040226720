"""The page behind an invitation link."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.names import game_name, option_words, side_name, start_words
from games.common.filling import filled
from games.lobby.selectors.invitations import Invitation
from games.match.presenters.clocktext import terms_sentence
from games.match.presenters.onlookers import onlookers_words


@dataclass(frozen=True, slots=True)
class InvitePage:
    """An invitation as its reader finds it."""

    inviter_name: str
    game_name: str
    game_slug: str
    time_sentence: str
    options: tuple[tuple[str, str], ...]
    """What else was chosen for the match: names and values."""
    rated: bool
    onlookers: str
    start: str
    """Where it begins, in words; "" for the game's own start."""
    side_sentence: str
    state: str
    wants_account: bool
    is_by_guest: bool
    link: str
    match_url: str
    cancel_url: str


def present_invitation(invitation: Invitation, link: str) -> InvitePage:
    """The page for *invitation*, whose own absolute address is *link*."""
    return filled(
        InvitePage,
        invitation,
        inviter_name=invitation.inviter,
        game_name=game_name(invitation.game),
        game_slug=invitation.game,
        time_sentence=terms_sentence(invitation.time_control),
        options=option_words(invitation.game, invitation.options),
        onlookers=onlookers_words(invitation.onlookers),
        start=start_words(invitation.game, invitation.start),
        side_sentence=_side_sentence(invitation),
        link=link,
        match_url=reverse("games:match", args=[invitation.uid]),
        cancel_url=reverse("games:cancel", args=[invitation.uid]),
    )


def _side_sentence(invitation: Invitation) -> str:
    """Where the guest will sit; who comes first to several seats sits in the first of them."""
    if not invitation.free_seats:
        return ""
    seat = invitation.free_seats[0]
    names = {"side": side_name(invitation.game, seat, invitation.options)}
    return _guest(seat) % names if invitation.state == "own" else _mine(seat) % names


def _guest(seat: int) -> str:
    sentence = (
        _("Your opponent plays %(side)s and moves first."),
        _("Your opponent plays %(side)s and moves second."),
    )
    return sentence[seat] if seat < len(sentence) else _("Your opponent plays %(side)s.")


def _mine(seat: int) -> str:
    sentence = (
        _("You play %(side)s and move first."),
        _("You play %(side)s and move second."),
    )
    return sentence[seat] if seat < len(sentence) else _("You play %(side)s.")
