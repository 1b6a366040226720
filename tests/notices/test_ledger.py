"""The ledger: what was sent, when, by which channel, what came of it; and a test of each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.common.dates import moment_text, time_text
from accounts.models import User
from games.notices import choices, selectors
from games.notices.channels import SENDERS
from games.notices.events import CHOSEN, Channel
from games.notices.models import Delivery, Notice
from games.notices.selectors import SENT_SHOWN
from games.notices.services import notifying, post
from tests.kit.builders import match_between, person
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db

URL = reverse("games:ledger")


def send_all() -> None:
    now = timezone.now() + timedelta(hours=1)
    Delivery.objects.filter(settled_at=None).update(due_at=now, hinted_until=now)
    post.drain(senders=SENDERS, clock=lambda: now)


def test_it_says_what_was_sent_when_and_what_came_of_it(ann: User, hers: Client) -> None:
    now = timezone.now()
    match = match_between(ann, person("bob"), now=now)
    assert re.search(r">mail waits until [^<]+ · board not opened yet<", hers.get(URL).text)
    send_all()
    notifying.mark_read(ann.pk, match, now + timedelta(hours=3))
    text = hers.get(URL).text
    assert "Xiongqi against bob: it is your turn." in text
    assert re.search(r">mail accepted [^<]+ · opened the board [^<]+<", text)


def entries(text: str) -> list[str]:
    """The lines of the page that tell what came of something."""
    return re.findall(r'<p class="came">([^<]*)</p>', text)


def sent_of_a_day(ann: User) -> Notice:
    """A turn told by mail at two past nine, seen at eleven forty, and pushed in vain at noon; in
    Tokyo."""
    User.objects.filter(pk=ann.pk).update(time_zone="Asia/Tokyo")
    nine = datetime(timezone.now().year, 7, 1, 0, 0, tzinfo=UTC)
    match_between(ann, person("bob"), now=nine)
    notice = Notice.objects.get(user=ann, kind="your-turn")
    Notice.objects.filter(user=ann).exclude(pk=notice.pk).delete()
    Notice.objects.filter(pk=notice.pk).update(made_at=nine, read_at=nine + timedelta(minutes=160))
    Delivery.objects.filter(notice=notice).delete()
    for channel, minutes, outcome, detail in (
        ("push", 180, "failed", "endpoint gone"),
        ("mail", 2, "sent", ""),
    ):
        Delivery.objects.create(
            notice=notice, channel=channel, due_at=nine, hinted_until=nine, detail=detail,
            settled_at=nine + timedelta(minutes=minutes), outcome=outcome,
        )  # fmt: skip
    return notice


@pytest.fixture
def at_all_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger goes back to any day."""
    monkeypatch.setattr(selectors, "KEPT", timedelta(days=400))


LINE = "mail accepted 09:02 · opened the board 11:40 · push dropped 12:00: endpoint gone"


@pytest.mark.usefixtures("at_all_times")
def test_one_line_says_it_by_each_channel_in_the_readers_zone_and_language(
    ann: User, hers: Client
) -> None:
    sent_of_a_day(ann)
    assert entries(hers.get(URL).text) == [LINE]
    (line,) = entries(hers.get(URL, headers={"Accept-Language": "ja"}).text)
    assert line.split(" · ") == [
        "メール：09:02に受け付け",
        "11:40に対局を開いた",
        "プッシュ：12:00に中止：端末が受信していません",
    ]


@pytest.mark.usefixtures("at_all_times")
def test_the_moderators_read_the_same_lines(ann: User) -> None:
    notice, browser = sent_of_a_day(ann), Client()
    moderator = staff("moderator")
    User.objects.filter(pk=moderator.pk).update(time_zone="Asia/Tokyo")
    browser.force_login(moderator)
    for address in (
        reverse("admin:notices_delivery_changelist"),
        reverse("admin:notices_notice_changelist"),
        reverse("admin:notices_notice_change", args=[notice.pk]),
    ):
        assert LINE in browser.get(address).text


def test_who_reads_the_bell_has_not_opened_the_board(ann: User, hers: Client) -> None:
    match_between(ann, person("bob"), now=timezone.now())
    hers.post(reverse("games:notices"))
    text = hers.get(URL).text
    assert "read in the bell" in text
    assert "opened the board" not in text


def test_the_day_is_said_once(ann: User, hers: Client) -> None:
    made = timezone.now() - timedelta(days=3)
    match_between(ann, person("bob"), now=made)
    Delivery.objects.update(settled_at=made, outcome="sent")
    same = hers.get(URL).content.decode()
    assert f"mail accepted {time_text(timezone.localtime(made))} ·" in same
    Delivery.objects.update(settled_at=made + timedelta(days=1))
    text = hers.get(URL).content.decode()
    assert f"mail accepted {moment_text(made + timedelta(days=1))} ·" in text


def test_why_it_failed_is_said(ann: User, hers: Client) -> None:
    match_between(ann, person("bob"), now=timezone.now())
    Delivery.objects.update(settled_at=timezone.now(), outcome="failed", detail="550 unknown")
    assert ": 550 unknown ·" in hers.get(URL).content.decode()
    Delivery.objects.update(detail="endpoint gone")
    text = hers.get(URL, headers={"Accept-Language": "ja"}).content.decode()
    assert "端末が受信していません" in text
    assert "endpoint gone" not in text


def test_a_test_goes_out_by_one_channel_at_once_whatever_is_chosen(ann: User, hers: Client) -> None:
    User.objects.filter(pk=ann.pk).update(notice_choices={"rhythm": "never"})
    match_between(person("carl"), ann, now=timezone.now())
    assert hers.post(URL, {"channel": "mail"}).status_code == 302
    notifying.mark_all_read(ann.pk, now=timezone.now())
    send_all()
    assert [message.subject for message in mail.outbox] == ["A test from Jinya"]
    assert "This is a test you asked for." in mail.outbox[0].body
    assert "bob" not in mail.outbox[0].body
    assert "mail accepted" in hers.get(URL).content.decode()


def test_what_is_not_set_up_yet_is_named_and_found(ann: User, hers: Client) -> None:
    text = hers.get(URL).content.decode()
    assert "Not set up yet: Push, Webhook." in text
    assert f'href="{reverse("games:devices")}"' in text
    assert f'href="{URL}"' in hers.get(reverse("games:devices")).content.decode()
    choices.set_reachable(ann.pk, Channel.PUSH, is_there=True)
    assert "Not set up yet: Webhook." in hers.get(URL).content.decode()


@pytest.mark.parametrize("channel", CHOSEN)
def test_each_channel_has_a_test_of_its_own(ann: User, hers: Client, channel: Channel) -> None:
    User.objects.filter(pk=ann.pk).update(notice_choices={"reach": ["push", "webhook"]})
    assert hers.post(URL, {"channel": channel}).status_code == 302
    assert list(Notice.objects.values_list("kind", flat=True)) == ["test"]
    sent_by = list(Delivery.objects.values_list("channel", flat=True))
    assert sent_by == ([channel] if channel in choices.QUEUED else [])


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
    notices = Notice.objects.filter(user=ann)[0]
    Notice.objects.bulk_create(
        Notice(
            user=ann, match=notices.match, kind="your-turn", subject=f"{number}",
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
    theirs = Notice.objects.exclude(user=ann)[0].name
    assert hers.get(URL, {"before": theirs}).context["sent"] == []
