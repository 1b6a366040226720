"""A lost password: one link, one use, one hour, to a confirmed address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.tokens import make_token, tokens_of
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

NEW = "nine lanterns glow"
PostBox = Callable[[], list[Any]]


def ask(address: str, **extra: Any) -> Any:
    return Client().post("/accounts/password/reset/", {"email": address}, **extra)


def link_in(letter: Any) -> str:
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", letter.body)
    assert found, letter.body
    return found[1]


def follow(link: str, client: Client | None = None) -> tuple[Client, str]:
    """Opens the link; the browser and the address it ends at."""
    client = client or Client()
    answer = client.get(link)
    return client, answer.headers.get("Location", "")


def reset(link: str, password: str = NEW) -> Any:
    client, page = follow(link)
    return client.post(page, {"password1": password}) if page else client.get(link)


def test_the_link_sets_a_new_password(ann: User, post_box: PostBox) -> None:
    assert ask("ann@jinya.example")["Location"] == "/accounts/password/reset/done/"
    answer = reset(link_in(post_box()[-1]))
    assert answer["Location"] == "/accounts/password/reset/key/done/"
    ann.refresh_from_db()
    assert ann.check_password(NEW)


def test_nobody_is_signed_in_by_it(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    client, page = follow(link_in(post_box()[-1]))
    client.post(page, {"password1": NEW})
    assert "_auth_user_id" not in client.session


def test_the_secret_is_in_no_address_a_page_could_pass_on(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    link = link_in(post_box()[-1])
    client, page = follow(link)
    assert page.endswith("-set-password/")
    secret = link.rstrip("/").split("/")[-1].partition("-")[2]
    answer = client.get(page)
    assert secret not in answer.content.decode()
    assert answer["Referrer-Policy"] == "same-origin"


def test_it_works_once(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    link = link_in(post_box()[-1])
    reset(link)
    assert "does not work any more" in reset(link, "another lantern glows").content.decode()
    ann.refresh_from_db()
    assert ann.check_password(NEW)


@pytest.mark.parametrize(("minutes", "works"), [(59, True), (61, False)])
def test_it_works_for_an_hour(ann: User, post_box: PostBox, minutes: int, works: bool) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
        ask("ann@jinya.example")
        link = link_in(post_box()[-1])
        clock.shift(minutes * 60)
        reset(link)
    ann.refresh_from_db()
    assert ann.check_password(NEW) == works


def test_a_newer_link_ends_it(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    ask("ann@jinya.example")
    older, newer = (link_in(letter) for letter in post_box()[-2:])
    reset(older)
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
    reset(newer)
    ann.refresh_from_db()
    assert ann.check_password(NEW)


def test_a_new_address_ends_it(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    EmailAddress.objects.filter(user=ann).update(email="ann@new.example")
    reset(link_in(post_box()[-1]))
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_a_new_password_ends_it(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    ann.set_password("a kettle of another song")
    ann.save()
    reset(link_in(post_box()[-1]))
    ann.refresh_from_db()
    assert not ann.check_password(NEW)


def test_a_reset_ends_every_sign_in(ann: User, post_box: PostBox, signed_in: Any) -> None:
    browser = signed_in(ann)
    ask("ann@jinya.example")
    reset(link_in(post_box()[-1]))
    assert browser.get("/settings/").status_code == 302


def test_a_reset_ends_tokens_and_says_what_stays(ann: User, post_box: PostBox) -> None:
    make_token(user=ann, name="one", scopes=["read"], days=30, now=timezone.now())
    ask("ann@jinya.example")
    client, page = follow(link_in(post_box()[-1]))
    html = client.get(page).content.decode()
    assert "signed out everywhere, apps included, and all access tokens are revoked." in html
    assert "Passkeys, two-step sign-in, calendar links and webhooks stay as they are." in html
    client.post(page, {"password1": NEW})
    assert not tokens_of(ann).exists()


def test_a_reset_tells_the_owner(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    reset(link_in(post_box()[-1]))
    assert post_box()[-1].subject == "Jinya: your password was reset"


def test_the_rules_for_passwords_hold_here(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    assert reset(link_in(post_box()[-1]), "password1234").status_code == 422
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_an_address_nobody_confirmed_gets_no_link(bob: User, post_box: PostBox) -> None:
    EmailAddress.objects.create(user=bob, email="bob@jinya.example", primary=True)
    ask("bob@jinya.example")
    (letter,) = post_box()
    assert letter.subject == "Jinya: no account with this address"
    assert "/reset/key/" not in letter.body


def test_known_and_unknown_addresses_get_the_same_answer(ann: User) -> None:
    known, unknown = ask("ann@jinya.example"), ask("nobody@jinya.example")
    assert known.status_code == unknown.status_code == 302
    assert known["Location"] == unknown["Location"]
    assert known.content == unknown.content


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-host": "evil.example"},
        {"x-forwarded-host": "evil.example, testserver"},
        {"forwarded": "host=evil.example"},
        {"x-host": "evil.example"},
        {"x-original-host": "evil.example"},
        {"x-forwarded-server": "evil.example"},
        {"x-http-host-override": "evil.example"},
        {"origin": "https://evil.example"},
        {"referer": "https://evil.example/"},
        {"host": "localhost"},
    ],
)
def test_no_forged_host_gets_into_the_mail(ann: User, post_box: PostBox, headers: Any) -> None:
    ask("ann@jinya.example", headers=headers)
    (letter,) = post_box()
    text = letter.message().as_string()
    assert "evil.example" not in text
    assert "http://localhost" not in text


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "testserver@evil.example"]
)
def test_a_host_that_is_not_ours_is_refused(ann: User, post_box: PostBox, host: str) -> None:
    assert ask("ann@jinya.example", headers={"host": host}).status_code == 400
    assert post_box() == []


def test_three_mails_an_hour_to_one_address(ann: User, post_box: PostBox) -> None:
    answers = [ask("ann@jinya.example").status_code for _ in range(4)]
    assert answers == [302, 302, 302, 429]
    assert len(post_box()) == 3


def test_an_unknown_address_meets_the_same_limit(db: None) -> None:
    assert [ask("no@jinya.example").status_code for _ in range(4)] == [302, 302, 302, 429]


@pytest.mark.parametrize(
    "key",
    [
        *("x", "1", "1-x", "1-x-y", "0-set-password", "zzzzzzzzzzzzz-abc", "zzzzzzzzzzzzzzzzz-abc"),
        *("1-set-password", "1-" + "a" * 3000, "1-%00", "1-%F0%9F%99%82", "-1-x", "1-..%2f..%2fx"),
    ],
)
def test_odd_links_end_on_a_friendly_page(db: None, key: str) -> None:
    answer = Client().get(f"/accounts/password/reset/key/{key}/")
    assert answer.status_code in (200, 404)
    if answer.status_code == 200:
        assert "does not work any more" in answer.content.decode()


def test_every_damaged_link_is_refused(ann: User, post_box: PostBox) -> None:
    ask("ann@jinya.example")
    link = link_in(post_box()[-1]).rstrip("/")
    damaged = [
        link[:-1],
        link + "0",
        link[:-3] + link[-3:].swapcase() + "x",
        link.replace("key/", "key/1"),
    ]
    for bad in damaged:
        reset(bad + "/")
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
