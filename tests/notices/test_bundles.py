"""One mail tells all boards that wait, the most urgent first, and comes at the reader's rhythm."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match.changes import ending
from games.match.models import Match
from games.notices import selectors
from games.notices.channels import SENDERS
from games.notices.choices import (
    choose_times,
    set_reachable,
    stopped_mail,
    try_address_again,
    wants,
)
from games.notices.events import WORDINGS, Channel, Kind
from games.notices.models import Delivery, Notice
from games.notices.presenters import mails
from games.notices.senders import push as push_sender
from games.notices.senders import webhook as webhook_sender
from games.notices.services import notifying, post
from games.notices.services.presence import note_present
from games.notices.services.timing import after_quiet, slot
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play, south

pytestmark = pytest.mark.django_db

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def boards(ann: User, count: int, *, apart: timedelta = timedelta()) -> list[Match]:
    """So many boards that wait for her, each begun that much after the one before."""
    return [
        match_between(ann, person(f"bob{number}"), now=NOON + number * apart)
        for number in range(count)
    ]


def sweep(now: datetime) -> list[str]:
    """What a worker does with all that is due; the subjects of the mails that went out."""
    before = len(mail.outbox)
    post.drain(senders=SENDERS, clock=lambda: now)
    return [str(message.subject) for message in mail.outbox[before:]]


def outcomes() -> set[str]:
    return set(Delivery.objects.values_list("outcome", flat=True))


def change(user: User, **times: Any) -> None:
    """What the user chooses of rhythm and quiet hours."""
    usual: dict[str, Any] = {"wait": 30, "rhythm": "", "hour": 8, "quiet": None, "warn": True}
    choose_times(user.pk, **(usual | times))
    user.refresh_from_db()


def test_twenty_boards_are_one_mail_ordered_by_time_left(ann: User) -> None:
    matches = boards(ann, 20, apart=MINUTE)
    matches[7].players.filter(user=ann).update(deadline=NOON + 5 * HOUR)
    subjects = sweep(NOON + 55 * MINUTE)
    assert subjects == ["Your turn: Xiongqi against bob7, and 19 more"]
    body = str(mail.outbox[0].body)
    html = html_of(mail.outbox[0])
    order = sorted(range(20), key=lambda number: (number != 7, number))
    links = [f"http://testserver/matches/{matches[number].uid}/" for number in order]
    for text in (body, html):
        places = [text.index(link) for link in links]
        assert places == sorted(places)
    assert html.count('class="button"') == 20
    assert outcomes() == {"sent"}
    assert sweep(NOON + 10 * HOUR) == []


def html_of(message: Any) -> str:
    assert isinstance(message, EmailMultiAlternatives)
    return str(message.alternatives[0][0])


def test_a_mail_says_when_there_are_more_boards_than_it_names(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (selectors, mails):
        monkeypatch.setattr(module, "MOST_BOARDS", 2)
    boards(ann, 3)
    sweep(NOON + HOUR)
    assert html_of(mail.outbox[0]).count('class="button"') == 2
    assert "More boards wait for you on your desk." in mail.outbox[0].body


def test_what_was_seen_is_left_out_and_what_the_reader_looks_at_waits(ann: User) -> None:
    one, other = boards(ann, 2)
    notifying.mark_read(ann.pk, one, NOON + MINUTE)
    note_present(other.uid, ann.pk)
    assert sweep(NOON + HOUR) == ["Your turn: Xiongqi against bob0, and 1 more"]
    assert outcomes() == {"seen", "sent"}


def test_other_news_goes_with_the_boards(ann: User) -> None:
    boards(ann, 1)
    over = match_between(ann, person("carl"))
    play(over, *QUICK_MATE)
    assert sweep(NOON + 2 * HOUR) == ["Your turn: Xiongqi against bob0, and 1 more"]
    assert "Xiongqi against carl is over." in mail.outbox[0].body
    assert "mate" not in mail.outbox[0].body
    stops = str(mail.outbox[0].body)
    assert "Stop mails of this kind: It is my turn" in stops
    assert "Stop mails of this kind: A match is over, or can be ended" in stops


def test_a_challenge_is_mailed_though_there_is_no_match_yet(ann: User) -> None:
    bob = person("bob")
    notifying.tell(user=ann, kind="challenged", person=bob, game="xiongqi", subject="abc", now=NOON)
    assert sweep(NOON + HOUR) == ["Challenge: Xiongqi against bob"]
    assert "http://testserver/challenges/abc/" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("rhythm", "zone", "expected"),
    [
        ("twice", "UTC", datetime(2026, 11, 20, 18, tzinfo=UTC)),
        ("twice", "Asia/Tokyo", datetime(2026, 11, 20, 23, tzinfo=UTC)),  # it is 21 o'clock there
        ("morning", "UTC", datetime(2026, 11, 21, 6, tzinfo=UTC)),
        ("morning", "America/New_York", datetime(2026, 11, 21, 11, tzinfo=UTC)),
    ],
)
def test_mail_waits_for_the_local_hour_of_its_rhythm(
    ann: User, rhythm: str, zone: str, expected: datetime
) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone=zone)
    change(ann, rhythm=rhythm, hour=6)
    boards(ann, 3)
    assert set(Delivery.objects.values_list("due_at", flat=True)) == {expected}
    assert sweep(expected - MINUTE) == []
    assert len(sweep(expected + MINUTE)) == 1
    assert slot(ann, expected) > expected


def test_a_rhythm_chosen_later_counts_for_what_waits_already(ann: User) -> None:
    boards(ann, 1)
    change(ann, rhythm="morning")
    assert sweep(NOON + HOUR) == []
    assert len(sweep(NOON + 20 * HOUR + MINUTE)) == 1


def test_what_waits_is_dated_anew_when_the_reader_chooses_another_rhythm(
    ann: User, hers: Client
) -> None:
    change(ann, rhythm="morning", hour=7)
    boards(ann, 1)
    assert Delivery.objects.get().due_at == NOON + 19 * HOUR
    form = {"wait": "30", "rhythm": "", "hour": "7", "cells": "turn.mail"}
    assert hers.post(reverse("games:notice-settings"), form).status_code == 302
    assert sweep(NOON + HOUR) == ["Your turn: Xiongqi against bob0"]


def test_what_waits_for_a_local_hour_follows_the_reader_into_another_zone(
    ann: User, hers: Client
) -> None:
    change(ann, rhythm="morning", hour=7)
    boards(ann, 1)
    assert Delivery.objects.get().due_at == NOON + 19 * HOUR
    form = {"language": "", "time_zone": "Asia/Tokyo", "theme": "auto", "piece_set": "auto"}
    assert hers.post("/settings/", form).status_code == 302
    assert Delivery.objects.get().due_at == NOON + 10 * HOUR


def test_a_board_whose_time_has_run_out_stands_in_a_mail_once(ann: User) -> None:
    matches = boards(ann, 3)
    for match, kind in zip(matches, ("claimable", "excused-began", "time-given"), strict=True):
        mine = match.players.get(user=ann)
        notifying.notify(match, mine, kind, "0", NOON + MINUTE)
    assert sweep(NOON + HOUR)[0].endswith(", and 2 more")
    body = str(mail.outbox[0].body)
    for match in matches:
        assert body.count(f"/matches/{match.uid}/") == 1
    assert body.count("Move before the win is claimed.") == 1
    assert "it is your turn" not in body


def test_a_subject_counts_boards_and_not_what_is_told_of_them(ann: User) -> None:
    match = boards(ann, 2)[0]
    notifying.notify(match, match.players.get(user=ann), "draw-offered", "x", NOON)
    User.objects.filter(pk=ann.pk).update(notice_choices={"cells": {"asked.mail": True}})
    assert [one.rpartition(", ")[2] for one in sweep(NOON + HOUR)] == ["and 1 more"]


def test_hourly_is_an_hour_after_the_last_mail(ann: User) -> None:
    change(ann, rhythm="hourly")
    boards(ann, 1)
    assert len(sweep(NOON + 31 * MINUTE)) == 1
    match_between(ann, person("carl"))
    Delivery.objects.filter(settled_at=None).update(due_at=NOON + 40 * MINUTE)
    assert sweep(NOON + 80 * MINUTE) == []
    assert len(sweep(NOON + 92 * MINUTE)) == 1


def test_never_is_no_mail_but_of_clocks_that_run_out(ann: User) -> None:
    change(ann, rhythm="never")
    (match,) = boards(ann, 1)
    assert not Delivery.objects.exists()
    warn(match)
    assert sweep(NOON + 2 * MINUTE) == ["Your time is running out: Xiongqi against bob0"]


def warn(match: Match, now: datetime = NOON + MINUTE) -> None:
    player = match.players.select_related("user").get(seat=0)
    notifying.notify(match, player, Kind.CLOCK_LAST, "the deadline", now)


def test_a_warning_comes_before_the_digest_and_takes_along_boards_alone(ann: User) -> None:
    change(ann, rhythm="morning")
    one, _other = boards(ann, 2)
    over = match_between(ann, person("carl"))
    play(over, *QUICK_MATE)
    warn(one)
    assert sweep(NOON + 2 * MINUTE) == [
        "Your time is running out: Xiongqi against bob0, and 1 more"
    ]
    left = Delivery.objects.filter(settled_at=None).values_list("notice__kind", flat=True)
    assert list(left) == ["match-over"]
    assert sweep(NOON + 21 * HOUR) == ["Match over: Xiongqi against carl"]


QUIET = time(22), time(7)


@pytest.mark.parametrize(
    ("local", "expected"),
    [
        (datetime(2026, 11, 20, 21, 59, tzinfo=UTC), None),
        (datetime(2026, 11, 20, 22, 0, tzinfo=UTC), datetime(2026, 11, 21, 7, tzinfo=UTC)),
        (datetime(2026, 11, 21, 6, 59, tzinfo=UTC), datetime(2026, 11, 21, 7, tzinfo=UTC)),
        (datetime(2026, 11, 21, 7, 0, tzinfo=UTC), None),
    ],
)
def test_quiet_hours_end_in_the_morning(
    ann: User, local: datetime, expected: datetime | None
) -> None:
    change(ann, quiet=QUIET)
    assert after_quiet(ann, local) == (expected or local)


def test_quiet_hours_hold_mail_back(ann: User) -> None:
    change(ann, quiet=(time(12), time(15)))
    boards(ann, 1)
    assert sweep(NOON + HOUR) == []
    assert len(sweep(NOON + 3 * HOUR + MINUTE)) == 1
    assert Delivery.objects.get().attempts == 1


@pytest.mark.parametrize(
    ("left", "allows", "comes"), [(2, True, True), (2, False, False), (4, True, False)]
)
def test_a_warning_breaks_quiet_hours_if_little_is_left_and_the_reader_allows(
    ann: User, left: int, allows: bool, comes: bool
) -> None:
    change(ann, quiet=(time(11), time(15)), warn=allows)
    (match,) = boards(ann, 1)
    match.players.filter(user=ann).update(deadline=NOON + left * HOUR)
    warn(match)
    assert bool(sweep(NOON + 2 * MINUTE)) == comes


def test_an_address_that_is_refused_gets_no_more_news_and_its_owner_is_told(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    (match,) = boards(ann, 1)

    def refuse(self: object) -> None:
        raise SMTPRecipientsRefused({"ann@example.org": (550, b"5.1.1 <ann@example.org> unknown")})

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", refuse)
        assert sweep(NOON + HOUR) == []
    row = Delivery.objects.get()
    assert (row.outcome, row.detail) == ("failed", "550 5.1.1 unknown")
    ann.refresh_from_db()
    assert stopped_mail(ann) is not None
    assert not wants(ann, Kind.YOUR_TURN, Channel.MAIL)
    assert Notice.objects.filter(user=ann, kind="address-stopped").count() == 1
    play(match, "e3e4", "e6e5")
    assert Delivery.objects.count() == 1  # nothing more is owed to that address
    try_address_again(ann.pk)
    ann.refresh_from_db()
    assert wants(ann, Kind.YOUR_TURN, Channel.MAIL)


@pytest.mark.parametrize(
    ("said", "is_stopped"), [(b"5.1.1 no such mailbox", True), (b"5.7.1 looks like spam", False)]
)
def test_an_address_that_is_refused_after_the_mail_was_heard_gets_no_more(
    ann: User, said: bytes, is_stopped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards(ann, 1)

    def refuse(self: object) -> None:
        raise SMTPDataError(550, said)

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", refuse)
        sweep(NOON + HOUR)
    ann.refresh_from_db()
    assert (stopped_mail(ann) is not None) == is_stopped
    assert outcomes() == ({"failed"} if is_stopped else {""})


def test_news_of_the_account_is_mailed_whatever_the_rhythm(ann: User) -> None:
    change(ann, rhythm="never")
    kind = Kind.WEBHOOK_STOPPED
    notifying.tell(user=ann, kind=kind, person=None, subject="x", now=NOON)
    assert sweep(NOON + HOUR) == ["Your webhook is switched off"]


def test_a_refusal_for_now_is_tried_again(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    boards(ann, 1)

    def refuse(self: object) -> None:
        raise SMTPRecipientsRefused({"ann@example.org": (451, b"try later")})

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", refuse)
        sweep(NOON + HOUR)
    assert Delivery.objects.get().detail == "451 try later"
    assert len(sweep(NOON + 2 * HOUR)) == 1


def test_what_comes_while_the_mail_server_is_down_is_one_mail_when_it_is_back(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards(ann, 2)

    def refuse(self: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", refuse)
        sweep(NOON + HOUR)
        match_between(ann, person("carl"))
        sweep(NOON + 2 * HOUR)
    assert len(sweep(NOON + 9 * HOUR)) == 1
    assert outcomes() == {"sent"}


def test_what_may_have_arrived_goes_out_again_under_the_same_id(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _other = boards(ann, 2)
    send, ids = EmailMultiAlternatives.send, []

    def hang(self: EmailMultiAlternatives) -> None:
        ids.append(self.extra_headers["Message-ID"])
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as patch:
        patch.setattr(EmailMultiAlternatives, "send", hang)
        sweep(NOON + HOUR)
    assert send is EmailMultiAlternatives.send
    notifying.mark_read(south(one).pk, one, NOON + HOUR)  # the first of the two is seen meanwhile
    match_between(ann, person("carl"))
    Delivery.objects.filter(bundle=None).update(due_at=NOON + 30 * HOUR)
    sweep(NOON + 9 * HOUR)
    again = [message.extra_headers["Message-ID"] for message in mail.outbox]
    assert again == ids


def test_a_worker_killed_amid_a_bundle_leaves_it_whole(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards(ann, 3)
    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(
            EmailMultiAlternatives, "send", lambda self: (_ for _ in ()).throw(SystemExit)
        )
        sweep(NOON + HOUR)
    assert sweep(NOON + HOUR + MINUTE) == []
    assert len(sweep(NOON + 2 * HOUR)) == 1
    assert outcomes() == {"sent"}


def test_a_match_that_begins_with_the_own_turn_is_told_as_that(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(notice_choices={"cells": {"begins.mail": True}})
    ann.refresh_from_db()
    match_between(ann, person("bob"))
    match_between(person("carl"), ann)
    assert sweep(NOON + HOUR) == ["Your turn: Xiongqi against bob"]
    assert outcomes() == {"sent", "not-wanted"}


def test_a_seek_of_somebody_one_follows_is_mailed_to_those_who_want_it(ann: User) -> None:
    eager = {"cells": {"seeking.mail": True}}
    User.objects.filter(pk=ann.pk).update(notice_choices=eager)
    other, bob = person("carl", email="carl@example.org"), person("bob")
    for _again in range(2):
        notifying.tell_many(
            user_ids=[ann.pk, other.pk], kind="seeking", person=bob, game="xiongqi",
            subject="seek1", now=NOON,
        )  # fmt: skip
    assert Notice.objects.filter(kind="seeking").count() == 2
    assert sweep(NOON + HOUR) == ["bob is looking for a match: Xiongqi"]
    assert mail.outbox[0].to == ["ann@example.org"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", [kind for kind in Kind if WORDINGS[kind].subject])
def test_every_kind_that_is_mailed_has_its_words_and_a_way_there(kind: Kind, language: str) -> None:
    ann = person("ann", email="ann@example.org", language=language)
    match = match_between(ann, person("bob"))
    has_match = "%(opponent)s" in str(WORDINGS[kind].subject) and kind not in ALONE
    subject = "freeze now" if kind == Kind.RULED else "subject"
    notice = Notice(
        pk=1, user=ann, match=match if has_match else None, kind=kind, subject=subject,
        game="xiongqi", person=match.players.get(seat=1).user, made_at=NOON,
    )  # fmt: skip
    message = mails.mail_for(ann, [notice], key="news-1", now=NOON)
    assert message.subject
    assert "%(" not in f"{message.subject}{message.body}"
    assert ("ann" in str(message.body)) and "http://testserver/" in str(message.body)
    delivery = Delivery(pk=1, notice=notice)
    delivery.waiting = {}
    plain = [str(message.body), push_sender.message_of(delivery).text.decode()]
    plain += [str(message.subject), webhook_sender.news_of(delivery).text]
    for text in plain:
        assert not MARKUP.search(text), text
        assert "None" not in text
    lines = [line for line in str(message.body).splitlines() if line]
    assert len(lines) == len(set(lines)), lines
    assert (language == "ja") == any("\u3040" < sign < "\u30ff" for sign in str(message.subject))


MARKUP = re.compile(r"</?[a-z]+[ >]|&[a-z]+;|&#")
"""What shows that plain text was made for a page."""

ALONE = (Kind.CHALLENGED, Kind.SEEKING)
"""News with an opponent and no match."""


@pytest.mark.parametrize("stands", [True, False])
def test_an_offer_is_mailed_while_it_stands(ann: User, stands: bool) -> None:
    User.objects.filter(pk=ann.pk).update(
        notice_choices={"cells": {"asked.mail": True}}, mail_your_turn=False
    )
    match = match_between(person("bob"), ann)
    play(match, "e3e4", "e6e5")
    ending.offer_draw(uid=match.uid, user=south(match), now=NOON)
    if not stands:
        ending.withdraw_draw(uid=match.uid, user=south(match))
    subjects = sweep(NOON + HOUR)
    assert subjects == (["Draw offered: Xiongqi against bob"] if stands else [])


def test_quiet_hours_hold_push_back_as_well(ann: User) -> None:
    set_reachable(ann.pk, Channel.PUSH, True)
    change(ann, quiet=(time(12), time(15)))
    User.objects.filter(pk=ann.pk).update(mail_your_turn=False)
    ann.refresh_from_db()
    match = match_between(ann, person("bob"))
    sent: list[datetime] = []

    def send(delivery: Delivery) -> post.Came:
        sent.append(delivery.taken_at)
        return post.Came("sent")

    senders = {"push": post.Sender(send, attempts=3)}
    row = Delivery.objects.get(channel="push", notice__kind="your-turn", notice__match=match)
    assert row.due_at == NOON + 3 * HOUR
    Delivery.objects.update(due_at=NOON)  # quiet hours that were chosen since count as well
    post.deliver(delivery_id=row.pk, senders=senders, now=NOON + HOUR)
    assert sent == []
    post.deliver(delivery_id=row.pk, senders=senders, now=NOON + 3 * HOUR)
    assert sent == [NOON + 3 * HOUR]


def test_what_the_release_before_has_owed_is_sent(ann: User) -> None:
    boards(ann, 2)
    Delivery.objects.update(reader_id=None)  # as it wrote them
    sweep(NOON + HOUR)
    assert outcomes() == {"sent"}


def test_what_was_gathered_by_a_delivery_that_is_gone_is_sent_all_the_same(ann: User) -> None:
    boards(ann, 2)
    first, second = Delivery.objects.order_by("pk")
    Delivery.objects.filter(pk=second.pk).update(bundle=first.pk)
    first.delete()  # as with its match
    sweep(NOON + HOUR)
    assert outcomes() == {"sent"}
