"""Mail is stopped from the mail itself: a POST does it, a GET only asks."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.notices.services import unsubscribing
from games.notices.services.unsubscribing import SALT, link_token
from tests.kit.builders import everything, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(enforce_csrf_checks=True)


def address(token):
    return reverse("games:unsubscribe", args=[token])


def switches(user):
    user.refresh_from_db()
    return user.mail_your_turn, user.mail_match_over


@pytest.mark.parametrize(
    ("kind", "left"), [("your-turn", (False, True)), ("match-over", (True, False))]
)
def test_a_post_stops_mail_of_that_kind_only_without_cookies_and_as_often_as_it_comes(
    client, ann, kind, left
) -> None:
    for _again in range(3):
        answer = client.post(
            address(link_token(ann.pk, kind)),
            "List-Unsubscribe=One-Click",
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 200
        assert switches(ann) == left


def test_an_empty_post_will_do(client, ann) -> None:
    assert client.post(address(link_token(ann.pk, "your-turn"))).status_code == 200
    assert switches(ann) == (False, True)


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_link_changes_nothing(client, ann, method) -> None:
    before = everything()
    assert getattr(client, method)(address(link_token(ann.pk, "your-turn"))).status_code == 200
    assert everything() == before


def test_the_page_asks_and_then_says_that_it_is_done(client, ann) -> None:
    link = address(link_token(ann.pk, "your-turn"))
    assert b"Press the button to stop this kind of mail" in client.get(link).content
    assert b"Press the button to stop this kind of mail" not in client.post(link).content


def test_nobody_elses_mail_is_stopped(client, ann) -> None:
    bob = person("bob")
    client.post(address(link_token(ann.pk, "your-turn")))
    assert switches(bob) == (True, True)


def test_the_link_names_nobody_on_the_page(client, ann) -> None:
    answer = client.get(address(link_token(ann.pk, "your-turn")))
    assert b"ann" not in answer.content.replace(b"channel", b"").replace(b"cannot", b"").replace(
        link_token(ann.pk, "your-turn").encode(), b""
    )


def forged(user):
    good = link_token(user.pk, "your-turn")
    payload, stamp, signature = good.split(":")
    flipped = ("A" if signature[0] != "A" else "B") + signature[1:]
    return {
        "empty": "-",
        "cut": good[:-1],
        "longer": good + "A",
        "flipped": f"{payload}:{stamp}:{flipped}",
        "other payload": f"{signing.b64_encode(b'[2,1]').decode()}:{stamp}:{signature}",
        "unsigned": payload,
        "no salt": signing.dumps([user.pk, "your-turn"]),
        "other purpose": signing.dumps([user.pk, "your-turn"], salt="accounts.device"),
        "another kind": link_token(user.pk, "made-up"),
        "a kind nobody may stop": link_token(user.pk, "webhook-stopped"),
        "no kind": link_token(user.pk, ""),
        "switch named outright": link_token(user.pk, "mail_your_turn"),
        "privileges": link_token(user.pk, "is_staff"),
        "one thing": signing.dumps(user.pk, salt=SALT),
        "three things": signing.dumps([user.pk, "your-turn", 1], salt=SALT),
        "a mapping": signing.dumps({"a": 1, "b": 2}, salt=SALT),
        "a list for a kind": signing.dumps([user.pk, ["your-turn"]], salt=SALT),
        "text for a user": signing.dumps(["ann", "your-turn"], salt=SALT),
        "a list for a user": signing.dumps([[user.pk], "your-turn"], salt=SALT),
        "long": "A" * 3000,
        "colons": ":" * 50,
        "slashes": "a/b/c",
        "foreign": "héllo:wörld:✓",
        "percent": "%00%0a",
    }


FORGED = list(forged(User(pk=1)))


@pytest.mark.parametrize("which", FORGED)
@pytest.mark.parametrize("method", ["get", "post"])
def test_any_other_link_leads_nowhere(client, ann, which, method) -> None:
    token = forged(ann)[which]
    before = everything()
    assert getattr(client, method)(address(token)).status_code == 404
    assert everything() == before


def test_a_link_to_somebody_who_is_gone_does_no_harm(client) -> None:
    assert client.post(address(link_token(10**9, "your-turn"))).status_code == 200


def test_a_link_is_good_for_more_than_a_year_and_not_for_ever(client, ann, monkeypatch) -> None:
    token = link_token(ann.pk, "your-turn")
    assert timedelta(days=365) <= unsubscribing.GOOD_FOR
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 366 * 86400)
    assert client.get(address(token)).status_code == 200
    monkeypatch.setattr(time, "time", lambda: now + unsubscribing.GOOD_FOR.total_seconds() + 60)
    assert client.get(address(token)).status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_offered(client, ann, method) -> None:
    answer = getattr(client, method)(address(link_token(ann.pk, "your-turn")))
    assert answer.status_code == 405
    assert switches(ann) == (True, True)
