"""Founding a club, joining it by request or by link, leaving it, and roles."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from games.clubs import selectors
from games.clubs.exceptions import (
    ClubClosed,
    ClubFull,
    GuestsJoinNot,
    InClub,
    NameTaken,
    NoClub,
    NotInClub,
    TooFewToFound,
    TooManyClubs,
)
from games.clubs.models import Club, Member, new_link
from games.common.exceptions import NotForChildren
from games.match.changes.permissions import check_may_begin
from games.match.reading.selectors import count_finished
from games.people.writing import Writing, check_may_write
from queues.transactions import writing

Role = Member.Role
MOST_OWNED = 3
MOST_JOINED = 20
MOST_MEMBERS = 500


def found_club(*, user: User, name: str, about: str, now: datetime) -> Club:
    """Found a club and own it. Raises GuestsJoinNot, TooFewToFound, Sanctioned, HouseClosed,
    TooManyClubs or NameTaken."""
    check_may_found(user)
    with writing():
        _hold(user)
        _check_number(user)
        own = Member.objects.filter(user=user, role=Role.OWNER, club__closed_at=None)
        if own.count() >= MOST_OWNED:
            raise TooManyClubs
        if Club.objects.filter(name__iexact=name).exists():
            raise NameTaken
        try:
            with transaction.atomic():
                club = Club.objects.create(name=name, about=about, made_at=now)
        except IntegrityError as error:
            raise NameTaken from error
        Member.objects.create(club=club, user=user, role=Role.OWNER, asked_at=now, joined_at=now)
    return club


def check_may_found(user: User) -> None:
    """Raises what keeps a user from founding clubs."""
    _check_person(user)
    check_may_write(Writing.PUBLIC, user)
    if not user.is_staff and (own := count_finished(user.pk)) < settings.FINISHED_FIRST:
        raise TooFewToFound(own=own, needed=settings.FINISHED_FIRST)


def join(*, uid: str, user: User, link: str = "", now: datetime) -> Member:
    """Join by the club's link, or else ask to. Raises NoClub, ClubClosed, GuestsJoinNot,
    Sanctioned, HouseClosed, InClub, ClubFull or TooManyClubs."""
    with writing():
        club = lock_club(uid)
        _hold(user)
        check_may_join(club, user)
        joined_at = now if link and link == club.link else None
        return Member.objects.create(club=club, user=user, asked_at=now, joined_at=joined_at)


def check_may_join(club: Club, user: User) -> None:
    """Raises what keeps a user from joining, or from asking to."""
    if club.is_class:
        raise NoClub
    _check_person(user)
    if club.closed_at is not None:
        raise ClubClosed
    if selectors.member_of(club, user.pk) is not None:
        raise InClub
    if club.members.count() >= MOST_MEMBERS:
        raise ClubFull
    _check_number(user)


def _check_person(user: User) -> None:
    if user.is_guest:
        raise GuestsJoinNot
    if user.is_child:
        raise NotForChildren
    check_may_begin(user)


def _check_number(user: User) -> None:
    if Member.objects.filter(user=user, club__closed_at=None).count() >= MOST_JOINED:
        raise TooManyClubs


def _hold(user: User) -> None:
    """So that what one has is counted one at a time."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def leave(*, uid: str, user: User) -> None:
    """Leave, or ask no more. A club that its last member leaves is gone with its board; where the
    owner leaves, the next one in line owns it. Raises NoClub or NotInClub."""
    with writing():
        club = lock_club(uid)
        if club.is_class:  # its teacher alone says who is in it, and it goes with the teacher
            raise NoClub
        if not club.members.filter(user=user).delete()[0]:
            raise NotInClub
        _find_owner(club)
        if not club.members.exclude(joined_at=None).exists():
            club.delete()


def let_in(*, uid: str, officer: User, name: str, now: datetime) -> None:
    """Say yes to somebody who asks. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        check_role(club, officer, Role.OFFICER)
        if not _called(selectors.asking(club), name).update(joined_at=now):
            raise NoClub


def turn_away(*, uid: str, officer: User, name: str) -> None:
    """Say no to somebody who asks, or put out a member below oneself. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        own = check_role(club, officer, Role.OFFICER)
        if club.is_class:
            raise NoClub
        below = club.members.filter(role__gt=own.role)
        if not _called(below, name).delete()[0]:
            raise NoClub


def give_role(*, uid: str, owner: User, name: str, role: int) -> None:
    """Let the owner make somebody an officer, a member, or the owner in their own place.

    Raises NoClub.
    """
    if role not in Role.values:
        raise NoClub
    with writing():
        club = lock_club(uid)
        own = check_role(club, owner, Role.OWNER)
        if club.is_class:
            raise NoClub
        fit = selectors.members_of if role == Role.MEMBER else selectors.fit_for_roles
        if not _called(fit(club).exclude(pk=own.pk), name).update(role=role):
            raise NoClub
        if role == Role.OWNER:
            own.role = Role.OFFICER
            own.save(update_fields=["role"])


def renew_link(*, uid: str, officer: User) -> None:
    """Make a new link; the old one lets nobody in any more. Raises NoClub."""
    with writing():
        club = lock_club(uid)
        check_role(club, officer, Role.OFFICER)
        if club.is_class:
            raise NoClub
        club.link = new_link()
        club.save(update_fields=["link"])


def change_about(*, uid: str, officer: User, about: str) -> None:
    """Say something else about the club. Raises NoClub, ClubClosed, or what `people.writing`
    refuses."""
    with writing():
        club = lock_club(uid)
        check_role(club, officer, Role.OFFICER)
        if club.closed_at is not None:
            raise ClubClosed
        check_may_write(Writing.PUBLIC, officer)
        club.about = about[:1000]
        club.save(update_fields=["about"])


def check_role(club: Club, user: User, role: int) -> Member:
    """Return the user's membership, of that role or a higher one. Raises NoClub."""
    own = selectors.member_of(club, user.pk)
    if own is None or own.joined_at is None or own.role > role:
        raise NoClub
    return own


def _called(members: QuerySet[Member], name: str) -> QuerySet[Member]:
    found = members.filter(user__name=name.replace("\x00", "")).values_list("pk", flat=True)
    return Member.objects.filter(pk__in=list(found))


def _find_owner(club: Club) -> None:
    """Let a locked club whose owner has gone or is closed have the next one in line; a class has
    none."""
    if club.is_class:
        return
    heir = selectors.owner_of(club)
    if heir is not None and heir.role != Role.OWNER:
        club.members.filter(role=Role.OWNER).update(role=Role.OFFICER)
        heir.role = Role.OWNER
        heir.save(update_fields=["role"])


def lock_club(uid: str) -> Club:
    """Return the club under its row lock; raises NoClub."""
    club = Club.objects.select_for_update(no_key=True).filter(uid=uid).first()
    if club is None:
        raise NoClub
    _find_owner(club)
    return club
