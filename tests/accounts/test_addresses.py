"""The e-mail address: given, confirmed, changed, removed, and a change taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

PostBox = Callable[[], list[Any]]


def path_in(letter: Any, part: str) -> str:
    found = re.search(rf"http://testserver(\S*{part}\S*)", letter.body)
    assert found, letter.body
    return found[1]


def address_of(user: User) -> str:
    user.refresh_from_db()
    return user.email


def change(browser: Client, address: str, post_box: PostBox) -> None:
    browser.post("/accounts/email/", {"action_add": "1", "email": address})
    letter = next(letter for letter in reversed(post_box()) if letter.to == [address])
    Client().post(path_in(letter, "/confirm-email/"))


def test_changing_it_takes_the_password_again(ann: User, signed_in: Any, post_box: PostBox) -> None:
    browser = signed_in(ann)
    answer = browser.post("/accounts/email/", {"action_add": "1", "email": "new@jinya.example"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert post_box() == []


def test_what_was_asked_is_done_after_the_password(
    ann: User, signed_in: Any, post_box: PostBox
) -> None:
    browser = signed_in(ann)
    answer = browser.post("/accounts/email/", {"action_add": "1", "email": "new@jinya.example"})
    browser.post(answer["Location"], {"password": PASSWORD})
    assert [letter.to for letter in post_box()] == [["new@jinya.example"]]


@pytest.mark.parametrize("page", ["/desk/", "/settings/notices/"])
def test_who_has_given_an_address_is_asked_to_confirm_it(
    bob: User, confirmed: Any, post_box: PostBox, page: str
) -> None:
    browser = confirmed(bob)
    browser.post("/accounts/email/", {"action_add": "1", "email": "annika@jinya.example"})
    html = browser.get(page).content.decode()
    assert "Confirm annika@jinya.example (we sent a link)." in html
    assert "Add one" not in html
    form = re.search(r'<form id="send-link".*?action="([^"]+)".*?</form>', html, re.DOTALL)
    assert 'value="annika@jinya.example"' in form[0]
    assert re.search(r'<button[^>]*form="send-link" name="action_send" value="1">', html)
    browser.post(form[1], {"action_send": "1", "email": "annika@jinya.example"})
    assert [letter.to for letter in post_box()] == [["annika@jinya.example"]] * 2
    EmailAddress.objects.filter(user=bob).update(verified=True)
    User.objects.filter(pk=bob.pk).update(email="annika@jinya.example")
    assert "we sent a link" not in browser.get(page).content.decode()


@pytest.mark.parametrize(("minutes", "asked_again"), [(29, False), (31, True)])
def test_the_password_counts_for_half_an_hour(
    ann: User, confirmed: Any, minutes: int, asked_again: bool
) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
        browser = confirmed(ann)
        clock.shift(minutes * 60)
        answer = browser.post("/accounts/email/", {"action_add": "1", "email": "n@jinya.example"})
    assert ("reauthenticate" in answer["Location"]) == asked_again


def test_the_old_address_stays_until_the_new_one_is_confirmed(
    ann: User, confirmed: Any, post_box: PostBox
) -> None:
    browser = confirmed(ann)
    browser.post("/accounts/email/", {"action_add": "1", "email": "new@jinya.example"})
    assert address_of(ann) == "ann@jinya.example"
    page = browser.get("/accounts/email/").content.decode()
    assert "ann@jinya.example" in page
    assert "new@jinya.example" in page
    Client().post(path_in(post_box()[-1], "/confirm-email/"))
    assert address_of(ann) == "new@jinya.example"
    assert EmailAddress.objects.get(user=ann).email == "new@jinya.example"


def test_both_addresses_are_told(ann: User, confirmed: Any, post_box: PostBox) -> None:
    change(confirmed(ann), "new@jinya.example", post_box)
    found = {letter.to[0]: letter.subject for letter in post_box()[-2:]}
    assert found == {
        "ann@jinya.example": "Jinya: your address was changed",
        "new@jinya.example": "Jinya: your new address",
    }


def test_the_old_address_can_take_it_back(ann: User, confirmed: Any, post_box: PostBox) -> None:
    thief = confirmed(ann)
    change(thief, "thief@jinya.example", post_box)
    letter = next(letter for letter in post_box() if letter.subject.endswith("was changed"))
    path = path_in(letter, "/settings/email/undo/")
    assert Client().get(path).status_code == 200
    assert address_of(ann) == "thief@jinya.example", "a GET changes nothing"
    assert Client().post(path).status_code == 200
    assert address_of(ann) == "ann@jinya.example"
    assert thief.get("/settings/").status_code == 302, "signed out"
    assert not User.objects.get(pk=ann.pk).check_password(PASSWORD)
    assert post_box()[-1].to == ["ann@jinya.example"]
    assert "/password/reset/key/" in post_box()[-1].body
    assert Client().post(path).status_code == 404, "once"


@pytest.mark.parametrize(("hours", "status"), [(71, 200), (73, 404)])
def test_for_three_days(
    ann: User, confirmed: Any, post_box: PostBox, hours: int, status: int
) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
        change(confirmed(ann), "new@jinya.example", post_box)
        path = path_in(post_box()[-2], "/settings/email/undo/")
        clock.shift(hours * 60 * 60)
        assert Client().get(path).status_code == status


@pytest.mark.parametrize("token", ["x", "a:b:c", "x" * 3000, "%00", "%F0%9F%99%82", ".", "-:-:-"])
def test_forged_links_take_nothing_back(ann: User, token: str) -> None:
    for ask in (Client().get, Client().post):
        assert ask(f"/settings/email/undo/{token}/").status_code == 404
    assert address_of(ann) == "ann@jinya.example"


def test_removing_it_tells_the_address_and_can_be_taken_back(
    ann: User, confirmed: Any, post_box: PostBox
) -> None:
    confirmed(ann).post("/accounts/email/", {"action_remove": "1", "email": "ann@jinya.example"})
    assert address_of(ann) == ""
    letter = post_box()[-1]
    assert letter.to == ["ann@jinya.example"]
    Client().post(path_in(letter, "/settings/email/undo/"))
    assert address_of(ann) == "ann@jinya.example"


def test_an_address_of_another_looks_free_but_cannot_be_confirmed(
    ann: User, bob: User, confirmed: Any, post_box: PostBox
) -> None:
    browser = confirmed(bob)
    free = browser.post("/accounts/email/", {"action_add": "1", "email": "free@jinya.example"})
    taken = browser.post("/accounts/email/", {"action_add": "1", "email": "ann@jinya.example"})
    assert (free.status_code, free["Location"]) == (taken.status_code, taken["Location"])
    path = path_in(post_box()[-1], "/confirm-email/")
    assert "Another account already uses this address" in Client().get(path).content.decode()
    Client().post(path)
    assert (address_of(ann), address_of(bob)) == ("ann@jinya.example", "")


def test_registering_with_a_known_address_looks_the_same(ann: User) -> None:
    answers = [
        Client().post(
            "/accounts/signup/", {"username": name, "password1": PASSWORD, "email": address}
        )
        for name, address in [("Carol", "ann@jinya.example"), ("Dora", "dora@jinya.example")]
    ]
    assert answers[0].status_code == answers[1].status_code == 302
    assert answers[0]["Location"] == answers[1]["Location"]


def test_two_users_never_hold_one_confirmed_address(ann: User, bob: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        EmailAddress.objects.create(user=bob, email="ann@jinya.example", verified=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=bob.pk).update(email="ann@jinya.example")


def test_two_who_confirm_it_in_the_same_moment(
    ann: User, bob: User, confirmed: Any, post_box: PostBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(bob).post("/accounts/email/", {"action_add": "1", "email": "ann@jinya.example"})
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda self: True)
    answer = Client().post(path_in(post_box()[-1], "/confirm-email/"))
    assert answer.status_code < 500
    assert address_of(bob) == ""


@pytest.mark.parametrize(
    "address",
    [
        *(
            "x",
            "x@",
            "@x",
            "x@y",
            "a@b.example\r\nBcc: c@d.example",
            "a@b.example\nX: y",
            "a\x00@b.example",
        ),
        *(
            "a b@c.example",
            '"<script>"@c.example ',
            "x" * 250 + "@c.example",
            "x@" + "y" * 10_000,
            "",
        ),
    ],
)
def test_what_is_no_address_is_refused(
    ann: User, confirmed: Any, post_box: PostBox, address: str
) -> None:
    answer = confirmed(ann).post("/accounts/email/", {"action_add": "1", "email": address})
    assert answer.status_code == 422
    assert post_box() == []
    assert address_of(ann) == "ann@jinya.example"


@pytest.mark.parametrize("key", ["x", "a:b:c", "MQ:1tyXyz:abc", "x" * 3000, "-", "あ"])
def test_odd_confirmation_links_end_on_a_friendly_page(db: None, key: str) -> None:
    assert Client().get(f"/accounts/confirm-email/{key}/").status_code == 200
    assert Client().post(f"/accounts/confirm-email/{key}/").status_code == 404
