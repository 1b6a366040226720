"""Mail leaves the outbox after a while, once, and not at all when it is not needed any more."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import User
from games import tasks
from games.match.changes import ending
from games.matchpage import services as seeing
from games.notices.channels import SENDERS
from games.notices.models import Delivery, Notice
from games.notices.senders import mail as mail_sender
from games.notices.services import notifying, post
from queues import leases
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    match_between,
    match_with_bot,
    north,
    person,
    play,
    south,
    submit,
)
from tests.kit.gunjin import place
from tests.kit.seichu import ARMIES

pytestmark = pytest.mark.django_db

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DUE = NOON + 30 * MINUTE


@pytest.fixture
def match():
    """It is the turn of Ann, who gets mail."""
    return match_between(person("ann", email="ann@example.org"), person("bob"))


@pytest.fixture
def delivery(match):
    return Delivery.objects.get()


def deliver(delivery, now=DUE, send=mail_sender.send):
    senders = {"mail": post.Sender(send, attempts=leases.MOST_ATTEMPTS, bundles=True)}
    came_of_it = post.deliver(delivery_id=delivery.pk, senders=senders, now=now)
    delivery.refresh_from_db()
    return came_of_it


def test_a_turn_is_mailed_after_the_wait_and_not_before(delivery) -> None:
    assert deliver(delivery, DUE - SECOND) == ""
    assert mail.outbox == []
    assert deliver(delivery) == "sent"
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    assert (delivery.outcome, delivery.settled_at) == ("sent", DUE)


def test_the_call_to_place_is_not_sent_once_play_has_begun() -> None:
    ann = person("ann", email="ann@example.org")
    match = match_between(ann, person("bob"), game="seichu")
    delivery = Delivery.objects.get()
    for seat, army in enumerate(ARMIES):
        place(match, seat, army)
    Notice.objects.filter(pk=delivery.notice_id).update(read_at=None)
    assert deliver(delivery) == "not-wanted"
    assert mail.outbox == []


def test_the_wait_is_the_users_choice() -> None:
    quick = person("quick", email="quick@example.org", mail_wait_minutes=0)
    match_between(quick, person())
    slow = person("slow", email="slow@example.org", mail_wait_minutes=1440)
    match_between(slow, person())
    waits = {d.notice.user.name: d.due_at - NOON for d in Delivery.objects.all()}
    assert waits == {"quick": timedelta(), "slow": timedelta(days=1)}


def test_a_mail_without_wait_is_hinted_at_when_the_turn_is_committed(
    monkeypatch, django_capture_on_commit_callbacks
) -> None:
    hints = []

    class Recorder:
        def apply_async(self, **kwargs):
            hints.append(kwargs["kwargs"])

    monkeypatch.setitem(tasks.deliver.app.tasks, "games.deliver", Recorder())
    with django_capture_on_commit_callbacks(execute=True):
        match_between(person("ann", email="a@example.org", mail_wait_minutes=0), person())
        assert hints == []
    assert hints == [{"delivery_id": Delivery.objects.get().pk}]


def test_delivering_twice_sends_once(delivery) -> None:
    assert [deliver(delivery), deliver(delivery), deliver(delivery, DUE + 2 * HOUR)] == [
        "sent",
        "",
        "",
    ]
    assert len(mail.outbox) == 1


def test_a_second_worker_leaves_alone_what_is_being_sent(delivery) -> None:
    answers = []

    def send(taken):
        answers.append(deliver(delivery, DUE + SECOND))
        return mail_sender.send(taken)

    assert deliver(delivery, send=send) == "sent"
    assert answers == [""]
    assert len(mail.outbox) == 1


def test_what_was_seen_on_the_site_is_not_mailed(match, delivery) -> None:
    seeing.see_match(uid=match.uid, user=south(match), now=NOON + MINUTE)
    assert deliver(delivery) == "seen"
    assert mail.outbox == []


def test_a_bell_that_was_emptied_counts_as_seen(match, delivery) -> None:
    notifying.mark_all_read(south(match).pk, now=NOON + MINUTE)
    assert deliver(delivery) == "seen"


def test_a_turn_that_is_over_is_not_mailed(match, delivery) -> None:
    submit(match, south(match))
    Notice.objects.update(read_at=None)
    assert deliver(delivery) == "not-wanted"
    assert mail.outbox == []


def test_a_turn_in_a_match_that_has_ended_is_not_mailed(match, delivery) -> None:
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert deliver(delivery) == "not-wanted"
    over = Delivery.objects.get(notice__kind="match-over")
    assert deliver(over, over.due_at) == "sent"


@pytest.mark.parametrize(
    "changes",
    [
        {"mail_your_turn": False},
        {"email": ""},
        {"is_active": False},
    ],
)
def test_mail_that_is_not_wanted_any_more_is_not_sent(match, delivery, changes) -> None:
    type(south(match)).objects.filter(name="ann").update(**changes)
    assert deliver(delivery) == "not-wanted"
    assert mail.outbox == []


@pytest.mark.parametrize(
    "fields",
    [
        {},  # no address, or none that is verified
        {"email": "ann@example.org", "mail_your_turn": False, "mail_match_over": False},
    ],
)
def test_whoever_wants_no_mail_has_nothing_in_the_outbox(fields) -> None:
    match = match_between(person("ann", **fields), person("bob"))
    play(match, *QUICK_MATE)
    assert not Delivery.objects.exists()
    assert Notice.objects.exists()


def test_an_account_that_was_closed_meanwhile_gets_nothing_more() -> None:
    ann = person("ann", email="ann@example.org")
    match = match_between(ann, person("bob"))
    play(match, *QUICK_MATE[:2])
    Delivery.objects.all().delete()
    User.objects.filter(pk=ann.pk).update(is_active=False)
    ending.resign(uid=match.uid, user=north(match), now=NOON)
    assert not Delivery.objects.exists()


def test_an_unverified_address_gets_nothing() -> None:
    ann = person("ann")
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=False, primary=True)
    ann.refresh_from_db()
    match_between(ann, person("bob"))
    assert not Delivery.objects.exists()


def test_turns_and_ends_are_switched_apart() -> None:
    ann = person("ann", email="ann@example.org", mail_your_turn=False)
    match = match_between(ann, person("bob"))
    play(match, *QUICK_MATE)
    assert list(Delivery.objects.values_list("notice__kind", flat=True)) == ["match-over"]


def broken(delivery):
    raise SMTPServerDisconnected("gone")


def unwritable(delivery):
    raise ValueError("this mail cannot be written")


@pytest.mark.parametrize("fault", [broken, unwritable])
def test_what_could_not_be_sent_is_tried_again_each_time_after_a_longer_pause(
    delivery, fault
) -> None:
    now, pauses = DUE, []
    for _attempt in range(leases.MOST_ATTEMPTS - 1):
        assert deliver(delivery, now, fault) == ""
        assert deliver(delivery, delivery.due_at - SECOND, fault) == ""
        pauses.append((delivery.due_at - now) / MINUTE)
        now = delivery.due_at
    assert pauses[:10] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert set(pauses[10:]) == {12 * 60}
    assert DUE + 72 * HOUR <= now < DUE + 96 * HOUR
    assert deliver(delivery, now, fault) == "failed"
    assert delivery.settled_at == now
    assert deliver(delivery, now + HOUR) == ""
    assert mail.outbox == []


def test_the_mail_server_may_come_back(delivery) -> None:
    assert deliver(delivery, send=broken) == ""
    assert deliver(delivery, delivery.due_at) == "sent"
    assert delivery.attempts == 2


def test_a_worker_that_dies_while_sending_leaves_it_to_a_sweep(delivery) -> None:
    def die(delivery):
        raise SystemExit

    with pytest.raises(SystemExit):
        deliver(delivery, send=die)
    assert deliver(delivery, DUE + post.LEASE - SECOND) == ""
    assert not post.drain(senders=SENDERS, clock=lambda: DUE + post.LEASE)
    assert len(mail.outbox) == 1


def test_a_mail_sent_again_after_a_crash_has_the_same_message_id(delivery, monkeypatch) -> None:
    def die(*args):
        raise SystemExit

    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(post, "_close", die)
        deliver(delivery)
    assert deliver(delivery, DUE + post.LEASE) == "sent"
    ids = [message.message()["Message-ID"] for message in mail.outbox]
    assert len(ids) == 2
    assert ids[0] == ids[1]


@pytest.mark.parametrize("channel", ["mail", "push", "webhook"])
def test_a_worker_that_dies_amid_it_takes_no_try_away(delivery, channel) -> None:
    """Twice killed, it is still tried as often, with the same pauses, as if nobody had died."""
    choices = {"reach": ["push", "webhook"]}
    User.objects.filter(pk=delivery.reader_id).update(notice_choices=choices)
    Delivery.objects.update(channel=channel)
    made, now, pauses = [], DUE, []

    def send(delivery):
        made.append(delivery.pk)
        if len(made) <= 2:
            raise SystemExit
        return post.Came("", "503")

    senders = {channel: post.Sender(send, attempts=3, bundles=channel == "mail")}
    for _death in range(2):
        with pytest.raises(SystemExit):
            post.deliver(delivery_id=delivery.pk, senders=senders, now=now)
        now += post.LEASE
    for outcome in ("", "", "failed"):
        assert post.deliver(delivery_id=delivery.pk, senders=senders, now=now) == outcome
        delivery.refresh_from_db()
        pauses.append(delivery.due_at - now)
        now = delivery.due_at
    assert len(made) == 5
    assert pauses[:2] == [MINUTE, 2 * MINUTE]
    assert (delivery.outcome, delivery.detail) == ("failed", "503")


def test_workers_that_die_again_and_again_are_not_fed_for_ever(delivery) -> None:
    Delivery.objects.update(attempts=leases.MOST_ATTEMPTS)
    assert deliver(delivery) == "failed"
    assert mail.outbox == []


def test_the_clock_asks_for_what_no_hint_has_sent(delivery, monkeypatch) -> None:
    monkeypatch.setattr(tasks.timezone, "now", lambda: DUE - SECOND)
    tasks.drain_outbox()
    assert mail.outbox == []
    monkeypatch.setattr(tasks.timezone, "now", lambda: DUE)
    tasks.drain_outbox()
    tasks.drain_outbox()
    assert len(mail.outbox) == 1


def test_what_is_settled_is_never_sent_again(delivery) -> None:
    deliver(delivery)
    assert not post.drain(senders=SENDERS, clock=lambda: DUE + 100 * HOUR)
    assert len(mail.outbox) == 1


def test_the_task_sends_and_ignores_what_a_later_release_may_add(delivery, monkeypatch) -> None:
    monkeypatch.setattr(tasks.timezone, "now", lambda: DUE)
    tasks.deliver(delivery_id=delivery.pk, urgency="low")
    assert len(mail.outbox) == 1


def test_turns_against_bots_are_mailed_like_any_other() -> None:
    match_with_bot(person("ann", email="ann@example.org"))
    assert Delivery.objects.get().notice.kind == "your-turn"
