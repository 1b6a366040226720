"""Clubs as they stand."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.rights import CLOSED, Verb, able
from games.clubs.models import Announcement, Club, ClubReport, Member
from queues.prepared import Prepared

Role = Member.Role
OFFICER = Role.OFFICER
PAGE = 30
BOARD = 20
"""So many announcements are shown."""


def club_called(uid: str) -> Club | None:
    """Return the club of that id."""
    return Club.objects.filter(uid=uid).first()


def club_seen(uid: str, user_id: int | None) -> Club | None:
    """Return the club of that id, if there is one for the user: a class is there for its own."""
    club = club_called(uid)
    if club is None or (club.is_class and member_of(club, user_id) is None):
        return None
    return club


def club_named(name: str) -> Club | None:
    """Return the open club of that name, however it is written."""
    wanted = " ".join(name.replace("\x00", "").split())
    return Club.objects.filter(name__iexact=wanted, closed_at=None, is_class=False).first()


def clubs_called(uids: Collection[str]) -> dict[str, Club]:
    """Return the clubs of those ids that are still there, in one statement."""
    return {one.uid: one for one in Club.objects.filter(uid__in=uids)}


def officers_of(club: Club) -> list[User]:
    """Return its owner and its officers."""
    return [one.user for one in members_of(club).filter(role__lte=OFFICER)]


def listed(*, wanted: str, user_id: int | None) -> QuerySet[Club]:
    """Clubs that are open, newest first: those whose name begins so, or else the user's own."""
    also = {"joined": Count("members", filter=Q(members__joined_at__isnull=False))}
    found = Club.objects.filter(closed_at=None).annotate(**also)
    if user_id is not None:
        mine = Member.objects.filter(user_id=user_id).exclude(joined_at=None)
        found = found.filter(pk__in=mine.values("club_id"))
    else:
        found = found.filter(is_class=False)
    if wanted:
        found = found.filter(name__istartswith=wanted)
    return found.order_by("-made_at", "-pk")


def members_of(club: Club) -> QuerySet[Member]:
    """Return who has joined, by role and then by time."""
    joined = club.members.exclude(joined_at=None).select_related("user")
    return joined.order_by("role", "joined_at", "pk")


def asking(club: Club) -> QuerySet[Member]:
    """Return who asks to join, oldest first."""
    waiting = club.members.filter(_can_play(), joined_at=None).select_related("user")
    return waiting.order_by("asked_at", "pk")


def fit_for_roles(club: Club) -> QuerySet[Member]:
    """Return who can be made its officer or its owner, by role and then by time."""
    return members_of(club).filter(_can_play())


def owner_of(club: Club) -> Member | None:
    """Return its owner; where they have gone or are closed, who is highest and longest in it of
    those that can be made it."""
    stays = Q(role=Role.OWNER) & ~Q(user__in=User.objects.filter(CLOSED))
    heirs = Q(pk=None) if club.is_class else _can_play()
    return members_of(club).filter(stays | heirs).first()


def _can_play() -> Q:
    return able(Verb.PLAY, timezone.now(), "user")


def member_of(club: Club, user_id: int | None) -> Member | None:
    """Return the user's membership, one only asked for included."""
    return club.members.filter(user_id=user_id).first() if user_id else None


def role_of(club: Club, user_id: int | None) -> int | None:
    """Return what the user may do there; None for who has not joined."""
    own = member_of(club, user_id)
    if own is None or own.joined_at is None:
        return None
    return Role.OWNER if own == owner_of(club) else own.role


def is_member(uid: str, user_id: int) -> bool:
    """Return whether a user has joined the club of that id, and it is open."""
    found = Member.objects.filter(club__uid=uid, user_id=user_id, club__closed_at=None)
    return found.exclude(joined_at=None).exists()


def is_officer(uid: str, user_id: int) -> bool:
    """Return whether a user is an officer of the club of that id, or its owner, and it is open; a
    class has no events, so it is none."""
    club = Club.objects.filter(uid=uid, closed_at=None, is_class=False).first()
    role = role_of(club, user_id) if club else None
    return role is not None and role <= Role.OFFICER


def clubs_of(user_id: int | None, *, role: int = Role.MEMBER) -> list[Club]:
    """Return the open clubs in which a user has that role or a higher one, by name; no classes."""
    return _clubs_of(user_id, role) if user_id else []


def _clubs_with(user_id: int, role: int) -> QuerySet[Club]:
    mine = Member.objects.filter(user=user_id, role__lte=role).exclude(joined_at=None)
    there = Club.objects.filter(closed_at=None, is_class=False, pk__in=mine.values("club_id"))
    return there.order_by("name")


_clubs_of = Prepared(_clubs_with, int, int)


def board_of(club: Club) -> list[Announcement]:
    """Return the newest announcements, those that were hidden left out."""
    shown = club.announcements.filter(hidden_at=None).select_related("author")
    return list(shown.order_by("-made_at", "-pk")[:BOARD])


def open_reports() -> QuerySet[ClubReport]:
    """Return what nobody has looked at yet, oldest first."""
    waiting = ClubReport.objects.filter(done_at=None).select_related("club", "reporter")
    return waiting.order_by("made_at", "pk")
