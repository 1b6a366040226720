"""The admin site: staff, with a second factor, through the site's own sign-in."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts.models import User
from accounts.sign_in import sessions
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def ken(db: None) -> User:
    """Staff without a second factor."""
    return User.objects.create_superuser("Ken", PASSWORD)


@pytest.fixture
def admin(ken: User, client: Client) -> Client:
    TOTP.activate(ken, "JBSWY3DPEHPK3PXP")
    client.force_login(ken)
    return client


PAGES = ["/admin/", "/admin/accounts/user/", "/admin/password_change/", "/admin/jsi18n/"]


@pytest.mark.parametrize("where", PAGES)
def test_strangers_are_sent_to_sign_in(db: None, where: str) -> None:
    answer = Client().get(where, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")


def test_the_form_of_the_admin_site_itself_opens_nothing(ken: User) -> None:
    client = Client()
    answer = client.post("/admin/login/", {"username": "Ken", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/login/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("where", PAGES[:2])
def test_players_are_refused(ann: User, client: Client, where: str) -> None:
    client.force_login(ann)
    answer = client.get(where, follow=True)
    assert answer.status_code == 403
    assert "Only staff can open this page." in answer.content.decode()


@pytest.mark.parametrize("where", PAGES[:2])
def test_staff_without_a_second_factor_learn_how_to_get_one(
    ken: User, client: Client, where: str
) -> None:
    client.force_login(ken)
    answer = client.get(where, follow=True)
    assert answer.status_code == 403
    assert 'href="/accounts/2fa/totp/activate/"' in answer.content.decode()


def test_staff_with_a_second_factor_are_let_in(admin: Client) -> None:
    assert admin.get("/admin/").status_code == 200
    assert (
        admin.get("/admin/login/?next=/admin/accounts/user/")["Location"] == "/admin/accounts/user/"
    )


@pytest.mark.parametrize(
    "wanted",
    [
        *("https://evil.example/", "//evil.example", "http://[evil", "\\\\evil.example"),
        *(
            "https://testserver:444/admin/",
            "http://testserver.evil.example/",
            "javascript:alert(1)",
        ),
    ],
)
def test_the_door_leads_nowhere_else(admin: Client, wanted: str) -> None:
    assert admin.get("/admin/login/", {"next": wanted})["Location"] == "/admin/"


def test_passwords_are_neither_shown_nor_set(admin: Client, ann: User) -> None:
    page = admin.get(f"/admin/accounts/user/{ann.pk}/change/").content.decode()
    assert ann.password not in page
    assert 'type="password"' not in page
    assert admin.get("/admin/password_change/")["Location"] == "/accounts/password/change/"


def test_a_name_can_be_changed_to_a_free_one(admin: Client, ann: User, bob: User) -> None:
    page = f"/admin/accounts/user/{ann.pk}/change/"
    fields = {"language": "", "time_zone": "UTC", "is_active": "on"}
    assert admin.post(page, {"name": "B0b", **fields}).status_code == 200, "looks like Bob"
    assert admin.post(page, {"name": "Anna", **fields}).status_code == 302
    ann.refresh_from_db()
    assert (ann.name, ann.name_key, ann.name_look) == ("Anna", "anna", "anna")


def test_rights_are_given_by_superusers_only(admin: Client, ken: User, ann: User) -> None:
    User.objects.filter(pk=ken.pk).update(is_superuser=False)
    from django.contrib.auth.models import Permission

    ken.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    fields = {"language": "", "time_zone": "UTC", "is_active": "on", "is_staff": "on"}
    answer = admin.post(f"/admin/accounts/user/{ann.pk}/change/", {"name": "Ann", **fields})
    assert answer.status_code == 302
    ann.refresh_from_db()
    assert not ann.is_staff


def test_staff_can_sign_a_person_out_everywhere(admin: Client, ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    data = {"action": "end_sign_ins", "_selected_action": [str(ann.pk)]}
    admin.post("/admin/accounts/user/", data)
    assert browser.get("/settings/").status_code == 302
    assert ann.sign_ins.count() == 0


def test_nobody_is_added_or_deleted_here(admin: Client, ann: User) -> None:
    assert admin.get("/admin/accounts/user/add/").status_code == 403
    assert admin.get(f"/admin/accounts/user/{ann.pk}/delete/").status_code == 403


def test_the_sign_in_of_staff_is_short(ken: User) -> None:
    assert sessions.STAFF_IDLE < sessions.IDLE
    assert sessions.STAFF_TOTAL < sessions.TOTAL


def test_behind_tls_the_door_leads_to_nothing_without_tls(admin: Client) -> None:
    for wanted, landed in [
        ("http://testserver/admin/accounts/", "/admin/"),
        ("https://testserver/admin/accounts/", "https://testserver/admin/accounts/"),
    ]:
        answer = admin.get("/admin/login/", {"next": wanted}, secure=True)
        assert answer["Location"] == landed
