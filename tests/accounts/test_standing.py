"""Rights over persons reach neither upward nor to people one plays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client

from accounts.common import hooks
from accounts.models import User
from accounts.sanctions.rights import CLOSED
from games.wiring import HOOKS
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

FIELDS = {"language": "", "time_zone": "UTC"}  # is_active is left out: deactivate


@pytest.fixture
def ken(db: None) -> User:
    """Staff who may change users, and nothing else."""
    ken = User.objects.create_user("Ken", PASSWORD, is_staff=True)
    ken.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    return ken


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("Root", PASSWORD)


@pytest.fixture
def desk(ken: User, client: Client) -> Client:
    TOTP.activate(ken, "JBSWY3DPEHPK3PXP")
    client.force_login(ken)
    return client


def deactivate(desk: Client, person: User) -> int:
    page = f"/admin/accounts/user/{person.pk}/change/"
    return desk.post(page, {"name": "Taken over", **FIELDS}).status_code


def act(desk: Client, action: str, person: User) -> None:
    data = {"action": action, "_selected_action": [str(person.pk)]}
    assert desk.post("/admin/accounts/user/", data).status_code == 302


def is_as_before(person: User) -> bool:
    now = User.objects.get(pk=person.pk)
    return (now.name, now.is_active) == (person.name, True)


def test_a_player_can_be_changed(desk: Client, ann: User) -> None:
    assert deactivate(desk, ann) == 302
    assert not is_as_before(ann)


@pytest.mark.parametrize("who", ["root", "other", "self"])
def test_nobody_of_the_staff_can(desk: Client, root: User, ken: User, who: str) -> None:
    other = User.objects.create_user("Mei", PASSWORD, is_staff=True)
    person = {"root": root, "other": other, "self": ken}[who]
    assert deactivate(desk, person) == 403
    assert is_as_before(person)


def at_play(one: int, other: int) -> bool:
    """Ann plays everybody."""
    return User.objects.filter(pk__in=[one, other], name="Ann").exists()


@pytest.mark.parametrize("superuser", [False, True])
def test_nor_somebody_one_plays(
    desk: Client, ken: User, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, superuser: bool
) -> None:
    monkeypatch.setattr(hooks, "_installed", [replace(HOOKS, are_at_play=at_play)])
    User.objects.filter(pk=ken.pk).update(is_superuser=superuser)
    assert deactivate(desk, ann) == 403
    assert is_as_before(ann)
    assert deactivate(desk, bob) == 302


@pytest.mark.parametrize("action", ["end_sign_ins", "reset_second_factor"])
def test_actions_keep_to_it(
    desk: Client,
    root: User,
    ann: User,
    signed_in: Any,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
) -> None:
    monkeypatch.setattr(hooks, "_installed", [replace(HOOKS, are_at_play=at_play)])
    browsers = [signed_in(person) for person in (root, ann)]
    for person in (root, ann):
        TOTP.activate(person, "JBSWY3DPEHPK3PXP")
        act(desk, action, person)
    assert Authenticator.objects.exclude(user__name="Ken").count() == 2
    assert ann.sign_ins.count() == root.sign_ins.count() == 1
    assert browsers[1].get("/settings/").status_code == 200


def test_a_code_for_the_second_factor_of_a_superuser_neither(desk: Client, root: User) -> None:
    act(desk, "give_staff_code", root)
    assert not hasattr(root, "staff_code")


def test_resetting_a_second_factor_is_written_down(desk: Client, bob: User, signed_in: Any) -> None:
    browser = signed_in(bob)
    TOTP.activate(bob, "JBSWY3DPEHPK3PXP")
    act(desk, "reset_second_factor", bob)
    assert not Authenticator.objects.filter(user=bob).exists()
    assert browser.get("/settings/").status_code == 302
    entry = LogEntry.objects.get()
    assert (entry.user.name, entry.object_id) == ("Ken", str(bob.pk))
    assert entry.get_change_message() == "Second factor ended."


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite reads all of a few rows")
def test_closed_accounts_are_found_by_indexes() -> None:
    """A sweep asks for them, however many accounts there are."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a few rows are read as they lie
    plan = User.objects.filter(CLOSED).values("pk").order_by().explain()
    assert "accounts_user_gone" in plan
    assert "accounts_user_shut_out" in plan
