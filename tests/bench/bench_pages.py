"""What the pages that people open cost: `python -m tests.bench pages`. Prints, never judges.

On the demo site, by Django's test client: the least processor time of some requests, the functions
that are called for one, C and Python, which are the same on a busy machine, and the statements and
bytes. It uses only what older trees have, too: run in one of them, it measures that one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path.cwd()))  # the tree it is run in

import django

from tests.bench.bench_queries import empty_database
from tests.bench.tables import print_heading, print_row

ROUNDS = 15
COLUMNS = {"page": 24, "ms": 7, "calls": 9, "statements": 10, "kB": 6}
PAGES = {
    "lobby": "/lobby/", "desk": "/desk/", "profile": "/people/{name}/", "puzzles": "/puzzles/",
    "learn": "/learn/", "watch": "/watch/", "archive": "/archive/", "people": "/people/",
    "notices": "/notices/", "settings": "/settings/", "campaign": "/campaign/",
    "match": "/matches/{uid}/", "board alone": "/matches/{uid}/board/",
}  # fmt: skip
"""The pages of a member."""
VISITED = {"home": "/", "lobby, a visitor": "/lobby/", "match, a visitor": "/matches/{uid}/"}


def main() -> None:
    """Print the table."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.utils import timezone

    from games.lobby.demo import furnish
    from games.match.models import Player

    with empty_database():
        settings.DEMO_PASSWORD = "a demo of the bench"
        furnish(timezone.now())
        seat = Player.objects.filter(user__isnull=False).select_related("user", "match").first()
        assert seat is not None
        assert seat.user is not None
        names = {"name": seat.user.name, "uid": seat.match.uid}
        member = Client()
        member.force_login(seat.user)
        print_heading(COLUMNS)
        for client, pages in ((member, PAGES), (Client(), VISITED)):
            for page, path in pages.items():
                _measure(client, page, path.format(**names))


def _measure(client: Any, page: str, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    client.get(path)
    took = []
    for _round in range(ROUNDS):
        began = process_time()
        client.get(path)
        took.append(process_time() - began)
    calls = min(_calls(client, path) for _round in range(2))
    size = len(answer.content) / 1000
    print_row(
        COLUMNS,
        [
            page,
            f"{min(took) * 1000:.1f}",
            str(calls),
            str(_statements(client, path)),
            f"{size:.0f}",
        ],
    )


def _statements(client: Any, path: str) -> int:
    from django.db.backends.utils import CursorWrapper

    with patch.object(
        CursorWrapper, "execute", autospec=True, side_effect=CursorWrapper.execute
    ) as sent:
        client.get(path)
    return sent.call_count


def _calls(client: Any, path: str) -> int:
    count = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        client.get(path)
    finally:
        sys.setprofile(None)
    return count


if __name__ == "__main__":
    main()
