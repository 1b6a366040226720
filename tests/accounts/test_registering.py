from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import switches
from accounts.models import GivenUpName, SignUpCode, SiteSwitches, User
from accounts.sign_in import sign_up_codes
from tests.accounts.conftest import PASSWORD
from tests.kit.browsing import browser
from tests.kit.builders import guest

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


def test_a_name_given_up_stays_so_with_another_secret_key(client: Client, settings: Any) -> None:
    settings.SECRET_KEY = "before" * 10
    GivenUpName.objects.keep("Alice", timezone.now())
    settings.SECRET_KEY = "after" * 10
    assert register(client, username="Al1ce").status_code == 422
    assert register(client, username="Bertha").status_code == 302


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


def test_waits_of_two_people_in_the_same_second_are_two(settings: Any) -> None:
    limited(settings, registered_calmly="1/h/ip")
    register(Client(), username="Kettle")
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        notes = [waiting(register(Client(), username=name)) for name in ("Teapot", "Saucer")]
    assert notes[0] != notes[1]
    with time_machine.travel(now + timedelta(seconds=31), tick=False):
        for name, note in zip(("Teapot", "Saucer"), notes, strict=True):
            assert register(Client(), username=name, patience=note).status_code == 302


# A code for many behind one address


def full(settings: Any) -> None:
    """An address from which nobody signs up in the next hour, or only after a wait."""
    limited(settings, registered="1/h/ip", registered_calmly="1/h/ip", registering_failed="1/h/ip")
    register(Client(), username="Kettle")


def test_by_a_code_so_many_sign_up_at_once_within_an_hour(settings: Any) -> None:
    now = timezone.now()
    code = sign_up_codes.give(3, now)
    full(settings)
    page = Client().get(f"/accounts/signup/?code={code}").content.decode()
    assert f'name="code" value="{code}"' in page
    for number in range(3):
        typed = code if number else code.lower().replace("-", " ")
        assert register(Client(), username=f"Cup{number}", code=typed).status_code == 302
    answer = register(Client(), username="Cup3", code=code)
    assert answer.status_code == 422
    assert "This code is not valid, or not any more." in answer.content.decode()
    late = sign_up_codes.give(3, now - timedelta(minutes=61))
    assert register(Client(), username="Cup4", code=late).status_code == 422
    sign_up_codes.give(1, now)
    assert SignUpCode.objects.count() == 2  # what is over is dropped with the next
    assert register(Client(), username="Cup5").status_code == 429
    assert User.objects.count() == 4


def test_a_name_that_is_taken_costs_no_account_of_the_code() -> None:
    code = sign_up_codes.give(1, timezone.now())
    register(Client(), username="Kettle")
    assert register(Client(), username="Kettle", code=code).status_code == 422
    assert register(Client(), username="Teapot", code=code).status_code == 302


def test_a_guest_stays_by_a_code(settings: Any) -> None:
    code = sign_up_codes.give(1, timezone.now())
    full(settings)
    client = browser(guest())
    door = client.get(f"/accounts/signup/?code={code}")
    assert f"code={code}" in door["Location"]
    form = {"username": "Cup", "password1": PASSWORD, "time_zone": ""}
    refused = client.post("/claim/", form)
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert client.post("/claim/", {**form, "code": code}).status_code == 302


def test_a_code_opens_what_is_switched_off() -> None:
    SiteSwitches.objects.create(pk=1, no_new_accounts=True)
    switches.forget()
    code = sign_up_codes.give(1, timezone.now())
    assert "Sign-up is closed" in Client().get("/accounts/signup/").content.decode()
    assert "Sign-up is closed" in register(Client(), username="Cup").content.decode()
    assert 'name="username"' in Client().get(f"/accounts/signup/?code={code}").content.decode()
    assert register(Client(), username="Cup", code=code).status_code == 302
    switches.forget()


def test_the_command_prints_the_code_and_its_link() -> None:
    code, link = command("sign_up_code", "40").split()
    assert link.endswith(f"/accounts/signup/?code={code}")
    assert sign_up_codes.is_good(code, timezone.now())
    for number in ("0", "201"):
        with pytest.raises(CommandError):
            command("sign_up_code", number)


def command(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


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
    with time_machine.travel(timezone.now() + timedelta(minutes=20), tick=False):
        answer = register(Client(), username="Kettle 2", email="kettle@example.org")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) in (2399, 2400)
    page = answer.content.decode()
    assert "Try again in 40 minutes or less." in page
    assert 'value="Kettle 2"' in page
    assert 'value="kettle@example.org"' in page
    assert "Many new accounts were made from your network" in page
    assert "/matches/new/?opponent=bot" in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("field", ["is_staff", "is_superuser", "is_active", "name_key", "id"])
def test_no_other_field_can_be_set(client: Client, field: str) -> None:
    register(client, **{field: "1"})
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.is_active) == (False, False, True)
    assert user.name_key == "carol"
