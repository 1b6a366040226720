"""A club in words: its members with their roles, and its board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import ngettext

from accounts.sanctions.rights import Verb, can
from games.clubs.models import Announcement, Club, Member

Role = Member.Role


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
    """How many members a club has."""
    return ngettext("%(number)d member", "%(number)d members", number) % {"number": number}


def member_lines(
    members: Iterable[Member], own_role: int | None, user_id: int | None
) -> list[MemberLine]:
    """The members, with what whoever has *own_role* may do about each."""
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
    """The announcements, newest first."""
    return [
        BoardLine(
            key=one.pk,
            author=one.author.name,
            url=reverse("accounts:profile", args=[one.author.name]),
            text=one.text,
            made_at=one.made_at,
        )
        for one in board
    ]
