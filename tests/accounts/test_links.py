"""Each signed link is for one purpose: none opens what another is for."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.core import signing
from django.test import Client

from accounts import devices, undo
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def secrets(ann: User, signed_in: Any) -> dict[str, str]:
    """A good secret of each kind."""
    device = signed_in(ann).cookies["device"].value
    ann.refresh_from_db()  # signing in is part of what a reset link is bound to
    pending = EmailAddress.objects.create(user=ann, email="new@jinya.example")
    return {
        "confirm": EmailConfirmationHMAC(pending).key,
        "undo": undo.undo_url(ann, "old@jinya.example").rstrip("/").split("/")[-1],
        "reset": default_token_generator.make_token(ann),
        "device": device,
        "other": signing.dumps([ann.pk, "old@jinya.example", ann.email], salt="of another purpose"),
    }


@pytest.mark.parametrize("kind", ["confirm", "reset", "device", "other"])
def test_only_an_undo_link_takes_a_change_back(secrets: dict[str, str], kind: str) -> None:
    assert Client().get(f"/settings/email/undo/{secrets['undo']}/").status_code == 200
    assert Client().post(f"/settings/email/undo/{secrets[kind]}/").status_code == 404


@pytest.mark.parametrize("kind", ["undo", "reset", "device", "other"])
def test_only_a_confirmation_confirms(secrets: dict[str, str], kind: str) -> None:
    assert Client().post(f"/accounts/confirm-email/{secrets[kind]}/").status_code == 404
    assert Client().post(f"/accounts/confirm-email/{secrets['confirm']}/").status_code == 302


@pytest.mark.parametrize("kind", ["confirm", "undo", "device", "other"])
def test_only_a_reset_link_resets(ann: User, secrets: dict[str, str], kind: str) -> None:
    place = f"/accounts/password/reset/key/{user_pk_to_url_str(ann)}"
    answer = Client().get(f"{place}-{secrets[kind]}/")
    assert answer.status_code == 200, "the page that says the link is no good"
    good = Client().get(f"{place}-{secrets['reset']}/")
    assert good.status_code == 302


@pytest.mark.parametrize("kind", ["confirm", "undo", "reset", "other"])
def test_only_a_device_cookie_makes_a_device_known(
    ann: User, secrets: dict[str, str], rf: Any, kind: str
) -> None:
    request = rf.get("/")
    request.COOKIES["device"] = secrets[kind]
    assert devices.known_device(request, ann.pk) is None
    request.COOKIES["device"] = secrets["device"]
    assert devices.known_device(request, ann.pk)
