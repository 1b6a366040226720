"""A club in words: its members with their roles, and its board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.sanctions.rights import Verb, can
from games.clubs.models import Announcement, Club, Member
from games.clubs.selectors import clubs_of
from games.common.feeds import Entry, Feed
from games.common.pulls import Pull, Reader
from games.common.rownames import name_of
from games.match.presenters.people import profile_url

Role = Member.Role
TITLE = 80
"""So many characters of an announcement are its title in a feed."""


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list."""

    url: str
    name: str
    about: str
    members: str


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Somebody in a club, and what the reader may do about them."""

    name: str
    url: str
    role: str
    is_own: bool
    can_put_out: bool
    roles: tuple[tuple[int, str], ...]
    """The other roles that the reader may give, with their names."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """An announcement."""

    key: int
    author: str
    url: str
    text: str
    made_at: datetime


def club_card(club: Club) -> ClubCard:
    """A club whose members are counted."""
    return ClubCard(
        url=reverse("games:club", args=[club.uid]),
        name=club.name,
        about=club.about[:200],
        members=members_text(club.joined),
    )


def members_text(number: int) -> str:
    """Return how many members a club has."""
    return ngettext("%(number)d member", "%(number)d members", number) % {"number": number}


def member_lines(
    members: Iterable[Member], own_role: int | None, user_id: int | None, *, is_class: bool
) -> list[MemberLine]:
    """Return the members, with what whoever has *own_role* may do about each; in a class it is
    done on the teacher's own page."""
    own_role = None if is_class else own_role
    return [
        MemberLine(
            name=member.user.name,
            url=reverse("accounts:profile", args=[member.user.name]),
            role=str(Role(member.role).label),
            is_own=member.user_id == user_id,
            can_put_out=_is_above(own_role, member) and member.user_id != user_id,
            roles=tuple(
                (role.value, str(role.label))
                for role in Role
                if own_role == Role.OWNER and member.user_id != user_id and role != member.role
                if role == Role.MEMBER or can(member.user, Verb.PLAY)
            ),
        )
        for member in members
    ]


def _is_above(own_role: int | None, member: Member) -> bool:
    return own_role is not None and own_role <= Role.OFFICER and own_role < member.role


def board_lines(board: Iterable[Announcement]) -> list[BoardLine]:
    """Return the announcements, newest first."""
    return [
        BoardLine(
            key=one.pk,
            author=one.author.name,
            url=profile_url(one.author.name, is_bot=False),
            text=one.text,
            made_at=one.made_at,
        )
        for one in board
    ]


def board_feed(club: Club, board: Iterable[Announcement]) -> Feed:
    """The announcements of a club, newest first."""
    here = reverse("games:club", args=[club.uid])
    return Feed(
        title=f"{club.name} · {_('Announcements')}",
        path=reverse("games:club-feed", args=[club.uid]),
        page=here,
        since=club.made_at,
        entries=[
            Entry(
                key=name_of(one),
                title=Truncator(" ".join(one.text.split())).chars(TITLE),
                lines=tuple(one.text.splitlines()),
                path=here,
                at=one.made_at,
                author=one.author.name,
            )
            for one in board
        ],
    )


def club_pull(reader: Reader) -> Pull | None:
    """The first of the reader's clubs by name."""
    for club in clubs_of(reader.user.pk)[:1]:
        return Pull(club.name, reverse("games:club", args=[club.uid]), _("Open the club"))
    return None
