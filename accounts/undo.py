"""Taking back a change of the e-mail address, by whoever reads the old one."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse

from accounts import sessions
from accounts.models import User

SALT = "accounts.undo-email"
AGE = 72 * 60 * 60  # seconds


@dataclass(frozen=True)
class Change:
    """An address that was replaced (or removed: *new* is empty)."""

    user: User
    old: str
    new: str


def undo_url(user: User, old: str, new: str) -> str:
    """The full address of the page that takes the change back."""
    token = signing.dumps([user.pk, old, new], salt=SALT)
    return settings.SITE_URL + reverse("accounts:undo_email", args=[token])


def change_of(token: str) -> Change | None:
    """The change a link is about; None if it is forged, too old, or no longer how things are."""
    try:
        user_id, old, new = signing.loads(token, salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=user_id, email=new).first()
    taken = EmailAddress.objects.filter(email=old, verified=True).exists()
    return None if user is None or taken else Change(user, old, new)


@transaction.atomic
def take_back(change: Change) -> None:
    """The old address is the account's again, and whoever changed it is locked out.

    The password goes too: it may be known to whoever made the change. A new one is set by mail.
    """
    user = User.objects.select_for_update().get(pk=change.user.pk)
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=change.old, verified=True, primary=True)
    user.refresh_from_db()
    user.set_unusable_password()
    user.save(update_fields=["password"])
    sessions.end_all(user)
