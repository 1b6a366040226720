"""Users made by commands and code rather than by the form."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_createsuperuser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", name="Ken", interactive=False, verbosity=0)
    ken = User.objects.get()
    assert (ken.name, ken.is_staff, ken.is_superuser) == ("Ken", True, True)
    assert ken.check_password(PASSWORD)
    data = {"login": "ken", "password": PASSWORD}
    assert Client().post("/accounts/login/", data).status_code == 302


def test_staff_passwords_have_15_characters_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "kX9#mQ2$vL7!")
    with pytest.raises(CommandError, match="at least 15 characters"):
        call_command("createsuperuser", name="Ken", interactive=False, verbosity=0)
    assert not User.objects.exists()


def test_an_address_given_by_code_counts_as_confirmed(ann: User) -> None:
    assert ann.email == "ann@jinya.example"
    assert EmailAddress.objects.get(user=ann).verified


@pytest.mark.parametrize("name", ["ann", "ＡＮＮ", "Аnn"])
def test_the_database_itself_refuses_a_name_that_is_taken(ann: User, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name, PASSWORD)


def test_a_name_saved_alone_takes_its_keys_along(ann: User) -> None:
    ann.name = "Anna"
    ann.save(update_fields=["name"])
    ann.refresh_from_db()
    assert (ann.name_key, ann.name_look) == ("anna", "anna")


def test_a_fresh_house_has_nobody_in_it() -> None:
    assert not User.objects.exists()
