"""The accounts elsewhere that sign in as somebody here, and the other ways in there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.sign_in import passkeys


class LastWayIn(Exception):
    """Without it nobody could sign in as that person any more."""


@dataclass(frozen=True, slots=True)
class Link:
    """One line of the list of services to sign in by."""

    provider: str
    label: str
    pk: int | None = None
    """Of the row; None where nothing is linked."""
    since: datetime | None = None


def label_of(provider: str) -> str:
    """Return what a service is called; its name in the settings where it is offered no more."""
    labels = {each.name: each.label for each in settings.OIDC}
    return labels.get(provider, provider)


def links_of(user: User) -> list[Link]:
    """Return what is linked with *user*, oldest first, and then what could be."""
    rows = SocialAccount.objects.filter(user=user).order_by("pk")
    linked = [Link(row.provider, label_of(row.provider), row.pk, row.date_joined) for row in rows]
    known = {link.provider for link in linked}
    others = [each for each in settings.OIDC if each.name not in known]
    return linked + [Link(each.name, each.label) for each in others]


def has_way_in(user: User, *, without_link: int = 0, without_passkey: int = 0) -> bool:
    """Return whether *user* could sign in again without that link, or that passkey."""
    if user.has_usable_password():
        return True
    if any(passkey.pk != without_passkey for passkey in passkeys.of(user)):
        return True
    offered = [each.name for each in settings.OIDC]
    rows = SocialAccount.objects.filter(user=user, provider__in=offered)
    return rows.exclude(pk=without_link).exists()


@transaction.atomic
def unlink(user: User, pk: int) -> str | None:
    """Unlink one service and return its label; None if it is not linked. Raises LastWayIn."""
    User.objects.select_for_update().get(pk=user.pk)  # no two at once, each the other's way in
    row = SocialAccount.objects.filter(user=user, pk=pk).first()
    if row is None:
        return None
    if not has_way_in(user, without_link=pk):
        raise LastWayIn
    row.delete()
    return label_of(row.provider)


def end_since(user: User, since: datetime) -> None:
    """Unlink what was linked since then."""
    SocialAccount.objects.filter(user=user, date_joined__gte=since).delete()
