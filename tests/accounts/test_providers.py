"""Signing in by services elsewhere, tried with one on this machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import switches
from accounts.models import SiteSwitches, User
from accounts.sign_in import linked, sign_up_codes, undo_links
from games.management import doctor
from tests.accounts.conftest import PASSWORD
from tests.kit.builders import guest
from tests.kit.oidc import OpenIdHouse, open_id_house

pytestmark = pytest.mark.django_db
NAME = "/accounts/name/"


@pytest.fixture
def school(settings: Any) -> Iterator[OpenIdHouse]:
    with open_id_house() as house:
        settings.OIDC = (house.provider,)
        yield house


def choose(client: Client, name: str = "Carol", **fields: str) -> Any:
    return client.post(NAME, {"username": name, "time_zone": "Asia/Tokyo", **fields})


def is_in(client: Client, user: User) -> bool:
    return client.session.get("_auth_user_id") == str(user.pk)


def link(user: User, subject: str = "u-17") -> SocialAccount:
    return SocialAccount.objects.create(user=user, provider="school", uid=subject)


def close_sign_up() -> None:
    SiteSwitches.objects.update_or_create(pk=1, defaults={"no_new_accounts": True})
    cache.delete(switches.KEY)


# --- without a provider ---


def test_without_a_provider_there_is_nothing(client: Client, ann: User) -> None:
    for page in ("/accounts/login/", "/accounts/signup/"):
        assert "/accounts/by/" not in client.get(page).content.decode()
    assert client.get(NAME).status_code == 404
    assert client.post("/accounts/by/school/").status_code == 404
    assert client.get("/accounts/by/school/back/").status_code == 404
    client.force_login(ann)
    page = client.get("/settings/security/").content.decode()
    assert "Sign in with another account" not in page


# --- the first time ---


def test_somebody_new_chooses_a_name_and_is_in(school: OpenIdHouse, client: Client) -> None:
    school.person.claims = {"preferred_username": "caro", "email": "c@school.example"}
    assert "Continue with School" in client.get("/accounts/login/").content.decode()
    assert school.go(client, next="/learn/")["Location"] == NAME
    assert 'value="caro"' in client.get(NAME).content.decode()
    assert choose(client, "Carol")["Location"] == "/learn/"
    user = User.objects.get(name="Carol")
    assert is_in(client, user)
    assert (user.time_zone, user.has_usable_password()) == ("Asia/Tokyo", False)
    row = SocialAccount.objects.get()
    assert (row.user, row.uid, row.extra_data) == (user, "u-17", {})
    assert not SocialToken.objects.exists()
    assert not EmailAddress.objects.exists()  # it was not proved
    other = Client()
    assert school.go(other)["Location"] == "/desk/"
    assert is_in(other, user)


def test_no_token_lies_in_a_session(school: OpenIdHouse, client: Client) -> None:
    school.go(client)
    kept = [row.get_decoded() for row in Session.objects.all()]
    assert "socialaccount_sociallogin" in str(kept)
    assert "opens-me" not in str(kept)


@pytest.mark.parametrize("name", ["Ann", "admin", "x" * 41, "", "Ann\u200b"])
def test_names_are_by_our_rules(school: OpenIdHouse, client: Client, ann: User, name: str) -> None:
    school.person.claims = {"preferred_username": name}
    school.go(client)
    assert f'value="{name}"' not in client.get(NAME).content.decode()
    assert choose(client, name).status_code == 422
    assert not SocialAccount.objects.exists()


def test_a_proved_address_is_kept_if_wanted(school: OpenIdHouse, client: Client) -> None:
    school.person.claims = {"email": "C@school.example", "email_verified": True}
    school.go(client)
    choose(client, keeps_address="on")
    assert User.objects.get(name="Carol").email == "c@school.example"
    other = Client()
    school.person.sub, school.person.claims["email"] = "u-18", "d@school.example"
    school.go(other)
    choose(other, "Dora")
    assert User.objects.get(name="Dora").email == ""


@pytest.mark.parametrize("proved", [True, False, "true"])
def test_an_address_takes_nobodys_account_over(
    school: OpenIdHouse, client: Client, ann: User, proved: object
) -> None:
    school.person.claims = {"email": "ann@jinya.example", "email_verified": proved}
    assert school.go(client)["Location"] == NAME
    page = client.get(NAME).content.decode()
    assert ("There is an account with ann@jinya.example" in page) is (proved is True)
    assert choose(client, keeps_address="on").status_code == 302
    user = User.objects.get(name="Carol")
    assert is_in(client, user)
    assert user.email == ""
    assert EmailAddress.objects.get().user == ann
    assert not SocialAccount.objects.filter(user=ann).exists()


def test_somebody_too_young_stays_out(school: OpenIdHouse, client: Client, settings: Any) -> None:
    settings.MINIMUM_AGE = 16
    school.go(client)
    assert choose(client).status_code == 422
    assert choose(client, of_age="on").status_code == 302
    assert User.objects.get(name="Carol").said_age == 16


def test_a_guest_who_stays_keeps_everything(school: OpenIdHouse, client: Client) -> None:
    close_sign_up()  # of guests nobody asks
    visitor = guest()
    client.force_login(visitor)
    assert "Continue with School" in client.get("/claim/").content.decode()
    school.go(client)
    assert choose(client).status_code == 302
    visitor.refresh_from_db()
    assert (visitor.name, visitor.is_guest) == ("Carol", False)
    assert is_in(client, visitor)
    assert client.get("/desk/").context["user"] == visitor
    assert visitor.sign_ins.count() == 1


def test_a_guest_with_an_account_brings_everything_along(
    school: OpenIdHouse, client: Client, ann: User
) -> None:
    link(ann)
    visitor = guest()
    client.force_login(visitor)
    school.go(client)
    assert is_in(client, ann)
    assert not User.objects.filter(pk=visitor.pk).exists()


def test_closed_sign_up_opens_by_a_code(school: OpenIdHouse, client: Client) -> None:
    close_sign_up()
    assert "Sign-up is closed" in school.go(client).content.decode()
    assert client.get(NAME)["Location"] == "/accounts/login/"
    code = sign_up_codes.give(1, timezone.now())
    assert "Continue with School" in client.get(f"/accounts/signup/?code={code}").content.decode()
    assert school.go(client, code=code)["Location"] == NAME
    assert choose(client, code=code).status_code == 302
    assert not sign_up_codes.is_good(code, timezone.now())


def test_where_providers_alone_sign_up(school: OpenIdHouse, client: Client, settings: Any) -> None:
    settings.SIGN_UP_BY_PROVIDERS = True
    page = client.get("/accounts/signup/").content.decode()
    assert "Continue with School" in page
    assert "password1" not in page
    form = {"username": "Carol", "password1": PASSWORD, "time_zone": ""}
    client.post("/accounts/signup/", form)
    visitor = guest()
    client.force_login(visitor)
    assert "password1" not in client.get("/claim/").content.decode()
    client.post("/claim/", form)
    assert not User.objects.filter(name="Carol").exists()
    school.go(client)
    assert choose(client).status_code == 302


# --- again ---


def test_the_second_factor_stays(school: OpenIdHouse, client: Client, ann: User) -> None:
    link(ann)
    TOTP.activate(ann, "JBSWY3DPEHPK3PXP")
    assert school.go(client)["Location"] == "/accounts/2fa/authenticate/"
    assert not is_in(client, ann)


def test_whoever_is_shut_does_not_get_in(school: OpenIdHouse, client: Client, ann: User) -> None:
    link(ann)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert school.go(client)["Location"] == "/accounts/inactive/"
    assert not is_in(client, ann)


# --- linking ---


def test_linking_and_unlinking(
    school: OpenIdHouse,
    confirmed: Callable[..., Client],
    ann: User,
    post_box: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "jinya.security")
    client, other = confirmed(ann), Client()
    other.force_login(ann)
    assert school.go(client, process="connect")["Location"] == "/settings/security/"
    page = client.get("/settings/security/").content.decode()
    assert "School is linked" in page
    row = SocialAccount.objects.get(user=ann)
    assert other.get("/desk/").status_code == 302  # signed out
    (told,) = [mail for mail in post_box() if "School is linked" in mail.subject]
    assert "/settings/email/undo/" in told.body
    client.post("/settings/security/unlink/", {"which": row.pk})
    assert "School is unlinked." in client.get("/settings/security/").content.decode()
    assert not SocialAccount.objects.exists()
    assert [mail for mail in post_box() if "School is unlinked" in mail.subject]
    kinds = [vars(line)["event"]["kind"] for line in caplog.records if hasattr(line, "event")]
    assert [kind for kind in kinds if kind in ("provider-linked", "provider-unlinked")] == [
        "provider-linked",
        "provider-unlinked",
    ]


def test_linking_asks_for_the_password_first(
    school: OpenIdHouse, signed_in: Callable[..., Client], ann: User
) -> None:
    client = signed_in(ann)
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    assert school.go(client, process="connect")["Location"].startswith("/accounts/reauthenticate/")
    assert not SocialAccount.objects.exists()


def test_what_is_anothers_is_not_linked(
    school: OpenIdHouse, confirmed: Callable[..., Client], ann: User, bob: User
) -> None:
    link(bob)
    client = confirmed(ann)
    school.go(client, process="connect")
    assert "somebody else" in client.get("/settings/security/").content.decode()
    assert SocialAccount.objects.get().user == bob


def test_the_last_way_in_stays(school: OpenIdHouse, client: Client) -> None:
    school.go(client)
    choose(client)
    user = User.objects.get(name="Carol")
    row = SocialAccount.objects.get()
    client.post("/settings/security/unlink/", {"which": row.pk})
    assert SocialAccount.objects.exists()
    key = Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "mine"}
    )
    assert linked.has_way_in(user, without_link=row.pk)
    assert linked.unlink(user, row.pk) == "School"
    assert not linked.has_way_in(user, without_passkey=key.pk)


def test_nobody_unlinks_for_others(
    school: OpenIdHouse, confirmed: Callable[..., Client], ann: User, bob: User
) -> None:
    row = link(bob)
    confirmed(ann).post("/settings/security/unlink/", {"which": row.pk})
    assert SocialAccount.objects.get() == row


# --- what goes wrong there ---

WRONG: list[dict[str, Any]] = [
    {"key": "forged"},
    {"token": {"aud": "others"}},
    {"token": {"iss": "https://evil.example"}},
    {"token": {"exp": 1}},
    {"token": {"sub": "u-18"}},
    {"token": {"sub": ""}},
    {"token": {"azp": "others"}},
    *({"replaced": {path: (200, b"[]")}} for path in ("/token", "/keys", "/me")),
    *({"replaced": {path: (200, b"{")}} for path in ("/token", "/keys", "/me")),
    *({"replaced": {path: (302, b"")}} for path in ("/token", "/keys", "/me")),
    {"replaced": {"/token": (200, b'"access_token"')}},
    {"replaced": {"/token": (200, b'{"access_token": 7, "id_token": 7}')}},
    {"replaced": {"/keys": (200, b'{"keys": [{"kty": "oct", "kid": "theirs", "k": "eA"}]}')}},
    {"replaced": {"/me": (500, b"")}},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_cannot_be_believed_lets_nobody_in(
    school: OpenIdHouse, client: Client, ann: User, wrong: dict[str, Any]
) -> None:
    link(ann)
    for name, value in wrong.items():
        setattr(school, name, value)
    answer = school.go(client)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    assert "School does not answer" in client.get("/accounts/login/").content.decode()
    assert not is_in(client, ann)


NEAR = (
    b'{"issuer": "%(own)s", "authorization_endpoint": "https://a.example/", "token_endpoint": '
    b'"http://169.254.169.254/", "jwks_uri": "https://a.example/"}'
)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"[]",
        b'{"issuer": "https://evil.example"}',
        b'{"issuer": "%(own)s", "authorization_endpoint": "javascript:alert(1)"}',
        NEAR,
    ],
)
def test_what_a_provider_says_of_itself_is_checked(
    school: OpenIdHouse, client: Client, said: bytes
) -> None:
    where = "/.well-known/openid-configuration"
    school.replaced = {where: (200, said.replace(b"%(own)s", school.origin.encode()))}
    assert school.go(client)["Location"] == "/accounts/login/"
    assert school.asked == [where]


def test_a_provider_that_is_away_is_told(client: Client, settings: Any) -> None:
    with open_id_house() as gone:
        settings.OIDC = (gone.provider,)
    assert gone.go(client)["Location"] == "/accounts/login/"
    assert "School does not answer" in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "took too long"),
        ({"state": "x" * 5000, "code": "c"}, "took too long"),
    ],
)
def test_who_comes_back_without_having_gone(
    school: OpenIdHouse, client: Client, query: dict[str, str], said: str
) -> None:
    assert client.get("/accounts/by/school/back/", query)["Location"] == "/accounts/login/"
    assert said in client.get("/accounts/login/").content.decode()


def test_whoever_says_no_there_reads_so(school: OpenIdHouse, client: Client) -> None:
    page = client.post("/accounts/by/school/")
    state = page.context["away"].split("state=")[1].split("&")[0]
    client.get("/accounts/by/school/back/", {"state": state, "error": "access_denied"})
    assert "You did not sign in with School." in client.get("/accounts/login/").content.decode()


def test_the_way_there_asks_for_no_more_than_the_house_does(
    school: OpenIdHouse, client: Client
) -> None:
    page = client.post("/accounts/by/school/?scope=admin&auth_params=prompt%3Dnone")
    away = page.context["away"]
    assert "admin" not in away
    assert "prompt" not in away
    assert f'<meta http-equiv="refresh" content="0;url={school.origin}/auth?' in (
        page.content.decode()
    )


def test_the_doctor_looks_at_each_service(school: OpenIdHouse) -> None:
    (found,) = doctor.sign_in()
    assert (found.state, "/accounts/by/school/back/" in found.said) == ("fine", True)
    school.replaced = {"/.well-known/openid-configuration": (200, b'{"issuer": "x"}')}
    (found,) = doctor.sign_in()
    assert (found.state, "JINYA_OIDC_SCHOOL_ISSUER" in found.said) == ("WRONG", True)


def test_who_takes_an_account_back_ends_what_was_linked(school: OpenIdHouse, ann: User) -> None:
    link(ann)
    token = undo_links.undo_url(ann, "ann@jinya.example").split("/")[-2]
    found = undo_links.link_of(token)
    assert found is not None
    assert undo_links.take_back(found)
    assert not SocialAccount.objects.exists()
