"""Mail that came back: reported by the mail service, or refused at hand-over."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import send_due, write
from accounts.models import Letter, User
from games.notices.choices import stopped_mail
from games.notices.models import Delivery, Notice
from tests.kit.builders import everything, person

pytestmark = pytest.mark.django_db

URL = reverse("games:mail-bounced")
SECRET = "the secret of the mail service"


@pytest.fixture
def ann(settings: Any) -> User:
    settings.BOUNCE_SECRET = SECRET
    return person("ann", email="ann@example.org")


def report(content: Any, authorization: str = f"Bearer {SECRET}") -> int:
    body = content if isinstance(content, (bytes, str)) else json.dumps(content)
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        URL, body, content_type="application/json", headers={"Authorization": authorization}
    )
    return answer.status_code


BASIC = "Basic " + base64.b64encode(f"postmark:{SECRET}".encode()).decode()


@pytest.mark.parametrize("authorization", [f"Bearer {SECRET}", BASIC])
@pytest.mark.parametrize(
    "body",
    [
        {"Type": "HardBounce", "Email": "Ann@Example.org", "Description": "no <ann@example.org>"},
        {"type": "permanent", "address": "ann@example.org"},
    ],
)
def test_a_hard_bounce_stops_mail_to_the_address(
    ann: User, body: dict[str, str], authorization: str
) -> None:
    for _again in range(2):
        assert report(body, authorization) == 204
    ann.refresh_from_db()
    stopped = stopped_mail(ann)
    assert stopped is not None
    assert "@" not in stopped["why"]
    assert Notice.objects.filter(user=ann, kind="address-stopped").count() == 1


@pytest.mark.parametrize(
    ("body", "authorization", "status"),
    [
        ({"type": "SoftBounce", "email": "ann@example.org"}, f"Bearer {SECRET}", 204),
        ({"type": "HardBounce", "email": "bob@example.org"}, f"Bearer {SECRET}", 204),
        ({"type": "HardBounce", "email": "ann@example.org"}, "Bearer wrong", 403),
        ({"type": "HardBounce", "email": "ann@example.org"}, "", 403),
        ({"type": "HardBounce", "email": "ann@example.org"}, "Basic !!", 403),
        ({"type": "HardBounce"}, f"Bearer {SECRET}", 400),
        ({"type": "HardBounce", "email": ["ann@example.org"]}, f"Bearer {SECRET}", 400),
        ([1], f"Bearer {SECRET}", 400),
        (b"\xff{", f"Bearer {SECRET}", 400),
    ],
)
def test_other_reports_change_nothing(
    ann: User, body: Any, authorization: str, status: int
) -> None:
    before = everything()
    assert report(body, authorization) == status
    assert everything() == before


def test_without_a_secret_there_is_no_such_page(ann: User, settings: Any) -> None:
    settings.BOUNCE_SECRET = ""
    assert report({"type": "HardBounce", "email": "ann@example.org"}, "Bearer ") == 404


def write_a_letter(ann: User) -> None:
    write("account/email/sign_ins_ended", ann.email, {}, ann)


def test_a_mail_about_the_account_is_in_the_ledger_without_its_words(ann: User) -> None:
    write_a_letter(ann)
    assert send_due(timezone.now() + timedelta(hours=1)) == 1
    row = Delivery.objects.get(notice__user=ann, notice__kind="letter")
    assert (row.channel, row.outcome) == ("mail", "sent")
    client = Client()
    client.force_login(ann)
    text = client.get(reverse("games:ledger")).content.decode()
    assert "A mail about your account." in text
    assert "mail accepted" in text
    assert "Bell:" not in text
    assert "A mail about your account." not in client.get(reverse("games:notices")).content.decode()


def test_a_letter_to_an_address_that_is_refused_is_not_tried_for_days(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: object) -> None:
        raise SMTPRecipientsRefused({"ann@example.org": (550, b"unknown")})

    write_a_letter(ann)
    monkeypatch.setattr(EmailMessage, "send", refuse)
    assert send_due(timezone.now() + timedelta(hours=1)) == 0
    assert not Letter.objects.exists()
    ann.refresh_from_db()
    assert stopped_mail(ann) is not None


def test_a_test_mail_has_the_headers_of_a_real_one(mailoutbox: Any, capsys: Any) -> None:
    call_command("send_test_mail", "you@example.org", "--language", "ja")
    (sent,) = mailoutbox
    assert sent.to == ["you@example.org"]
    assert {"List-Unsubscribe", "List-Unsubscribe-Post", "Message-ID"} <= set(sent.extra_headers)
    assert '<html lang="ja">' in sent.alternatives[0][0]
    assert sent.extra_headers["Message-ID"] in capsys.readouterr().out


def test_a_test_mail_that_is_refused_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object) -> None:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(EmailMessage, "send", refuse)
    with pytest.raises(CommandError, match="nobody there"):
        call_command("send_test_mail", "you@example.org")
    with pytest.raises(CommandError, match="no e-mail address"):
        call_command("send_test_mail", "nonsense")
