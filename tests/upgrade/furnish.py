"""A small site with some of everything, as people leave it: `python -m tests.upgrade.furnish`.

Run with the code of the release that is to be kept, on an empty database. It prints, as JSON, what
the upgraded site must still give: records of finished matches, and a page that was open.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.upgrade.settings")

GAMES = ("xiongqi", "gunjin", "seichu", "gungi")
STAGE = ("command:tax", "command:market", "battle:npc1")


def furnish() -> dict[str, Any]:
    """People, matches of every game that run and are over, offers, a report, mails owed."""
    from games.match.changes import ending
    from games.moderation.services.reports import Complaint, file_report
    from tests.kit.builders import (
        LONGER_MATE,
        NOON,
        guest,
        match_between,
        match_with_bot,
        offers,
        person,
        play,
    )
    from tests.kit.chance import play_some
    from tests.kit.stages import act, stage_of

    ann = person("ann", email="ann@example.org", time_zone="Asia/Tokyo")
    bob = person("bob", email="bob@example.org")
    running: list[Any] = []
    ended: list[Any] = []
    for game in GAMES:
        for is_over in (False, True):
            match = match_between(ann, bob, game=game)
            play_some(match, 8)
            if is_over:
                ending.resign(uid=match.uid, user=ann, now=NOON + timedelta(hours=1))
            (ended if is_over else running).append(match)
    mated = match_between(ann, bob, rated=True)
    play(mated, *LONGER_MATE)
    ended.append(mated)
    for is_over in (False, True):
        stage = stage_of(ann)
        for move in STAGE:
            act(stage, move)
        if is_over:
            ending.resign(uid=stage.uid, user=ann, now=NOON + timedelta(hours=1))
        (ended if is_over else running).append(stage)
    match_with_bot(guest("visitor"))
    made = offers(ann, bob)
    complaint = Complaint("outside-help", "always the best move")
    file_report(uid=mated.uid, user=ann, complaint=complaint, now=NOON)
    return {
        "running": [match.uid for match in running],
        "records": {match.uid: fetched(ann, match.uid, "record.txt") for match in ended},
        "page": {"uid": running[0].uid, "html": fetched(ann, running[0].uid)},
        "places": [
            *(f"/events/{made['event']}/", f"/clubs/{made['club']}/"),
            *(f"/challenges/{made['challenge']}/", "/desk/", "/archive/", "/settings/"),
            *("/notices/", "/people/bob/", "/puzzles/"),
        ],
    }


def fetched(user: Any, uid: str, what: str = "") -> str:
    """What the browser of *user* gets at an address of match *uid*."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    answer = client.get(f"/matches/{uid}/{what}")
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


if __name__ == "__main__":
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    json.dump(furnish(), sys.stdout)
