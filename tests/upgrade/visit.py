"""What the people of a kept site do once it has been upgraded: `python -m tests.upgrade.visit`.

Reads from standard input what `furnish` printed, and prints what was found, as JSON.
"""

from __future__ import annotations

import json
import os
import re
import sys
from io import StringIO
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.upgrade.settings")

HTMX = {"HX-Request": "true", "HX-Target": "match"}


def visit(kept: dict[str, Any]) -> dict[str, Any]:
    """Verifies all matches, reads records, goes on with the old page, plays a move in each game."""
    return {
        "pending": pending(),
        "verified": verified(),
        "records": {uid: record(uid) for uid in kept["records"]},
        "old_page": [*fragment_of(kept["page"]), *stale_move_of(kept["page"])],
        "places": {path: browser().get(path).status_code for path in kept.get("places", ())},
        "moved": {uid: moves(uid) for uid in kept["running"]},
        "verified_again": verified(),
    }


def pending() -> list[str]:
    """What `migrate` would still do."""
    from django.core.management import call_command

    out = StringIO()
    call_command("showmigrations", "--plan", stdout=out)
    return [line for line in out.getvalue().splitlines() if line.startswith("[ ]")]


def verified() -> str:
    """The last line of `verify_matches`."""
    from django.core.management import call_command

    out = StringIO()
    try:
        call_command("verify_matches", stdout=out)
    except SystemExit:
        return out.getvalue()
    return out.getvalue().splitlines()[-1]


def browser(name: str = "ann") -> Any:
    from django.test import Client

    from accounts.models import User

    client = Client()
    client.force_login(User.objects.get(name=name))
    return client


def record(uid: str) -> str:
    return str(browser().get(f"/matches/{uid}/record.txt").content.decode())


def fragment_of(page: dict[str, str]) -> tuple[int, bool]:
    """The board that a page asks for which was open before: status, and whether it is whole."""
    has = re.search(r'data-has="([^"]*)"', page["html"])
    query = {"has": has[1]} if has else {}
    answer = browser().get(f"/matches/{page['uid']}/board/", query, headers=HTMX)
    return answer.status_code, 'role="grid"' in answer.content.decode()


def stale_move_of(page: dict[str, str]) -> tuple[int, bool]:
    """What a form of that page is answered once its turn has gone by."""
    fields = dict(re.findall(r'name="(seat_ply|key)" value="([^"]*)"', page["html"]))
    form = {"move": "a1a2", "key": fields.get("key", "key-of-old-page"), "seat_ply": "1"}
    answer = browser().post(f"/matches/{page['uid']}/move/", form, headers=HTMX)
    return answer.status_code, 'role="grid"' in answer.content.decode()


def moves(uid: str) -> bool:
    """Whether somebody's move is taken in match *uid*."""
    from games.match.models import Match
    from games.match.referee import Referee
    from tests.kit.chance import play_some

    match = Match.objects.get(uid=uid)
    before = Referee(match).plies
    play_some(match, 1)
    return Referee(Match.objects.get(uid=uid)).plies > before


if __name__ == "__main__":
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    json.dump(visit(json.load(sys.stdin)), sys.stdout)
