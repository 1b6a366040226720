"""Where one is signed in, ending that, and signing out."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.sign_in.tokens import make_token, tokens_of
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"


def is_in(browser: Client) -> bool:
    return browser.get("/settings/").status_code == 200


def test_the_list_names_the_browsers(ann: User, signed_in: Any) -> None:
    signed_in(ann, headers={"user-agent": FIREFOX})
    page = signed_in(ann).get("/settings/security/").content.decode()
    assert "Firefox, Linux" in page
    assert page.count("<li>\n          <div>") == 2


def test_what_a_browser_calls_itself_is_never_repeated(ann: User, signed_in: Any) -> None:
    odd = "<script>alert(1)</script>" + "x" * 5000 + "\x00"
    page = signed_in(ann, headers={"user-agent": odd}).get("/settings/security/").content.decode()
    assert "alert(1)" not in page
    assert "unknown browser" in page


def test_one_can_be_ended(ann: User, signed_in: Any, confirmed: Any) -> None:
    lost, here = signed_in(ann), confirmed(ann)
    row = ann.sign_ins.get(session_key=lost.session.session_key)
    here.post("/settings/security/end/", {"which": str(row.pk)})
    assert not is_in(lost)
    assert is_in(here)


def test_all_others_can_be_ended(ann: User, signed_in: Any, confirmed: Any) -> None:
    others, here = [signed_in(ann) for _ in range(3)], confirmed(ann)
    here.post("/settings/security/end/", {"which": "others"})
    assert [is_in(browser) for browser in (*others, here)] == [False, False, False, True]


@pytest.mark.parametrize("which", ["others", "one"])
def test_ending_tells_the_owner(
    ann: User, signed_in: Any, confirmed: Any, post_box: Any, which: str
) -> None:
    signed_in(ann)
    here = confirmed(ann)
    other = ann.sign_ins.exclude(session_key=here.session.session_key).get()
    here.post("/settings/security/end/", {"which": which if which == "others" else str(other.pk)})
    assert post_box()[-1].subject == "Jinya: devices were signed out"


def test_ending_takes_the_password_again(ann: User, signed_in: Any) -> None:
    other, here = signed_in(ann), signed_in(ann)
    answer = here.post("/settings/security/end/", {"which": "others"})
    assert answer["Location"].startswith("/accounts/reauthenticate/")
    assert is_in(other)


@pytest.mark.parametrize("which", ["", "x", "-1", "0", "9" * 30, "１", "1.0", "\x00", "others\x00"])
def test_nonsense_ends_nothing(ann: User, signed_in: Any, confirmed: Any, which: str) -> None:
    other, here = signed_in(ann), confirmed(ann)
    assert here.post("/settings/security/end/", {"which": which}).status_code == 302
    assert is_in(other)


def test_nobody_ends_the_sign_in_of_another(
    ann: User, bob: User, signed_in: Any, confirmed: Any
) -> None:
    victim = signed_in(ann)
    confirmed(bob).post("/settings/security/end/", {"which": str(ann.sign_ins.get().pk)})
    assert is_in(victim)


def test_a_new_password_ends_the_others_and_keeps_this_one(ann: User, signed_in: Any) -> None:
    other, here = signed_in(ann), signed_in(ann)
    before = here.session.session_key
    data = {"oldpassword": PASSWORD, "password1": "nine lanterns glow"}
    assert here.post("/accounts/password/change/", data).status_code == 302
    assert not is_in(other)
    assert is_in(here)
    assert here.session.session_key != before
    here.get("/settings/security/")
    assert [row.session_key for row in ann.sign_ins.all()] == [here.session.session_key]


@pytest.mark.parametrize("wanted", [True, False])
def test_a_new_password_ends_tokens_by_choice_and_says_what_stays(
    ann: User, signed_in: Any, wanted: bool
) -> None:
    here = signed_in(ann)
    page = here.get("/accounts/password/change/").content.decode()
    assert "Passkeys, two-step sign-in, calendar links and webhooks stay as they are." in page
    assert "end_tokens" not in page
    for name in ("one", "two"):
        make_token(user=ann, name=name, scopes=["read"], days=30, now=timezone.now())
    page = here.get("/accounts/password/change/").content.decode()
    assert "Sign out my 2 apps and access tokens as well" in page
    data = {"oldpassword": PASSWORD, "password1": "nine lanterns glow"}
    choice = {"end_tokens": "on"} if wanted else {}
    assert here.post("/accounts/password/change/", {**data, **choice}).status_code == 302
    assert tokens_of(ann).count() == (0 if wanted else 2)


def test_changing_the_password_takes_the_present_one(ann: User, signed_in: Any) -> None:
    data = {"oldpassword": "x" * 12, "password1": "nine lanterns glow"}
    assert signed_in(ann).post("/accounts/password/change/", data).status_code == 422
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_changing_the_password_tells_the_owner(ann: User, signed_in: Any, post_box: Any) -> None:
    data = {"oldpassword": PASSWORD, "password1": "nine lanterns glow"}
    signed_in(ann, headers={"user-agent": FIREFOX}).post("/accounts/password/change/", data)
    letter = post_box()[-1]
    assert (letter.to, letter.subject) == (
        ["ann@jinya.example"],
        "Jinya: your password was changed",
    )
    assert "Firefox, Linux" in letter.body


def test_signing_out_ends_the_session_on_the_server(ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    cookie = browser.cookies["sessionid"].value
    answer = browser.post("/accounts/logout/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert SignIn.objects.count() == 0
    assert not Session.objects.filter(session_key=cookie).exists()
    again = Client()
    again.cookies["sessionid"] = cookie
    assert not is_in(again)


def test_only_a_post_signs_out(ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    assert browser.get("/accounts/logout/").status_code == 200
    assert is_in(browser)


def test_signing_out_takes_a_token(ann: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)
    assert strict.post("/accounts/logout/").status_code == 403
    assert is_in(strict)


def test_pages_of_signed_in_people_are_kept_nowhere(ann: User, signed_in: Any) -> None:
    browser = signed_in(ann)
    for page in ("/settings/", "/settings/security/", "/accounts/email/", "/accounts/2fa/"):
        assert "no-store" in browser.get(page)["Cache-Control"]
