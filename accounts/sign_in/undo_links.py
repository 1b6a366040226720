"""Taking an account back as it was before somebody else changed it, by a mailed link.

Whoever reads the mailbox proves it by the link. What a thief did since then goes: the address,
the password, every sign-in, every access token, and the second factors and services to sign in by
that the thief set up.
"""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import UndoLink, User
from accounts.sign_in import linked, second_factor, sessions, tokens

SALT = "accounts.undo"
AGE = timedelta(days=3)


def undo_url(user: User, address: str) -> str:
    """The full address of the page that takes the account back for the reader of *address*."""
    link = UndoLink.objects.create(user=user, address=address.lower(), made_at=timezone.now())
    token = signing.dumps(link.pk, salt=SALT)
    return settings.SITE_URL + reverse("accounts:undo_email", args=[token])


def link_of(token: str) -> UndoLink | None:
    """The row of a link; None if it is forged, too old or used, or others have the address."""
    try:
        pk = signing.loads(token, salt=SALT, max_age=AGE)
    except (signing.BadSignature, ValueError):
        return None
    link = UndoLink.objects.select_related("user").filter(pk=pk, user__is_active=True).first()
    if link is None:
        return None
    others = EmailAddress.objects.filter(email=link.address, verified=True)
    return None if others.exclude(user=link.user).exists() else link


@transaction.atomic
def take_back(link: UndoLink) -> bool:
    """The account is its owner's again, or False when another press of the link was quicker.

    The password goes too: it may be known to whoever made the change. A new one is set by mail.
    Links that are younger than this one go with it: they were mailed to a thief. Older ones stay,
    so that a thief who takes back a change of his own keeps nobody from taking back the first.
    """
    user = User.objects.select_for_update().get(pk=link.user_id)
    gone, _rows = UndoLink.objects.filter(user=user, made_at__gte=link.made_at).delete()
    if not gone:
        return False
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=link.address, verified=True, primary=True)
    user.refresh_from_db()
    user.set_unusable_password()
    user.save(update_fields=["password"])
    second_factor.end_since(user, link.made_at - AGE)
    linked.end_since(user, link.made_at - AGE)
    sessions.end_all(user)
    tokens.revoke_all(user)
    return True
