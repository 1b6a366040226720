"""Many deliveries at once: few questions, one line to the mail server, a turn for each channel."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPDataError, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import tasks
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.senders import mail as by_mail
from games.notices.services import post
from tests.kit.builders import NOON, match_between, person

pytestmark = pytest.mark.django_db

LATE = NOON + timedelta(hours=1)


def readers(count: int) -> list[User]:
    """So many, each with a board that waits and news of another kind, due by mail."""
    found = []
    for _number in range(count):
        user = person(email=f"reader{User.objects.count()}@jinya.example")
        match_between(user, person())
        notice = Notice.objects.create(
            user=user, person=user, game="xiongqi", kind="challenged", subject="n", made_at=NOON
        )
        Delivery.objects.create(
            notice=notice, reader_id=user.pk, channel="mail", due_at=NOON, hinted_until=NOON
        )
        found.append(user)
    return found


def drain(senders: Any = SENDERS) -> bool:
    return post.drain(senders=senders, clock=lambda: LATE)


def outcomes() -> list[str]:
    return sorted(Delivery.objects.values_list("outcome", flat=True))


def asked(count: int) -> int:
    """How often the database is asked something while so many mails are sent."""
    readers(count)
    before = len(mail.outbox)
    with CaptureQueriesContext(
        connection,
    ) as made:
        drain()
    assert len(mail.outbox) - before == count
    return sum(query["sql"].startswith("SELECT") for query in made.captured_queries)


def test_ten_mails_ask_the_database_no_more_than_two() -> None:
    asked(1)  # what is read once
    assert asked(10) == asked(2)


def test_each_reader_has_one_mail_of_all_that_is_due() -> None:
    readers(3)
    drain()
    assert [len(message.to) for message in mail.outbox] == [1, 1, 1]
    assert outcomes() == ["sent"] * 6
    assert all(
        "has challenged" in str(m.body) or "challenges you" in str(m.body) for m in mail.outbox
    )


def test_more_than_a_batch_is_sent_in_one_shift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "BATCH", 2)
    readers(5)
    assert not drain()
    assert len(mail.outbox) == 5
    assert outcomes() == ["sent"] * 10


def test_what_the_time_is_too_short_for_is_handed_back_untried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readers(3)
    with monkeypatch.context() as patch:
        patch.setattr(post, "PATIENCE", -1.0)
        assert drain()
    assert len(mail.outbox) == 1
    left = Delivery.objects.filter(settled_at=None)
    assert set(left.values_list("attempts", "held_until", "bundle")) == {(0, None, None)}
    assert not drain()
    assert len(mail.outbox) == 3
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == 3


def test_a_slow_channel_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    passed, sent = [0.0], []
    monkeypatch.setattr(post, "PATIENCE", 3.0)
    monkeypatch.setattr(post.time, "monotonic", lambda: passed[0])
    for user in readers(3):
        row = Delivery.objects.filter(reader_id=user.pk)[0]
        Delivery.objects.create(
            notice=row.notice, channel="webhook", due_at=NOON, hinted_until=NOON
        )
        User.objects.filter(pk=user.pk).update(notice_choices={"reach": ["webhook"]})

    def slow(_delivery: Delivery) -> post.Came:
        passed[0] += 4.0
        sent.append("mail")
        return post.Came("")

    def quick(_delivery: Delivery) -> post.Came:
        sent.append("webhook")
        return post.Came("sent")

    senders = {"mail": post.Sender(slow, 9, bundles=True), "webhook": post.Sender(quick, 9)}
    assert drain(senders)
    assert sent == ["mail", "webhook", "webhook", "webhook"]


def test_one_mail_that_cannot_be_sent_costs_the_others_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users, write = readers(3), by_mail.mail_for

    def stumble(user: User, *rest: Any, **how: Any) -> Any:
        if user == users[1]:
            raise ValueError("this mail cannot be written")
        return write(user, *rest, **how)

    monkeypatch.setattr(by_mail, "mail_for", stumble)
    drain()
    assert [message.to[0] for message in mail.outbox] == [users[0].email, users[2].email]
    left = Delivery.objects.filter(settled_at=None)
    assert {(one.reader_id, one.attempts) for one in left} == {(users[1].pk, 1)}
    assert {one.due_at for one in left} == {LATE + timedelta(minutes=1)}


class Server:
    """What is between us and a mail server: it counts who calls, and hangs up when told to."""

    def __init__(self) -> None:
        self.calls, self.mails, self.is_there = 0, 0, True
        self.said: list[Exception | None] = []

    def open(self) -> None:
        self.calls += 1
        self.is_there = True

    def close(self) -> None:
        raise SMTPServerDisconnected

    @property
    def connection(self) -> Server:
        return self

    def noop(self) -> tuple[int, bytes]:
        if not self.is_there:
            raise SMTPServerDisconnected
        return 250, b"OK"

    def send_messages(self, messages: list[Any]) -> int:
        assert self.is_there
        fault = self.said.pop(0) if self.said else None
        if fault is not None:
            raise fault
        self.mails += len(messages)
        return len(messages)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    found = Server()
    monkeypatch.setattr(by_mail, "get_connection", lambda: found)
    return found


def test_mails_of_a_batch_share_a_connection(server: Server) -> None:
    readers(4)
    drain()
    assert (server.calls, server.mails) == (1, 4)


def test_a_server_that_has_hung_up_is_called_again(server: Server) -> None:
    readers(4)
    server.said = [None, SMTPServerDisconnected(), SMTPDataError(554, b"no")]
    drain()
    assert (server.calls, server.mails) == (3, 2)
    assert sorted(Delivery.objects.values_list("outcome", "attempts")) == [
        *[("", 1)] * 4, *[("sent", 0)] * 2, *[("sent", 1)] * 2,
    ]  # fmt: skip


def test_a_server_that_hung_up_between_two_mails_has_taken_neither_twice(server: Server) -> None:
    readers(2)
    send = server.send_messages

    def once(messages: list[Any]) -> int:
        sent = send(messages)
        server.is_there = False
        return sent

    server.send_messages = once  # type: ignore[method-assign]
    drain()
    assert (server.calls, server.mails, outcomes()) == (2, 2, ["sent"] * 4)


@pytest.mark.parametrize("is_more", [True, False])
def test_who_has_not_done_with_it_asks_to_go_on(
    is_more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_again: list[dict[str, Any]] = []
    monkeypatch.setattr(post, "drain", lambda **_how: is_more)
    monkeypatch.setattr(tasks.drain_outbox, "apply_async", lambda **how: asked_again.append(how))
    tasks.drain_outbox()
    assert asked_again == ([{"expires": post.SHIFT}] if is_more else [])


def test_a_channel_nobody_knows_any_more_waits_for_nothing() -> None:
    readers(1)
    Delivery.objects.update(channel="pigeon")
    assert not drain()
    assert outcomes() == ["not-wanted"] * 2
