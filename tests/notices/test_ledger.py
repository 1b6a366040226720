"""The ledger: what was sent, when, by which channel, what came of it; and a test of each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.selectors import SENT_SHOWN
from games.notices.services import notifying, post
from tests.kit.builders import match_between, person

pytestmark = pytest.mark.django_db

URL = reverse("games:ledger")


def send_all() -> None:
    now = timezone.now() + timedelta(hours=1)
    Delivery.objects.filter(settled_at=None).update(due_at=now, hinted_until=now)
    for key in post.lease_deliveries(now=now):
        post.deliver(delivery_id=key, senders=SENDERS, now=now)


def test_it_says_what_was_sent_when_and_what_came_of_it(ann: User, hers: Client) -> None:
    now = timezone.now()
    match = match_between(ann, person("bob"), now=now)
    assert "E-mail: waits until" in hers.get(URL).content.decode()
    send_all()
    notifying.mark_read(ann.pk, match, now)
    text = hers.get(URL).content.decode()
    assert "Xiongqi against bob: it is your turn." in text
    assert "E-mail: accepted" in text
    assert "Site: seen" in text


def test_why_it_failed_is_said(ann: User, hers: Client) -> None:
    match_between(ann, person("bob"), now=timezone.now())
    Delivery.objects.update(settled_at=timezone.now(), outcome="failed", detail="550 unknown")
    assert "(550 unknown)" in hers.get(URL).content.decode()


def test_a_test_goes_out_by_one_channel_at_once_whatever_is_chosen(ann: User, hers: Client) -> None:
    User.objects.filter(pk=ann.pk).update(notice_choices={"rhythm": "never"})
    match_between(person("carl"), ann, now=timezone.now())
    assert hers.post(URL, {"channel": "mail"}).status_code == 302
    notifying.mark_all_read(ann.pk, now=timezone.now())
    send_all()
    assert [message.subject for message in mail.outbox] == ["A test from Jinya"]
    assert "This is a test you asked for." in mail.outbox[0].body
    assert "bob" not in mail.outbox[0].body
    assert "E-mail: accepted" in hers.get(URL).content.decode()


def test_a_double_click_sends_one_test(ann: User, hers: Client) -> None:
    for _click in range(3):
        hers.post(URL, {"channel": "mail"})
    assert Delivery.objects.count() == 1


@pytest.mark.parametrize("channel", ["", "pigeon", "\x00", "x" * 9999])
def test_no_test_by_a_channel_that_is_not_there(hers: Client, channel: str) -> None:
    hers.post(URL, {"channel": channel})
    assert not Notice.objects.exists()


def test_no_test_where_there_is_nowhere_to_send_to() -> None:
    client = Client()
    client.force_login(person("nobody"))
    client.post(URL, {"channel": "mail"})
    assert not Notice.objects.exists()


def test_it_goes_back_90_days_in_pages_with_the_same_number_of_statements(
    ann: User, hers: Client
) -> None:
    now = timezone.now()
    match_between(ann, person("bob"), now=now)

    def statements(address: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert hers.get(address).status_code == 200
        return len(captured)

    hers.get(URL)
    few = statements(URL)
    told = Notice.objects.filter(user=ann)[0]
    Notice.objects.bulk_create(
        Notice(
            user=ann, match=told.match, kind="your-turn", subject=f"{number}",
            made_at=now - timedelta(days=number),
        )
        for number in range(1, 100)
    )  # fmt: skip
    assert statements(URL) == few
    first = hers.get(URL)
    assert len(first.context["sent"]) == SENT_SHOWN
    second = hers.get(URL, {"before": first.context["before"]})
    shown = [line.pk for line in (*first.context["sent"], *second.context["sent"])]
    assert len(shown) == len(set(shown)) == 2 + 89
    assert hers.get(URL, {"before": "nonsense"}).status_code == 200


def test_it_shows_nobody_elses(ann: User, hers: Client) -> None:
    match_between(person("carl"), person("dora"), now=timezone.now())
    assert hers.get(URL).context["sent"] == []
    theirs = Notice.objects.exclude(user=ann).values_list("pk", flat=True)[0]
    assert hers.get(URL, {"before": theirs}).context["sent"] == []
