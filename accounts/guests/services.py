"""Guests: people who play before they have a name, known by the cookie of their session alone.

A guest is a user without a password. Claiming gives that very row a name and a password, so
nothing has to be moved; signing in to an account that exists moves everything over to it.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext as _

from accounts import switches
from accounts.common import events
from accounts.common.hooks import hooks
from accounts.common.zones import FALLBACK, is_zone, zone_of_browser
from accounts.models import Sanction, SignIn, User
from accounts.sanctions import rights
from accounts.sign_in import limits, sessions

MOST_NAMES_TRIED = 20


class GuestsNotWelcome(Exception):
    """Staff have switched new guests off."""


def come_in(request: HttpRequest) -> User:
    """Makes a guest of the visitor who asks, and signs it in.

    Raises GuestsNotWelcome, or ImmediateHttpResponse (429) when too many came, from one
    address or at all.
    """
    if switches.is_on("no_new_guests"):
        raise GuestsNotWelcome
    limits.spend_guest(request)
    guest = User.objects.create_user(
        _free_name(),
        is_guest=True,
        language=get_language_from_request(request),
        time_zone=zone_of_browser(request).key,
    )
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    events.note("guest-came", request, user=guest.pk)
    return guest


def _free_name() -> str:
    """A name nobody has. It passes for no person's: the word is reserved."""
    for _try in range(MOST_NAMES_TRIED):
        name = _("Guest %(number)s") % {"number": 100_000 + secrets.randbelow(900_000)}
        if not User.objects.is_taken(name):
            return name
    raise RuntimeError("no free name for a guest")


@transaction.atomic
def claim(
    request: HttpRequest,
    guest: User,
    *,
    name: str,
    password: str | None,
    zone: str = "",
    said_age: int | None = None,
) -> User:
    """The guest gets a name and a password and is a guest no more; its other sign-ins end.

    None for a password where a service elsewhere says who they are.

    Raises IntegrityError when somebody took the name in the same moment.
    """
    user = User.objects.select_for_update().get(pk=guest.pk, is_guest=True)
    user.name, user.is_guest, user.said_age = name, False, said_age
    user.set_password(password)
    if user.time_zone == FALLBACK and is_zone(zone):
        user.time_zone = zone
    user.save()
    old_key = request.session.session_key
    update_session_auth_hash(request, user)
    sessions.follow(old_key, request.session.session_key)
    sessions.end_all(user, except_key=request.session.session_key)
    events.note("guest-claimed", request, user=user.pk)
    return user


@transaction.atomic
def join(guest: User, user: User) -> None:
    """Everything the guest has goes to *user*, sanctions included.

    The guest is gone, or shut where it must stay.
    """
    if not User.objects.filter(pk=guest.pk, is_guest=True).exists():
        return  # joined in another window
    if Sanction.objects.filter(user=guest).update(user=user):
        rights.remember(user, timezone.now())
    is_gone = hooks().move_everything(guest.pk, user.pk)
    sessions.end_all(guest)  # now: a device that was to go along would have ended with it
    if is_gone:
        guest.delete()
    else:  # both sat at one board: that seat keeps its player's row
        User.objects.filter(pk=guest.pk).update(is_active=False)
    events.note("guest-joined", user=user.pk)


def idle_guests(now: datetime) -> QuerySet[User]:
    """Guests who have not been here for 30 days, oldest first."""
    since = now - sessions.IDLE
    seen = SignIn.objects.filter(user=OuterRef("pk"), seen_at__gte=since)
    old = User.objects.filter(is_guest=True, is_active=True, date_joined__lt=since)
    return old.filter(~Exists(seen)).order_by("date_joined")
