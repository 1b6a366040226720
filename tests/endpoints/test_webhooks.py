"""Webhooks: whom they reach, what they say, and when they stop."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from accounts.common import outgoing
from accounts.common.outgoing import Forbidden, Unreachable, is_public, post, target_of
from accounts.models import User
from games.endpoints.models import Webhook
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.services.post import deliver
from tests.endpoints.conftest import Outside, Request
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person, play

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)
URL = "https://hooks.example/jinya?x=1"


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(LATER, tick=False):
        yield


def set_webhook(user: User, url: str = URL, form: str = "standard") -> str:
    """Name the address, as the page does; the secret it shows."""
    answer = browser(user).post("/devices/", {"do": "webhook", "url": url, "form": form})
    assert answer.status_code == 200, answer.status_code
    return re.findall(r"whsec_[A-Za-z0-9+/=]+", answer.content.decode())[0]


def owe(user: User) -> Delivery:
    """What is owed when it becomes the turn of *user*."""
    match = match_between(person(), user)
    play(match, "a1a2", now=LATER)
    owed = Delivery.objects.filter(channel="webhook", notice__match=match)
    owed.exclude(notice__kind="your-turn").delete()
    return owed.get()


def send(row: Delivery) -> str:
    """One attempt of the worker."""
    row.refresh_from_db()
    return deliver(delivery_id=row.pk, senders=SENDERS, now=row.due_at)


def test_it_is_signed_as_the_standard_says_and_says_what_a_mail_says(
    ann: User, outside: Outside
) -> None:
    secret, row = set_webhook(ann), owe(ann)
    assert send(row) == "sent"
    [request] = outside.got
    assert request.path == "/jinya?x=1"
    found = Verifier(secret).verify(request.body, request.headers)
    assert found == json.loads(request.body)
    assert found["type"] == "notice.your-turn"
    assert found["data"]["text"].endswith("it is your turn.")
    assert found["data"]["url"] == f"http://testserver/matches/{row.notice.match.uid}/"
    assert request.headers["webhook-id"] == f"msg_{row.name}"
    assert secret not in browser(ann).get("/devices/").content.decode()  # shown once


@pytest.mark.parametrize(
    ("form", "url"),
    [
        ("discord", "https://discord.com/api/webhooks/1/abc"),
        ("slack", "https://hooks.slack.com/services/a/b"),
        ("ntfy", "https://ntfy.sh/mine"),
    ],
)
def test_the_forms_of_others(ann: User, outside: Outside, form: str, url: str) -> None:
    set_webhook(ann, url, form)
    assert send(owe(ann)) == "sent"
    [request] = outside.got
    text = request.body.decode()
    if form == "discord":
        assert json.loads(text)["allowed_mentions"] == {"parse": []}
        text = json.loads(text)["content"]
    elif form == "slack":
        text = json.loads(text)["text"]
    else:
        assert request.headers["click"].startswith("http://testserver/matches/")
    assert "it is your turn." in text


def test_a_form_of_a_service_is_for_that_service(ann: User, outside: Outside) -> None:
    form = {"do": "webhook", "url": URL, "form": "discord"}
    assert browser(ann).post("/devices/", form).status_code == 422
    assert not Webhook.objects.exists()


def test_three_tries_under_one_name(ann: User, outside: Outside) -> None:
    set_webhook(ann)
    row = owe(ann)
    outside.answers = [(500, {}), (302, {"Location": "https://elsewhere.example/"}), (503, {})]
    assert [send(row), send(row), send(row)] == ["", "", "failed"]
    assert {request.headers["webhook-id"] for request in outside.got} == {f"msg_{row.name}"}
    assert len(outside.got) == 3  # nothing was followed


def test_another_of_the_same_number_has_another_name(ann: User, outside: Outside) -> None:
    """A site that was restored gives numbers again, and receivers drop what they know."""
    set_webhook(ann)
    row = owe(ann)
    assert send(row) == "sent"
    Notice.objects.filter(pk=row.notice_id).update(made_at=NOON - timedelta(days=1))
    Delivery.objects.filter(pk=row.pk).update(settled_at=None, outcome="")
    assert send(Delivery.objects.get(pk=row.pk)) == "sent"
    first, second = (request.headers["webhook-id"] for request in outside.got)
    assert first != second


def test_after_twenty_failures_it_is_off_and_its_owner_told(ann: User, outside: Outside) -> None:
    set_webhook(ann)
    Webhook.objects.update(failures=19)
    outside.answers = [(500, {})]
    assert send(owe(ann)) == "failed"
    assert Webhook.objects.get().stopped_at == LATER
    assert Notice.objects.filter(user=ann, kind="webhook-stopped").count() == 1
    match = match_between(person(), ann)
    play(match, "a1a2", now=LATER)
    assert not Delivery.objects.filter(channel="webhook", notice__match=match).exists()
    browser(ann).post("/devices/", {"do": "start-webhook"})
    assert send(owe(ann)) == "sent"
    assert Webhook.objects.get().failures == 0


def test_one_success_forgives_all_failures(ann: User, outside: Outside) -> None:
    set_webhook(ann)
    Webhook.objects.update(failures=19)
    assert send(owe(ann)) == "sent"
    assert Webhook.objects.get().failures == 0


def test_a_name_that_leads_inside_later_is_not_asked(ann: User, outside: Outside) -> None:
    set_webhook(ann)
    row = owe(ann)
    outside.address = "93.184.216.34 10.0.0.1"
    assert send(row) == ""
    assert (outside.got, outside.connected) == ([], [])
    row.refresh_from_db()
    assert row.detail == "address not public"


def test_two_secrets_sign_until_the_old_one_is_ended(ann: User, outside: Outside) -> None:
    old, site = set_webhook(ann), browser(ann)

    def signed_by(*secrets: str) -> list[bool]:
        assert send(owe(ann)) == "sent"
        request = outside.got[-1]
        return [_is_signed(secret, request) for secret in secrets]

    page = site.post("/devices/", {"do": "renew-secret"}).content.decode()
    [new] = re.findall(r"whsec_[A-Za-z0-9+/=]+", page)
    assert signed_by(old, new) == [True, True]
    assert "End the old secret" in site.get("/devices/").content.decode()
    with time_machine.travel(LATER + timedelta(days=1), tick=False):
        assert signed_by(old, new) == [False, True]
    site.post("/devices/", {"do": "end-old-secret"})
    assert signed_by(old, new) == [False, True]
    assert "End the old secret" not in site.get("/devices/").content.decode()


def test_without_a_webhook_there_is_no_secret(ann: User) -> None:
    assert "whsec_" not in browser(ann).post("/devices/", {"do": "renew-secret"}).content.decode()


def _is_signed(secret: str, request: Request) -> bool:
    try:
        Verifier(secret).verify(request.body, request.headers)
    except WebhookVerificationError:
        return False
    return True


def test_what_is_removed_hears_nothing(ann: User, outside: Outside) -> None:
    set_webhook(ann)
    row = owe(ann)
    browser(ann).post("/devices/", {"do": "remove-webhook"})
    assert send(row) == "not-wanted"
    assert outside.got == []


INSIDE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0"),
    *("fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"),
    *("2001:0:7f00:1::", "ff02::1", "fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1"),
    *("64:ff9b:1::a00:1", "64:ff9b:1:ffff::1", "5f00::1", "2001:db8::1", "3fff::1", "4000::1"),
    *("100::1", "2620:4f:8000::1", "fe00::1"),
)


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_inside_is_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8"]
)
def test_addresses_outside_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *(
            "http://a.example/",
            "ftp://a.example/",
            "//a.example/",
            "https:///x",
            "https://a.example:22/",
        ),
        *(
            "https://me:pw@a.example/",
            "https://a.example/\r\nX: y",
            "https://a.example/ä",
            "https://[::1",
        ),
        *("https://a.example:99999/", ""),
    ],
)
def test_what_is_no_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        target_of(url)


def test_who_never_ends_an_answer_holds_us_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = socket.socketpair()
    stop = threading.Event()

    def drip() -> None:
        try:
            while not stop.wait(0.02):
                there.send(b"H")
        except OSError:
            pass

    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    monkeypatch.setattr(outgoing, "resolve", lambda _host, _port: "93.184.216.34")
    monkeypatch.setattr(outgoing, "connect", lambda _address, _target: here)
    thread = threading.Thread(target=drip)
    thread.start()
    with pytest.raises(Unreachable, match="no answer"):
        post(URL, b"x", {})
    stop.set()
    thread.join()
    there.close()


def test_the_connection_goes_to_the_address_that_was_looked_at_and_asks_for_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    here, there = socket.socketpair()

    class Context:
        def wrap_socket(self, wire: socket.socket, *, server_hostname: str) -> socket.socket:
            asked.append(server_hostname)
            return wire

    def create(address: object, timeout: float) -> socket.socket:
        asked.append((address, timeout))
        return here

    monkeypatch.setattr(outgoing.socket, "create_connection", create)
    monkeypatch.setattr(outgoing.ssl, "create_default_context", Context)
    outgoing.connect("93.184.216.34", target_of(URL))
    assert asked == [(("93.184.216.34", 443), 5.0), "hooks.example"]
    here.close()
    there.close()


def test_a_name_that_leads_nowhere_is_called_so(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: object, **_options: object) -> None:
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", unknown)
    form = {"do": "webhook", "url": URL, "form": "standard"}
    page = browser(ann).post("/devices/", form).content.decode()
    assert "There is no host of this name." in page
