"""The first of the staff, and who may come: what a new site has before anybody can sign in."""

from __future__ import annotations

import base64
import logging
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.db import Error
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import switches
from accounts.common import events
from accounts.models import SiteSwitches, User
from accounts.sign_in import second_factor
from games.common.exceptions import GamesError
from games.moderation.services.log import Why
from games.moderation.services.sites import set_switches
from queues.transactions import writing

logger = logging.getLogger("jinya.setup")

SignUp = Literal["open", "invitation", "closed"]
"""Accounts are for everybody; for holders of a code (`sign_up_code`); for those, and no guests."""

_CLOSED: dict[SignUp, tuple[bool, bool]] = {
    "open": (False, False),
    "invitation": (True, False),
    "closed": (True, True),
}
"""How `no_new_accounts` and `no_new_guests` stand."""

REMINDED, HOUR = "founding-reminded", 60 * 60


class AlreadyFounded(GamesError):
    """There is staff already: others are made by them, or by `staff_role`."""

    sentence = _("This site has staff already.")


class Founder(NamedTuple):
    """The first of the staff."""

    name: str
    password: str
    secret: str
    """That of the app with the second factor."""


def is_founded() -> bool:
    """Return whether there is staff."""
    return User.objects.filter(is_staff=True, is_active=True).exists()


def code_now(now: datetime) -> str:
    """Return the code that proves at /setup/ that one reads the log, good until tomorrow's end.

    It is made of the key of the site: every process knows it, and nothing has to be kept.
    """
    digest = salted_hmac("jinya.founding", str(now.date()), algorithm="sha256").digest()
    code = base64.b32encode(digest[:10]).decode()
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def is_code(typed: str, now: datetime) -> bool:
    """Return whether *typed* is the code of this day or the one before."""
    code = "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())
    days = (now, now - timedelta(days=1))
    return any(constant_time_compare(code, code_now(day).replace("-", "")) for day in days)


def announce(now: datetime) -> bool:
    """Say in the log how the first of the staff is made, as long as there is none.

    Return whether the database has answered: nobody knows otherwise.
    """
    try:
        if not is_founded():
            _say(now)
    except Error:
        return False
    return True


def remind(now: datetime) -> None:
    """Say it again, as somebody asks for the page; at most once an hour, whoever asks."""
    counting: Any = cache  # config.cache: it counts, as Django's own do not
    if counting.count({REMINDED: HOUR}) == [1]:
        _say(now)


def _say(now: datetime) -> None:
    address, code = f"{settings.SITE_URL}{reverse('games:first-staff')}", code_now(now)
    logger.warning("nobody is staff yet: open %s with the code %s", address, code)


def check_password(name: str, password: str) -> None:
    """Raises ValidationError for a password that staff may not have."""
    validate_password(password, User(name=name, is_staff=True))


def found(founder: Founder, *, now: datetime) -> tuple[User, list[str]]:
    """Make the first operator, with a second factor; the codes for the day the app is gone.

    Raises AlreadyFounded. Name and password have been checked.
    """
    with writing():
        SiteSwitches.objects.select_for_update().get_or_create(pk=1)  # two at once: the first
        if is_founded():
            raise AlreadyFounded
        user = User.objects.create_user(
            founder.name, founder.password, is_staff=True, date_joined=now
        )
        user.groups.set(Group.objects.filter(name="operator"))
        codes = second_factor.set_up(user, founder.secret)
        events.note("rights-changed", user=user.pk, what="operator")
    return user, codes


def sign_up() -> SignUp:
    """Return who may come."""
    known = switches.current()
    if not known.no_new_accounts:
        return "open"
    return "closed" if known.no_new_guests else "invitation"


def let_sign_up(how: SignUp, *, actor: User, now: datetime) -> None:
    """Let those come whom *how* names. Raises NotAllowed."""
    if how == sign_up():
        return
    accounts, guests = _CLOSED[how]
    kept = switches.current()._replace(no_new_accounts=accounts, no_new_guests=guests)
    why = Why(actor, "other", "chosen when the site was set up")
    set_switches(setting=kept, why=why, now=now)
