"""A worker that tells and sends news and is killed amid it: who was told what, and how often.

`python -m tests.faults.sending plant|tell|owe|send|count` runs inside a site; `kill_the_sender`
drives it. Bell and tab read what `tell` writes; by mail, push and webhook goes what the site
really sends, to ends that hang, fail and answer slowly (`tests.faults.ends`).
"""

from __future__ import annotations

import json
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import django
from django.conf import settings

from tests.faults.ends import PATIENCE, SLOWLY, Ends, ends
from tests.running import PYTHON
from tests.running.houses import Embedded
from tests.running.processes import Running, run

CHANNELS = ("mail", "push", "webhook")
SUBJECTS = ("one", "other")
"""What each reader is told."""

LONGEST_WAIT = 120.0
"""Seconds until a worker has come to where it is to be killed."""


def main() -> None:
    """Do one part of it."""
    django.setup()
    parts: dict[str, Callable[..., None]] = {
        "plant": _plant, "tell": _tell, "owe": _owe, "send": _send, "count": _count,
    }  # fmt: skip
    parts[sys.argv[1]](*sys.argv[2:])


def _plant(readers: str) -> None:
    """People who can be reached by every channel."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from games.endpoints.models import PushDevice, Webhook
    from games.endpoints.webpush import CURVE, encode, public_key

    call_command("migrate", interactive=False, verbosity=0)
    now, browser = timezone.now(), encode(public_key(ec.generate_private_key(CURVE)))
    choices = {"reach": ["push", "webhook"]}
    with transaction.atomic():
        for number in range(int(readers)):
            user = User.objects.create_user(
                f"reader{number}", email=f"reader{number}@jinya.example", notice_choices=choices
            )
            PushDevice.objects.create(
                user=user, endpoint=f"https://fcm.googleapis.com/{number}", p256dh=browser,
                auth=encode(b"0" * 16), browser="", made_at=now, seen_at=now,
            )  # fmt: skip
            Webhook.objects.create(
                user=user,
                url=f"https://reader{number}.example/",
                secret="whsec_c2VjcmV0",
                made_at=now,
            )


def _tell() -> None:
    """Tell everybody everything, as what happens does: again from the start after each kill."""
    from django.utils import timezone

    from accounts.models import User
    from games.notices.services.notifying import tell
    from queues.transactions import writing

    for user in User.objects.order_by("pk"):
        for subject in SUBJECTS:
            with writing():
                tell(
                    user=user, kind="challenged", person=user, game="xiongqi", subject=subject,
                    now=timezone.now(),
                )  # fmt: skip
                time.sleep(SLOWLY / 4)


def _owe(channel: str) -> None:
    """Let that channel's deliveries be due now, and those of the others some other day."""
    from django.utils import timezone

    from games.notices.models import Delivery

    now = timezone.now()
    waiting = Delivery.objects.filter(settled_at=None)
    waiting.update(due_at=now + timedelta(days=3650))
    waiting.filter(channel=channel).update(due_at=now)


def _send(channel: str, mail_port: str, post_port: str) -> None:
    """What a worker does until nothing is owed; a site that starts hands out what was held.

    Nobody waits for the pauses between two attempts: the time is that of what is due next.
    """
    from django.db.models import Min
    from django.utils import timezone

    from accounts.common import outgoing
    from games.notices.channels import SENDERS
    from games.notices.models import Delivery
    from games.notices.services import post

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(mail_port)
    settings.EMAIL_TIMEOUT = outgoing.SECONDS = PATIENCE

    def connect(_address: str, _target: object) -> socket.socket:
        return socket.create_connection(("127.0.0.1", int(post_port)), PATIENCE)

    mock.patch.object(outgoing, "resolve", return_value="127.0.0.1").start()
    mock.patch.object(outgoing, "connect", connect).start()
    owed = Delivery.objects.filter(channel=channel, settled_at=None)

    def clock() -> datetime:
        due = owed.aggregate(due=Min("due_at"))["due"]
        return max(timezone.now(), due or timezone.now())

    post.release_deliveries()
    while owed.exists():
        post.drain(senders=SENDERS, clock=clock)


def _count() -> None:
    """What the rows say: deliveries by channel and outcome, and lines on the bells."""
    from accounts.models import User
    from games.notices.models import Delivery, Notice
    from games.notices.selectors import unread_notices

    rows = Delivery.objects.values_list("channel", "outcome")
    counted = Counter(f"{channel} {outcome}" for channel, outcome in rows)
    counted["bell"] = sum(unread_notices(pk) for pk in User.objects.values_list("pk", flat=True))
    counted["notices"] = Notice.objects.count()
    json.dump(counted, sys.stdout)


@dataclass
class Sent:
    """What the other ends received, and what the rows say of it."""

    readers: int
    ends: Ends
    kills: Counter[str] = field(default_factory=Counter)
    """By channel; of "bell" those amid telling."""
    rows: dict[str, int] = field(default_factory=dict)

    @property
    def faults(self) -> list[str]:
        """What was lost, and what arrived more often than it had to, or under two ids."""
        news = len(SUBJECTS) * self.readers
        found = [
            f"{name}: {self.rows.get(name)} for {news} pieces of news"
            for name in ("bell", "notices", *(f"{channel} sent" for channel in CHANNELS))
            if self.rows.get(name) != news
        ]
        for channel in CHANNELS:
            messages = self.readers if channel == "mail" else news
            taken = len(self.ends.taken[channel])
            if taken != messages:
                found.append(f"{channel}: {taken} ids for {messages} messages")
            if self.doubled(channel) > self.kills[channel] + self.ends.unanswered[channel]:
                found.append(f"{channel}: {self.doubled(channel)} arrived again")
        return found

    def doubled(self, channel: str) -> int:
        """How often something arrived again, under the id it had."""
        taken = self.ends.taken[channel]
        return taken.total() - len(taken)

    def summary(self) -> list[tuple[str, str]]:
        """The figures, each with its name."""
        moods = ", ".join(f"{mood or 'well'} {count}" for mood, count in self.ends.moods.items())
        return [
            ("kills", ", ".join(f"{name} {count}" for name, count in self.kills.items())),
            ("lines on bells", str(self.rows["bell"])),
            *(
                (
                    f"{channel}: ids, of them again",
                    (
                        f"{len(self.ends.taken[channel])}, {self.doubled(channel)}"
                        f" (taken without an answer: {self.ends.unanswered[channel]})"
                    ),
                )
                for channel in CHANNELS
            ),
            ("the other ends were", moods),
            ("faults found", str(len(self.faults))),
        ]


def kill_the_sender(house: Embedded, *, readers: int, kills: int) -> Sent:
    """`kill -9` of a worker that tells and sends, *kills* times amid each; then what arrived."""
    command = [PYTHON, "-m", "tests.faults.sending"]
    run([*command, "plant", str(readers)], house.env)
    with ends() as other:
        sent = Sent(readers, other)
        news = len(SUBJECTS) * readers
        marks = [news * number // (kills + 1) for number in range(kills)]
        _kill_amid(house, [*command, "tell"], lambda: _notices_sent(house), marks)
        sent.kills["bell"] = kills
        for channel in CHANNELS:
            run([*command, "owe", channel], house.env)
            taken = other.taken[channel]
            messages = readers if channel == "mail" else news
            _kill_amid(
                house,
                [*command, "send", channel, *map(str, other.ports)],
                taken.total,
                [messages * n // (kills + 1) for n in range(kills)],
            )
            sent.kills[channel] = kills
    sent.rows = json.loads(run([*command, "count"], house.env))
    return sent


def _notices_sent(house: Embedded) -> int:
    return int(house.rows("SELECT count(*) FROM notices_notice")[0][0])


def _kill_amid(
    house: Embedded, command: list[str], done: Callable[[], int], marks: list[int]
) -> None:
    """Kill what *command* starts once for each of *marks*, when more is *done*; then let it end."""
    log = house.folder / "sending.log"
    for mark in marks:
        worker = Running(command, house.env, log)
        _await(lambda: done() > mark, worker)  # noqa: B023 - at once
        time.sleep(random.random() * 3 * SLOWLY)
        worker.kill_all()
    worker = Running(command, house.env, log)
    _await(lambda: False, worker)
    worker.kill_all()


def _await(is_so: Callable[[], Any], worker: Running) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while worker.is_alive and not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.005)


if __name__ == "__main__":
    main()
