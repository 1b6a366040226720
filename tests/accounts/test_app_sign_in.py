"""Apps of others sign in: what is asked, what is refused, and what ends which tokens."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail as outbox
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import mail, retention
from accounts.common import redirects
from accounts.models import AccessToken, User
from accounts.oauth import grants
from accounts.sign_in import tokens
from accounts.sign_in.tokens import token_of
from tests.kit.browsing import browser
from tests.kit.builders import PASSWORD, guest, person

pytestmark = pytest.mark.django_db
VERIFIER = "v" * 43
BACK = "https://board.example/back?page=1"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:43]
ASKED = {
    "response_type": "code",
    "client_id": "board.example",
    "redirect_uri": BACK,
    "scope": "read play",
    "state": "of the app",
    "code_challenge": CHALLENGE,
    "code_challenge_method": "S256",
}
PAGE = "/oauth/authorize"


def changed(fields: dict[str, str], changes: dict[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in {**fields, **changes}.items() if value is not None}


def ask(user: User | None, do: str = "", **changes: str | None) -> Any:
    """The page that asks, or the answer to *do*."""
    client = browser(user) if user else Client()
    asked = changed(ASKED, changes)
    if do:
        return client.post(PAGE, {"do": do}, query_params=asked)
    return client.get(PAGE, asked)


def answered(answer: Any) -> dict[str, str]:
    """What an app is sent back with."""
    assert answer.status_code == 302
    there, _mark, query = answer["Location"].partition("?")
    assert there == BACK.partition("?")[0]
    return {name: value for name, [value] in parse_qs(query).items()}


def code_for(user: User, **changes: str | None) -> str:
    return answered(ask(user, "allow", **changes))["code"]


def send(path: str = "token", **fields: str | None) -> Any:
    return Client().post(f"/oauth/{path}", changed({"client_id": "board.example"}, fields))


def exchange(code: str, **changes: str | None) -> Any:
    fields = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    return send(grant_type="authorization_code", **{**fields, **changes})


def renew(token: str, **changes: str | None) -> Any:
    return send(grant_type="refresh_token", refresh_token=token, **changes)


def signed_in(user: User) -> dict[str, Any]:
    answer = exchange(code_for(user))
    assert answer.status_code == 200
    reply: dict[str, Any] = answer.json()
    return reply


def opens(reply: dict[str, Any]) -> bool:
    return token_of(reply["access_token"], timezone.now()) is not None


def refused(answer: Any, error: str = "invalid_grant", status: int = 400) -> bool:
    assert answer["Content-Type"] == "application/json"
    return (answer.status_code, answer.json()["error"]) == (status, error)


# The way there and back


def test_an_app_signs_in_plays_and_renews() -> None:
    mika = person("Mika", email="mika@private.example")
    page = ask(mika).content.decode()
    assert "board.example" in page
    assert "Play in your matches" in page
    assert "Download all your finished matches" not in page
    sent = answered(ask(mika, "allow"))
    assert sent["state"] == "of the app"
    assert sent["iss"] == "http://testserver"
    assert sent["page"] == "1"
    answer = exchange(sent["code"])
    assert "no-store" in answer["Cache-Control"]
    first = answer.json()
    assert (first["token_type"], first["expires_in"], first["scope"]) == (
        *("Bearer", 3600),
        "read play",
    )
    row = AccessToken.objects.get()
    assert token_of(first["access_token"], timezone.now()) == row
    assert (row.user, row.host, row.scopes) == (mika, "board.example", "read play")
    second = renew(first["refresh_token"]).json()
    assert not opens(first)
    assert opens(second)
    assert second["scope"] == "read play"
    mail.send_due(timezone.now() + timedelta(minutes=5))
    assert "board.example" in outbox.outbox[-1].body


def test_nothing_that_opens_is_kept_or_shown() -> None:
    mika = person()
    code = code_for(mika)
    kept = [str(vars(AccessToken.objects.get()))]
    reply = exchange(code).json()
    kept.append(str(vars(AccessToken.objects.get())))
    for secret in (code, reply["access_token"], reply["refresh_token"]):
        assert not any(part in text for part in secret.split(".") for text in kept)


def test_an_app_is_in_the_list_and_its_owner_signs_it_out() -> None:
    mika = person()
    code_for(mika)
    reply = signed_in(mika)
    client = browser(mika)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/settings/tokens/").content.decode()
    assert page.count("board.example</bdi></strong>") == 1
    [pk] = re.findall(r'name="revoke" value="(\d+)"', page)
    other = signed_in(person())
    client.post("/settings/tokens/", {"revoke": pk})
    assert not opens(reply)
    assert refused(renew(reply["refresh_token"]))
    assert opens(other)


def test_less_is_not_more_when_renewed() -> None:
    reply = signed_in(person())
    assert renew(reply["refresh_token"], scope="read").json()["scope"] == "read play"


def test_an_app_that_asks_for_nothing_may_read() -> None:
    code = code_for(person(), scope=None)
    assert exchange(code).json()["scope"] == "read"


# Who is asked


def test_visitors_sign_in_first_and_come_back() -> None:
    answer = ask(None)
    place = urlsplit(answer["Location"])
    assert place.path == "/accounts/login/"
    [onward] = parse_qs(place.query)["next"]
    assert onward.startswith(f"{PAGE}?response_type=code&client_id=board.example")
    form = {"login": person("Mika").name, "password": PASSWORD}
    assert Client().post(answer["Location"], form)["Location"] == onward


def test_guests_are_to_save_their_account_first() -> None:
    answer = ask(guest(), "allow")
    assert answer["Location"].startswith("/claim/?next=%2Foauth%2Fauthorize%3F")
    assert not AccessToken.objects.exists()


def test_staff_have_none() -> None:
    clerk = person(is_staff=True)
    assert "Staff have no tokens" in ask(clerk).content.decode()
    assert answered(ask(clerk, "allow"))["error"] == "access_denied"


def test_a_sign_in_with_a_second_factor_is_enough() -> None:
    mika = person()
    TOTP.activate(mika, "JBSWY3DPEHPK3PXP")
    assert opens(signed_in(mika))


# What is refused on our page, and what is told to the app


@pytest.mark.parametrize(
    "uri",
    [
        *("http://board.example/", "javascript:alert(1)", "data:text/html,x", "board:/back", ""),
        *("https:board.example", "https:///board.example", "//board.example", "/desk/"),
        *("https://good.example@evil.example/", "https://a\\@b.example/", "https://b.example/#x"),
        *("http://127.0.0.1.evil.example/", "http://localhost@evil.example/", "ftp://a.example/"),
        *("https://evil%2eexample/", "https://évil.example/", "https://a.example/\n", "https://[x"),
        "https://a.example/" + "x" * 500,
    ],
)
def test_where_no_app_is_sent_back_to(uri: str) -> None:
    assert not redirects.is_allowed(uri)
    for do in ("", "allow", "refuse"):
        answer = ask(person(), do, redirect_uri=uri)
        assert answer.status_code == 400
        assert 'rel="noreferrer' not in answer.content.decode()


@pytest.mark.parametrize(
    ("uri", "host", "source"),
    [
        ("https://board.example/back", "board.example", "https://board.example"),
        ("https://Board.example:8443/", "board.example:8443", "https://Board.example:8443"),
        ("http://127.0.0.1:4321/back", "127.0.0.1:4321", "http://127.0.0.1:4321"),
        ("http://localhost/", "localhost", "http://localhost"),
        ("http://[::1]:99/", "[::1]:99", "http:"),
        ("example.board:/back", "example.board", "example.board:"),
        ("example.board://back", "example.board", "example.board:"),
    ],
)
def test_where_apps_are_sent_back_to(uri: str, host: str, source: str) -> None:
    assert redirects.is_allowed(uri)
    assert redirects.host_of(uri) == host
    mika = person()
    page = ask(mika, redirect_uri=uri)
    assert host in page.content.decode()
    assert f"form-action 'self' {source}" in page["Content-Security-Policy"]
    assert ask(mika, "allow", redirect_uri=uri)["Location"].startswith(uri)


@pytest.mark.parametrize("change", [{"client_id": None}, {"client_id": "two words"}])
def test_an_app_has_a_name(change: dict[str, str | None]) -> None:
    for do in ("", "allow"):
        assert ask(person(), do, **change).status_code == 400


def test_a_parameter_sent_twice_is_refused() -> None:
    answer = browser(person()).get(PAGE, {**ASKED, "redirect_uri": [BACK, "https://b.example/"]})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"response_type": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": "none"}, "unauthorized_client"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"scope": "read everything"}, "invalid_scope"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
    ],
)
def test_a_wrong_question_is_answered_by_a_link_and_leads_nowhere_by_itself(
    change: dict[str, str | None], error: str
) -> None:
    for user in (None, person()):
        for do in ("", "allow"):
            answer = ask(user, do, **change)
            assert answer.status_code == 400
            [link] = re.findall(r'href="(https://board[^"]+)"', answer.content.decode())
            sent = parse_qs(urlsplit(link.replace("&amp;", "&")).query)
            assert (sent["error"], sent["state"]) == ([error], ["of the app"])
            assert sent["iss"] == ["http://testserver"]
    assert not AccessToken.objects.exists()


def test_a_no_is_told_to_the_app() -> None:
    sent = answered(ask(person(), "refuse"))
    assert (sent["error"], sent["state"]) == ("access_denied", "of the app")
    assert not AccessToken.objects.exists()


def test_the_page_is_in_no_frame_and_its_form_is_its_own() -> None:
    mika = person()
    page = ask(mika)
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = browser(mika).cookies
    answer = strict.post(PAGE, {"do": "allow"}, query_params=ASKED)
    assert answer.status_code == 403
    assert not AccessToken.objects.exists()


# Codes


@pytest.mark.parametrize(
    ("change", "error", "status"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant", 400),
        ({"code_verifier": None}, "invalid_request", 400),
        ({"code_verifier": "v"}, "invalid_request", 400),
        ({"redirect_uri": "https://board.example/"}, "invalid_grant", 400),
        ({"redirect_uri": None}, "invalid_request", 400),
        ({"client_id": "other.example"}, "invalid_grant", 400),
        ({"client_id": None}, "invalid_client", 401),
        ({"code": None}, "invalid_request", 400),
        ({"code": "jnc_é"}, "invalid_grant", 400),
        ({"code": "jnc_" + "a" * 900}, "invalid_grant", 400),
        ({"code": "jnc_nobody.nothing"}, "invalid_grant", 400),
        ({"grant_type": "password"}, "unsupported_grant_type", 400),
        ({"grant_type": None}, "unsupported_grant_type", 400),
    ],
)
def test_a_code_is_good_as_it_was_asked_for(
    change: dict[str, str | None], error: str, status: int
) -> None:
    code = code_for(person())
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK}
    assert refused(send(**{**fields, "code_verifier": VERIFIER, **change}), error, status)
    assert exchange(code).status_code == 200


def test_a_code_used_twice_ends_what_it_gave() -> None:
    code = code_for(person())
    reply = exchange(code).json()
    assert refused(exchange(code))
    assert not opens(reply)
    assert refused(renew(reply["refresh_token"]))
    assert not AccessToken.objects.exists()


def test_a_code_is_good_for_a_minute_and_opens_nothing_itself(monkeypatch: Any) -> None:
    mika = person()
    code = code_for(mika)
    assert token_of(code, timezone.now()) is None
    assert not tokens.tokens_of(mika).exists()
    AccessToken.objects.update(renewable_until=timezone.now())
    assert refused(exchange(code))
    retention.forget_old(timezone.now() + timedelta(days=1))
    assert not AccessToken.objects.exists()


def test_an_address_with_a_query_gets_no_token() -> None:
    answer = Client().post("/oauth/token?code=1", {"grant_type": "authorization_code"})
    assert refused(answer, "invalid_request")


# Refresh tokens


def test_a_refresh_token_used_twice_ends_the_sign_in() -> None:
    mika = person()
    first, apart = signed_in(mika), signed_in(mika)
    second = renew(first["refresh_token"]).json()
    third = renew(second["refresh_token"]).json()
    assert opens(third)
    assert refused(renew(first["refresh_token"]))
    assert not opens(third)
    assert refused(renew(third["refresh_token"]))
    assert opens(apart)


def test_a_refresh_token_is_of_one_app_and_of_one_kind() -> None:
    reply = signed_in(person())
    assert refused(renew(reply["refresh_token"], client_id="other.example"))
    assert refused(renew(reply["access_token"]))
    assert refused(exchange(reply["refresh_token"]))
    assert renew(reply["refresh_token"]).status_code == 200


@pytest.mark.parametrize("field", ["is_active", "is_staff"])
def test_who_may_have_no_token_any_more_gets_no_new_one(field: str) -> None:
    mika = person()
    code, reply = code_for(mika), signed_in(mika)
    User.objects.filter(pk=mika.pk).update(**{field: field == "is_staff"})
    assert not opens(reply)
    assert refused(renew(reply["refresh_token"]))
    assert refused(exchange(code))


def test_who_is_suspended_lets_no_app_in_and_a_signed_in_one_does_nothing() -> None:
    mika = person()
    reply = signed_in(mika)
    User.objects.filter(pk=mika.pk).update(shut_out_until=timezone.now() + timedelta(days=1))
    assert ask(mika)["Location"] == "/standing/"
    assert ask(mika, "allow").status_code == 403
    headers = {"Authorization": f"Bearer {reply['access_token']}"}
    answer = Client().get("/api/v1/account", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "sanctioned")


def test_an_access_token_lives_an_hour_and_a_sign_in_three_months_unused() -> None:
    reply, now = signed_in(person()), timezone.now()
    assert token_of(reply["access_token"], now + timedelta(minutes=59))
    assert token_of(reply["access_token"], now + timedelta(hours=1)) is None
    retention.forget_old(now + timedelta(days=90))
    assert AccessToken.objects.exists()
    retention.forget_old(now + timedelta(days=91, seconds=9))
    assert not AccessToken.objects.exists()


def test_the_twenty_first_app_ends_the_one_renewed_longest_ago() -> None:
    mika = person()
    tokens.make_token(user=mika, name="own", scopes=["read"], days=30, now=timezone.now())
    replies = []
    for _each in range(grants.MOST + 1):
        cache.clear()
        replies.append(signed_in(mika))
    assert [opens(reply) for reply in replies] == [False] + [True] * grants.MOST
    assert tokens.tokens_of(mika).filter(family=None).exists()


# Revoking


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_app_signs_itself_out(which: str) -> None:
    mika = person()
    reply, other = signed_in(mika), signed_in(mika)
    foreign = send("revoke", token=reply[which], client_id="other.example")
    assert (foreign.status_code, opens(reply)) == (200, True)
    answer = send("revoke", token=reply[which])
    assert (answer.status_code, answer.content) == (200, b"")
    assert not opens(reply)
    assert refused(renew(reply["refresh_token"]))
    assert opens(other)
    assert send("revoke", token=reply[which]).status_code == 200
    assert refused(send("revoke"), "invalid_request")


def test_an_app_revokes_no_token_that_a_person_has_made() -> None:
    _row, secret = tokens.make_token(
        user=person(), name="own", scopes=["read"], days=30, now=timezone.now()
    )
    assert send("revoke", token=secret, client_id="").status_code == 401
    assert send("revoke", token=secret).status_code == 200
    assert token_of(secret, timezone.now())


def test_ending_all_tokens_ends_apps_and_codes() -> None:
    mika = person()
    code, reply = code_for(mika), signed_in(mika)
    tokens.revoke_all(mika)
    assert not opens(reply)
    assert refused(exchange(code))


# Limits and discovery


def test_there_are_limits(settings: Any) -> None:
    rates = {**settings.ACCOUNT_RATE_LIMITS, "app_token": "1/h/ip", "app_allowed": "1/h/user"}
    settings.ACCOUNT_RATE_LIMITS = rates
    mika = person()
    code = code_for(mika)
    assert ask(mika, "allow").status_code == 429
    assert exchange(code).status_code == 200
    answer = exchange(code)
    assert refused(answer, "temporarily_unavailable", 429)
    assert answer["Retry-After"] == "3600"


def test_libraries_find_everything() -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert found["issuer"] == "http://testserver"
    assert found["token_endpoint"] == "http://testserver/oauth/token"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert set(tokens.Scope.values) == set(found["scopes_supported"])
