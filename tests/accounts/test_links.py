"""Each secret that travels is for one purpose: none opens what another is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.test import Client, RequestFactory

from accounts.models import User
from accounts.sign_in import devices, undo_links
from games.match.terms import opening
from games.notices.services.unsubscribing import link_token
from tests.kit.browsing import browser
from tests.kit.builders import NOON, terms

pytestmark = pytest.mark.django_db


@pytest.fixture
def secrets(ann: User, signed_in: Any) -> dict[str, str]:
    """A good secret of each kind, and one that is signed for something we do not have."""
    client = signed_in(ann)
    ann.refresh_from_db()  # signing in is part of what a reset link is bound to
    pending = EmailAddress.objects.create(user=ann, email="new@jinya.example")
    return {
        "confirm": EmailConfirmationHMAC(pending).key,
        "undo": undo_links.undo_url(ann, "old@jinya.example").rstrip("/").split("/")[-1],
        "reset": default_token_generator.make_token(ann),
        "device": client.cookies["device"].value,
        "unsubscribe": link_token(ann.pk, "your-turn"),
        "invitation": opening.create_invitation(user=ann, terms=terms(), now=NOON).secret,
        "session": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "other": signing.dumps([ann.pk, "old@jinya.example", ann.email], salt="of another purpose"),
    }


def confirms(secret: str, ann: User, bob: User) -> bool:
    return Client().post(f"/accounts/confirm-email/{secret}/").status_code == 302


def takes_back(secret: str, ann: User, bob: User) -> bool:
    return Client().post(f"/settings/email/undo/{secret}/").status_code != 404


def resets(secret: str, ann: User, bob: User) -> bool:
    place = f"/accounts/password/reset/key/{user_pk_to_url_str(ann)}"
    return Client().get(f"{place}-{secret}/").status_code == 302  # on to the form


def makes_known(secret: str, ann: User, bob: User) -> bool:
    request = RequestFactory().get("/")
    request.COOKIES["device"] = secret
    return devices.known_device(request, ann.pk) is not None


def stops_mail(secret: str, ann: User, bob: User) -> bool:
    Client().post(f"/unsubscribe/{secret}/")
    return not User.objects.get(pk=ann.pk).mail_your_turn


def seats(secret: str, ann: User, bob: User) -> bool:
    browser(bob).post(f"/take/{secret}/")
    return bob.players.exists()


def signs_in(secret: str, ann: User, bob: User) -> bool:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = secret
    return client.get("/desk/").status_code == 200


DOORS: dict[str, Callable[[str, User, User], bool]] = {
    "confirm": confirms,
    "undo": takes_back,
    "reset": resets,
    "device": makes_known,
    "unsubscribe": stops_mail,
    "invitation": seats,
    "session": signs_in,
}


def test_each_secret_opens_its_own_door_and_no_other(
    ann: User, bob: User, secrets: dict[str, str]
) -> None:
    opened = set()
    for door, tries in DOORS.items():
        for kind, secret in secrets.items():
            with transaction.atomic():
                if tries(secret, ann, bob):
                    opened.add((kind, door))
                transaction.set_rollback(True)
    assert len(secrets) * len(DOORS) == 56
    assert opened == {(door, door) for door in DOORS}
