"""Inside a site: notices that are due at once, a worker that drains them, and turns beside it.

`python -m tests.bench.draining plant|drain|turns`; question and answer are JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from typing import Any

import django

Answer = dict[str, float]


def main() -> None:
    """Do one part of it."""
    django.setup()
    parts: dict[str, Callable[[Any], Answer]] = {"plant": _plant, "drain": _drain, "turns": _turns}
    json.dump(parts[sys.argv[1]](json.load(sys.stdin)), sys.stdout)


def _plant(asked: Any) -> Answer:
    """As many readers as are asked for, each with as many pieces of news that are due by mail."""
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from games.notices.models import Delivery, Notice

    call_command("migrate", interactive=False, verbosity=0)
    now = timezone.now()
    with transaction.atomic():
        for number in range(asked["readers"]):
            address = f"reader{number}@jinya.example"
            user = User.objects.create_user(f"reader{number}", email=address)
            notices = Notice.objects.bulk_create(
                Notice(
                    user=user, person=user, game="xiongqi", kind="challenged", subject=f"n{each}",
                    made_at=now,
                )
                for each in range(asked["each"])
            )  # fmt: skip
            Delivery.objects.bulk_create(
                Delivery(
                    notice=one, reader_id=user.pk, channel="mail", due_at=now, hinted_until=now
                )
                for one in notices
            )
    return {}


def _drain(_asked: Any) -> Answer:
    """One worker, until nothing is due: how many deliveries, and in how many seconds."""
    from django.conf import settings
    from django.utils import timezone

    from games.notices.channels import SENDERS
    from games.notices.models import Delivery
    from games.notices.services import post

    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    owed = Delivery.objects.filter(settled_at=None).count()
    began, worked = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as settings.EMAIL_FILE_PATH:
        while post.drain(senders=SENDERS, clock=timezone.now):
            pass
    return {
        "deliveries": owed - Delivery.objects.filter(settled_at=None).count(),
        "seconds": time.perf_counter() - began,
        "processor": time.process_time() - worked,
    }


def _turns(asked: Any) -> Answer:
    """Turns of one match after the other, for so many seconds: median and p95 in milliseconds."""
    from django.utils import timezone

    from tests.kit.builders import match_between, person, play

    took, until = [], time.perf_counter() + asked["seconds"]
    moves = ("a1a2", "a8a7", "a2a1", "a7a8")
    for number in count():
        south, north = (person(f"{asked['name']}{number}{side}") for side in "sn")
        match = match_between(south, north, now=timezone.now())
        for move in ("e3e4", "e6e5", *moves):
            began = time.perf_counter()
            play(match, move, now=timezone.now())
            took.append(1000 * (time.perf_counter() - began))
        if time.perf_counter() > until and number:
            break
    return {"p50": statistics.median(took), "p95": statistics.quantiles(took, n=20)[-1]}


if __name__ == "__main__":
    main()
