"""Mails about accounts are rows first: no dead mail server fails a page or loses a mail."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail as django_mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts import mail
from accounts.models import Letter, User
from queues.leases import FIRST_HINT

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def letter(ann: User) -> Letter:
    mail.write("account/email/unknown_account", "ann@jinya.example", {}, ann)
    row = Letter.objects.get()
    Letter.objects.update(due_at=NOW, hinted_until=NOW)
    return row


@pytest.fixture
def dead_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: EmailBackend, messages: Any) -> int:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)


def test_it_is_sent_once(letter: Letter) -> None:
    assert mail.send(letter.pk, NOW)
    assert not mail.send(letter.pk, NOW)
    assert len(django_mail.outbox) == 1
    assert not Letter.objects.exists(), "nothing keeps the secret it may carry"


def test_another_of_the_same_number_is_another_mail(ann: User) -> None:
    """A site that was restored gives numbers again, and mail programs drop what they know."""
    names = set()
    for hours in (0, 0, 5):
        written = NOW - timedelta(hours=hours)
        letter = Letter(
            pk=7, recipient="ann@jinya.example", written_at=written, due_at=NOW, hinted_until=NOW
        )
        letter.save()
        assert mail.send(letter.pk, NOW)
        names.add(django_mail.outbox[-1].message()["Message-ID"])
    assert len(names) == 2  # tried again it has the name that it had


def test_two_workers_send_it_once(letter: Letter, monkeypatch: pytest.MonkeyPatch) -> None:
    send = EmailBackend.send_messages
    second: list[bool] = []

    def while_another_tries(self: EmailBackend, messages: Any) -> int:
        second.append(mail.send(letter.pk, NOW))
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", while_another_tries)
    mail.send(letter.pk, NOW)
    assert second == [False]
    assert len(django_mail.outbox) == 1


def test_a_worker_that_died_is_replaced(letter: Letter) -> None:
    Letter.objects.update(held_until=NOW + mail.LEASE, attempts=1)  # as a dead worker leaves it
    assert mail.send_due(NOW) == 0
    assert mail.send_due(NOW + mail.LEASE) == 1


def test_a_dead_server_is_tried_again_later(letter: Letter, dead_server: None) -> None:
    assert not mail.send(letter.pk, NOW)
    letter.refresh_from_db()
    assert letter.due_at == NOW + timedelta(minutes=1)
    mail.send(letter.pk, letter.due_at)
    letter.refresh_from_db()
    assert letter.due_at == NOW + timedelta(minutes=1 + 2)


def test_after_three_days_it_is_given_up(letter: Letter, dead_server: None) -> None:
    tried = []
    while Letter.objects.exists():
        letter.refresh_from_db()
        tried.append(letter.due_at)
        assert not mail.send(letter.pk, letter.due_at)
    assert timedelta(hours=72) <= tried[-1] - tried[0] < timedelta(hours=96)
    pauses = [later - earlier for earlier, later in pairwise(tried)]
    assert pauses == sorted(pauses)


@pytest.mark.parametrize("fault", [SMTPServerDisconnected, ValueError])
def test_one_that_cannot_be_sent_does_not_hold_up_the_others(
    letter: Letter, ann: User, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    mail.write("account/email/unknown_account", "bob@jinya.example", {}, None)
    Letter.objects.update(due_at=NOW, hinted_until=NOW)
    send = EmailBackend.send_messages

    def fail_for_ann(self: EmailBackend, messages: Any) -> int:
        if "ann@jinya.example" in messages[0].to:
            raise fault
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", fail_for_ann)
    assert mail.send_due(NOW) == 1
    assert Letter.objects.get().due_at == NOW + timedelta(minutes=1)


def test_a_dead_queue_fails_no_page(
    ann: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, client: Any
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr("celery.app.task.Task.apply_async", fail)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post("/accounts/password/reset/", {"email": ann.email})
    assert answer.status_code == 302
    assert mail.send_due(timezone.now() + FIRST_HINT) == 1


def test_it_is_written_in_the_language_and_zone_of_its_reader(ann: User) -> None:
    ann.language, ann.time_zone = "ja", "Asia/Tokyo"
    with mail.as_read_by(ann):
        assert timezone.get_current_timezone_name() == "Asia/Tokyo"
        from django.utils.translation import get_language

        assert get_language() == "ja"


INJECTIONS = [
    "\r\nBcc: x@evil.example",
    "\nSubject: other",
    "\r",
    "%0aBcc:x",
    "\u2028Bcc: x",
    "\x0bX: y",
]


@pytest.mark.parametrize("text", INJECTIONS)
@pytest.mark.parametrize("field", ["browser", "old", "new", "undo_url"])
def test_nothing_put_in_adds_a_header(ann: User, field: str, text: str, post_box: Any) -> None:
    context = {"browser": "", "old": "a@b.example", "new": "c@d.example", "undo_url": "x"}
    mail.write("account/email/email_changed", ann.email, {**context, field: text}, ann)
    headers = dict(post_box()[-1].message().items())
    assert set(headers) <= {
        *("Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To"),
        *("Date", "Message-ID", "Auto-Submitted"),
    }
    assert headers["Subject"] == "Jinya: your address was changed"


@pytest.mark.parametrize("text", INJECTIONS)
def test_a_name_adds_no_header_either(text: str, db: None, client: Any) -> None:
    data = {"username": f"An{text}n", "password1": "seven kettles sing", "email": "a@b.example"}
    assert client.post("/accounts/signup/", data).status_code == 422
    assert not Letter.objects.exists()


TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LETTERS = sorted(
    str(path.relative_to(TEMPLATES)).removesuffix("_message.txt")
    for path in TEMPLATES.rglob("*_message.txt")
    if not path.name.startswith("base_")
)
CONTEXT: dict[str, object] = {
    "activate_url": "https://jinya.example/1",
    "password_reset_url": "https://jinya.example/2",
    "undo_url": "https://jinya.example/3",
    "browser": "Firefox",
    "name": "tablet",
    "provider": "School",
    "old": "a@jinya.example",
    "new": "b@jinya.example",
    "ends": NOW,
    "with_passkeys": True,
    "kept": 0,
    "question": "The board says nothing.",
    "answer": "It will.",
}
MARKUP = re.compile(r"</?[a-z]+[ >]|&[a-z]+;|&#|%\(|None")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("template", LETTERS)
def test_a_mail_is_plain_text_without_gaps(ann: User, template: str, language: str) -> None:
    ann.name, ann.language = "O’Ann & <b>Co</b>", language
    context = {**CONTEXT, "moment": "Fri 20 Nov, 21:00"}
    mail.write(template, "ann@jinya.example", context, ann)
    letter = Letter.objects.get()
    text = f"{letter.subject}\n{letter.body}".replace(ann.name, "")
    assert not MARKUP.search(text), text
    assert ann.name in letter.body
    lines = [line for line in letter.body.splitlines() if line]
    assert len(lines) == len(set(lines)), lines
    assert letter.subject and "\n" not in letter.subject
