"""A worker that sends news slowly and is killed amid it: who was told what, and how often.

`python -m tests.faults.sending plant|send|count` runs inside a house; `kill_the_sender` drives it.
By mail goes what the house really sends, put down as files; push and webhook are stand-ins that
write down the id of what they were given, as the other end would see it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.conf import settings

from tests.running import PYTHON
from tests.running.houses import Embedded
from tests.running.processes import Running, run

if TYPE_CHECKING:
    from games.notices.models import Delivery
    from games.notices.services.post import Came

SLOWLY = 0.01
"""Seconds before and after each hand-over, so that kills find one under way."""
PATIENCE = 60.0


def main() -> None:
    """Do one part of it."""
    django.setup()
    {"plant": _plant, "send": _send, "count": _count}[sys.argv[1]]()


def _plant() -> None:
    """Readers, each with two pieces of news that are due by every channel."""
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import User
    from games.notices.models import Delivery, Notice

    call_command("migrate", interactive=False, verbosity=0)
    now = timezone.now()
    choices = {"reach": ["push", "webhook"]}
    for number in range(json.load(sys.stdin)):
        user = User.objects.create_user(
            f"reader{number}", email=f"reader{number}@jinya.example", notice_choices=choices
        )
        for subject in ("one", "other"):
            notice = Notice.objects.create(
                user=user, person=user, game="xiongqi", kind="challenged", subject=subject,
                made_at=now,
            )  # fmt: skip
            for channel in ("mail", "push", "webhook"):
                Delivery.objects.create(
                    notice=notice, reader_id=user.pk, channel=channel, due_at=now, hinted_until=now
                )


def _send() -> None:
    """What a worker does until nothing is owed; a house that starts hands out what was held."""
    from django.utils import timezone

    from games.notices.channels import SENDERS
    from games.notices.models import Delivery
    from games.notices.services import post
    from games.notices.services.post import Came, Sender

    def slowly(delivery: Delivery) -> Came:
        time.sleep(SLOWLY)
        came = SENDERS["mail"].send(delivery)
        time.sleep(SLOWLY)
        return came

    def stand_in(delivery: Delivery) -> Came:
        time.sleep(SLOWLY)
        with (settings.DATA_DIR / f"{delivery.channel}.told").open("a") as told:
            told.write(f"{delivery.pk}\n")
        time.sleep(SLOWLY)
        return Came(Delivery.Outcome.SENT)

    senders = {
        "mail": Sender(slowly, attempts=9, bundles=True),
        "push": Sender(stand_in, attempts=9),
        "webhook": Sender(stand_in, attempts=9),
    }
    post.release_deliveries()
    while Delivery.objects.filter(settled_at=None).exists():
        now = timezone.now()
        found = post.lease_deliveries(now=now)
        random.shuffle(found)
        for key in found:
            post.deliver(delivery_id=key, senders=senders, now=now)


def _count() -> None:
    """What the rows say."""
    from games.notices.models import Delivery

    rows = Delivery.objects.values_list("channel", "outcome")
    counted = Counter(f"{channel} {outcome}" for channel, outcome in rows)
    json.dump(counted, sys.stdout)


@dataclass
class Sent:
    """What the other ends received, and what the rows say of it."""

    readers: int
    kills: int = 0
    told: dict[str, Counter[str]] = field(default_factory=dict)
    """By channel: how often each id arrived."""
    rows: dict[str, int] = field(default_factory=dict)

    @property
    def faults(self) -> list[str]:
        """What was lost, and what arrived more often than there were kills, or under two ids."""
        found = []
        expected = {"mail": self.readers, "push": 2 * self.readers, "webhook": 2 * self.readers}
        for channel, number in expected.items():
            told = self.told[channel]
            if len(told) != number:
                found.append(f"{channel}: {len(told)} ids for {number} messages")
            if self.rows.get(f"{channel} sent") != 2 * self.readers:
                found.append(f"{channel}: {self.rows}")
        if self.doubled > self.kills:
            found.append(f"{self.doubled} arrived again after {self.kills} kills")
        return found

    @property
    def doubled(self) -> int:
        """How often something arrived again, under the id it had."""
        return sum(told.total() - len(told) for told in self.told.values())

    def summary(self) -> list[tuple[str, str]]:
        """The figures, each with its name."""
        ids = ", ".join(f"{channel} {len(told)}" for channel, told in self.told.items())
        return [
            ("kills", str(self.kills)),
            ("ids received", ids),
            ("received again, under the same id", str(self.doubled)),
            ("faults found", str(len(self.faults))),
        ]


def kill_the_sender(house: Embedded, *, readers: int, kills: int) -> Sent:
    """`kill -9` of a worker that sends, again and again; then what arrived."""
    command = [PYTHON, "-m", "tests.faults.sending"]
    run([*command, "plant"], house.env, json.dumps(readers))
    sent, log = Sent(readers), house.folder / "sending.log"
    share = 5 * readers // (kills + 1)
    for number in range(1, kills + 1):
        worker = Running([*command, "send"], house.env, log)
        _await(lambda: _received(house.folder) >= number * share, worker)  # noqa: B023 - at once
        time.sleep(random.random() * 3 * SLOWLY)
        worker.kill_all()
        sent.kills += 1
    run([*command, "send"], house.env, "")
    sent.rows = json.loads(run([*command, "count"], house.env, ""))
    sent.told = {
        "mail": _mails(house.folder),
        **{name: Counter(_lines(house.folder, name)) for name in ("push", "webhook")},
    }
    return sent


def _await(is_so: Any, worker: Running) -> None:
    deadline = time.monotonic() + PATIENCE
    while worker.is_alive and not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def _received(folder: Path) -> int:
    mails = len(list((folder / "mail").glob("*"))) if (folder / "mail").exists() else 0
    return mails + sum(len(_lines(folder, name)) for name in ("push", "webhook"))


def _lines(folder: Path, name: str) -> list[str]:
    path = folder / f"{name}.told"
    return path.read_text().split() if path.exists() else []


def _mails(folder: Path) -> Counter[str]:
    """The Message-ID of each mail that was put down; a file holds what one connection sent."""
    found: Counter[str] = Counter()
    for path in (folder / "mail").glob("*"):
        found.update(
            str(message_from_bytes(part.strip())["Message-ID"])
            for part in path.read_bytes().split(b"\n" + b"-" * 79 + b"\n")
            if part.strip()
        )
    return found


if __name__ == "__main__":
    main()
