from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def register(client: Client, **fields: str) -> Any:
    data = {"username": "Carol", "password1": PASSWORD, "email": "", "time_zone": ""}
    return client.post("/accounts/signup/", {**data, **fields})


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    answer = register(client)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    assert client.session["_auth_user_id"] == str(User.objects.get(name="Carol").pk)


def test_the_time_zone_of_the_browser_is_kept(client: Client) -> None:
    register(client, time_zone="Asia/Tokyo")
    assert User.objects.get().time_zone == "Asia/Tokyo"


@pytest.mark.parametrize("name", ["Al1ce", "Aiice", "Al ice", "Alíce", "ʜana"])
def test_no_look_alike_of_a_name_is_registered(client: Client, name: str) -> None:
    for taken in ("Alice", "Hana"):
        User.objects.create_user(taken)
    assert register(client, username=name).status_code == 422


def test_the_help_of_the_name_says_what_is_taken(client: Client) -> None:
    assert (
        "between them a space, hyphen, dot or underline"
        in client.get("/accounts/signup/").content.decode()
    )
    assert register(client, username="Wal ka_x-y.z").status_code == 302


def test_an_address_in_full_width_is_the_same_address(client: Client) -> None:
    assert register(client, email="ｃａｒｏｌ＠jinya.example\u200b").status_code == 302
    assert EmailAddress.objects.get().email == "carol@jinya.example"


def test_the_first_field_refused_is_where_one_types_on(client: Client) -> None:
    page = register(client, username="", password1="short").content.decode()
    (focused,) = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    assert 'name="username"' in focused
    page = register(client, password1="short").content.decode()
    (focused,) = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    assert 'name="password1"' in focused


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../../etc/passwd", "x" * 64, "asia/tokyo\r\n"])
def test_a_zone_that_does_not_exist_becomes_utc(client: Client, zone: str) -> None:
    register(client, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


def test_the_address_waits_until_it_is_confirmed(
    client: Client, post_box: Callable[[], list[Any]]
) -> None:
    register(client, email="Carol@Jinya.Example")
    user = User.objects.get()
    assert user.email == ""
    (letter,) = post_box()
    assert letter.to == ["carol@jinya.example"]
    link = next(line for line in letter.body.splitlines() if "/confirm-email/" in line)
    path = link.removeprefix("http://testserver")
    assert client.get(path).status_code == 200
    user.refresh_from_db()
    assert user.email == "", "a GET confirms nothing"
    client.post(path)
    user.refresh_from_db()
    assert user.email == "carol@jinya.example"


def test_a_language_that_was_chosen_is_kept(client: Client) -> None:
    client.post("/language/", {"language": "ja", "next": "/"})
    register(client)
    assert User.objects.get().language == "ja"


def test_the_browsers_language_is_kept_for_mails(client: Client) -> None:
    client.post(
        "/accounts/signup/",
        {"username": "Carol", "password1": PASSWORD, "email": ""},
        headers={"accept-language": "ja"},
    )
    assert User.objects.get().language == "ja"


@pytest.mark.parametrize("name", ["ann", "ANN", "Ａｎｎ", " Ann "])
def test_a_taken_name_is_refused_in_every_spelling(client: Client, ann: User, name: str) -> None:
    answer = register(client, username=name)
    assert answer.status_code == 422
    assert "This name is taken" in answer.content.decode()
    assert User.objects.count() == 1


def test_two_who_take_one_name_at_the_same_moment(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.models.UserManager.is_taken", lambda self, name: False)
    answer = register(client, username="Ann")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")
    assert "This name is taken" in client.get("/accounts/signup/").content.decode()
    assert User.objects.count() == 1


def test_a_whole_class_registers_behind_one_address(client: Client) -> None:
    for number in range(10):
        assert register(Client(), username=f"Kettle {number}").status_code == 302


def waiting(answer: Any) -> str:
    """The note of the form that asks for patience."""
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "please wait" in page
    (note,) = re.findall(r'name="patience" value="([^"]+)"', page)
    return str(note)


def limited(settings: Any, **rates: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rates}


def test_behind_a_busy_address_one_waits_half_a_minute_and_is_let_in(settings: Any) -> None:
    limited(settings, registered_calmly="1/h/ip")
    register(Client(), username="Kettle")
    answer = register(Client(), username="Teapot")
    note = waiting(answer)
    assert "Many new accounts were made from your network" in answer.content.decode()
    now = timezone.now()
    with time_machine.travel(now + timedelta(seconds=20)):
        assert waiting(register(Client(), username="Teapot", patience=note)) == note
    with time_machine.travel(now + timedelta(seconds=31)):
        assert register(Client(), username="Teapot", patience=note).status_code == 302
        waiting(register(Client(), username="Saucer", patience=note))  # a note is good once
    assert User.objects.count() == 2


@pytest.mark.parametrize("note", ["", "x", "W10:1xUjlS:abc", "\x00", "🫖"])
def test_a_made_up_wait_is_none(settings: Any, note: str) -> None:
    limited(settings, registered_calmly="1/h/ip")
    register(Client(), username="Kettle")
    assert register(Client(), username="Teapot", patience=note).status_code == 422
    assert User.objects.count() == 1


def test_a_wait_on_another_network_counts_for_nothing(settings: Any) -> None:
    limited(settings, registered_calmly="1/h/ip")
    note = ""
    for address in ("192.0.2.1", "192.0.2.2"):
        register(Client(REMOTE_ADDR=address), username=f"Kettle{address[-1]}")
        with time_machine.travel(timezone.now() + timedelta(seconds=31 if note else 0)):
            client = Client(REMOTE_ADDR=address)
            note = waiting(register(client, username="Teapot", patience=note))
    assert User.objects.count() == 2


def test_what_robots_do_is_slowed(settings: Any) -> None:
    waiting(register(Client(), email="carol@Mailinator.com"))
    limited(settings, registered_in_series="2/h/key")
    for number in range(2):
        assert register(Client(), username=f"Kettle{number}").status_code == 302
    waiting(register(Client(), username="Kettle77"))
    assert register(Client(), username="Teapot").status_code == 302
    limited(settings, registering_failed="1/h/ip")
    register(Client(), username="Saucer", password1="short")
    waiting(register(Client(), username="Saucer"))


def test_hundreds_are_told_why_and_may_play_meanwhile(settings: Any) -> None:
    limited(settings, registered="1/h/ip")
    register(Client(), username="Kettle 1")
    answer = register(Client(), username="Kettle 2")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == 3600
    page = answer.content.decode()
    assert "Many new accounts were made from your network" in page
    assert "/matches/new/?opponent=bot" in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("field", ["is_staff", "is_superuser", "is_active", "name_key", "id"])
def test_no_other_field_can_be_set(client: Client, field: str) -> None:
    register(client, **{field: "1"})
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.is_active) == (False, False, True)
    assert user.name_key == "carol"
