"""The operators' page: each part fine, soon and now; few statements; for operators alone."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from accounts.common import outgoing
from accounts.models import Letter, Trace, User
from config import celery, served, upkeep
from config.upkeep import FINE, NOW, SOON, UNKNOWN
from config.version import VERSION
from games.bots.models import BotTurn
from games.management import doctor, releases
from games.moderation.models import Appeal, Report
from games.moderation.services.appeals import appeal
from games.moderation.services.sanctions import Limit, impose
from games.notices.models import Delivery, Notice
from tests.kit.browsing import browser
from tests.kit.builders import match_with_bot, person
from tests.kit.staff import staff, why

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PAGE = "/admin/upkeep/"


@pytest.fixture(autouse=True)
def calm(settings: Any) -> None:
    """A site in which every queue is served."""
    cache.clear()
    served.forget()
    served.note(celery.QUEUES)


def mails(count: int, outcome: str, user: User) -> None:
    """So many mails that ended like that today."""
    now = timezone.now()
    first = Notice.objects.count()
    made = Notice.objects.bulk_create(
        Notice(user=user, kind=Notice.Kind.LETTER, subject=str(first + n), made_at=now)
        for n in range(count)
    )
    sent = {"channel": "mail", "due_at": now, "hinted_until": now, "settled_at": now}
    Delivery.objects.bulk_create(Delivery(notice=n, outcome=outcome, **sent) for n in made)


def joined(count: int, ago: timedelta, came_back: int) -> None:
    """So many people who joined so long ago; how many of them were here since."""
    now, first = timezone.now(), User.objects.count()
    for number in range(count):
        user = person(f"new{first + number}")
        User.objects.filter(pk=user.pk).update(date_joined=now - ago)
        seen = now if number < came_back else now - ago + HOUR
        Trace.objects.create(user=user, kind="device", digest="x", since=now, seen_at=seen)


def test_a_new_site_says_what_is_not_known_and_nothing_to_do() -> None:
    states = {each.part: each.state for each in upkeep.findings(timezone.now())}
    unknown = {part for part, state in states.items() if state == UNKNOWN}
    assert unknown == {"Backups", "Version"}
    assert {state for part, state in states.items() if part not in unknown} <= {FINE, SOON}


def test_what_is_late_is_told_by_kind() -> None:
    now = timezone.now()
    assert upkeep.queues(now).state == FINE
    values = {"recipient": "a@b.example", "written_at": now, "hinted_until": now}
    letter = Letter.objects.create(**values, due_at=now - timedelta(minutes=5))
    found = upkeep.queues(now)
    assert (found.state, dict(found.lines)["Mails about accounts, late by"]) == (SOON, "00:05:00")
    assert "Look again in ten minutes" in found.advice
    Letter.objects.filter(pk=letter.pk).update(due_at=now - HOUR)
    found = upkeep.queues(now)
    assert found.state == NOW
    assert "bin/jinya doctor" in found.advice


def test_a_queue_that_nobody_serves_is_named(settings: Any) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/9"
    cache.clear()
    found = upkeep.queues(timezone.now())
    assert found.state == NOW
    assert "thinking" in dict(found.lines)["Queues that no worker serves"]


def test_moves_of_bots_that_are_set_aside() -> None:
    assert upkeep.set_aside(timezone.now()).state == FINE
    match_with_bot(person("ann"))
    BotTurn.objects.update_or_create(
        match_id=match_with_bot(person("bob")).pk,
        seat=1,
        defaults={"set_aside_in": "0.1", "due_at": timezone.now(), "hinted_until": timezone.now()},
    )
    found = upkeep.set_aside(timezone.now())
    assert found.state == NOW
    assert "retry_turns" in found.advice


def test_mails_that_come_back() -> None:
    now, ann = timezone.now(), person("ann")
    mails(97, "sent", ann)
    mails(2, "failed", ann)
    assert upkeep.mails(now).state == FINE  # two may be chance
    Notice.objects.create(user=ann, kind=Notice.Kind.ADDRESS_STOPPED, subject="x", made_at=now)
    found = upkeep.mails(now)
    assert (found.state, [value for _label, value in found.lines]) == (SOON, ["97", "2", "1"])
    mails(10, "failed", ann)
    assert upkeep.mails(now).state == NOW
    assert upkeep.mails(now + 8 * DAY).state == FINE


def test_a_disk_that_fills_up(monkeypatch: pytest.MonkeyPatch) -> None:
    gib = 1024**3
    for free, state in ((50, FINE), (10, SOON), (4, NOW)):
        room = doctor.Room(Path("/srv"), 100 * gib, free * gib)
        monkeypatch.setattr(upkeep, "rooms", lambda room=room: [room])
        found = upkeep.disks(timezone.now())
        assert found.state == state
        assert found.lines[0] == ("Free at /srv", f"{free}.0 GiB of 100.0 GiB")


def dump(folder: Path, age: timedelta, size: int) -> None:
    """A backup of that age and size."""
    path = folder / f"jinya-{age.total_seconds():.0f}-v0.3.0+dev.dump"
    path.write_bytes(b"x" * size)
    made = (timezone.now() - age).timestamp()
    os.utime(path, (made, made))


def test_the_age_of_the_last_backup_and_how_backups_grow(settings: Any, tmp_path: Path) -> None:
    now, settings.BACKUPS = timezone.now(), [tmp_path]
    assert upkeep.backups(now).state == NOW  # there is none
    (tmp_path / "jinya-x.dump.part").write_bytes(b"x")
    (tmp_path / "jinya-1.dump").write_bytes(b"x")  # as 0.1.0 names them
    assert dict(upkeep.backups(now).lines)["Made by version"] == "not known"
    (tmp_path / "jinya-1.dump").unlink()
    dump(tmp_path, 14 * DAY, 2**20)
    assert upkeep.backups(now).state == NOW
    dump(tmp_path, 20 * HOUR, 3 * 2**20)
    assert upkeep.backups(now).state == SOON
    dump(tmp_path, timedelta(minutes=50), 3 * 2**20)
    found = upkeep.backups(now)
    assert (found.state, dict(found.lines)["Its size"]) == (FINE, "3.0 MiB")
    assert dict(found.lines)["Made by version"] == "0.3.0+dev"
    assert dict(upkeep.disks(now).lines)["A backup grows within a week by"] == "1.1 MiB"
    settings.BACKUPS = [tmp_path / "none"]
    assert upkeep.backups(now).state == NOW


def test_a_folder_of_backups_that_cannot_be_read_is_named(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS = [tmp_path / "none"]
    assert f"There is no folder {tmp_path}/none" in upkeep.backups(timezone.now()).advice
    assert len(upkeep.disks(timezone.now()).lines) >= 2
    settings.BACKUPS = [tmp_path]
    assert "no folder" not in upkeep.backups(timezone.now()).advice
    monkeypatch.setattr("os.access", lambda *_asked: False)  # whoever runs this may be root
    assert "the site may not look into it" in upkeep.backups(timezone.now()).advice


RELEASE = "https://code.example/latest"


def test_nobody_is_asked_for_releases_unless_the_operator_wants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outgoing, "_ask", lambda *_args: pytest.fail("asked"))
    assert releases.look_for_release() == ""
    assert upkeep.releases(timezone.now()).state == UNKNOWN


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (b'{"url": "x", "tag_name": "v99.0.1", "name": "1.2.3"}', SOON),
        (b"99.0.1\n", SOON),
        (VERSION.partition("+")[0].encode(), FINE),
        (b"0.0.1", FINE),
        (b"<html>99.0.1</html>", UNKNOWN),
        (b"", UNKNOWN),
    ],
)
def test_a_newer_release_is_told(
    text: bytes, state: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RELEASES = RELEASE
    asked: list[Any] = []

    def answer(*args: Any) -> Any:
        asked.append(args)
        return outgoing.Answer(200), text

    monkeypatch.setattr(outgoing, "_ask", answer)
    releases.look_for_release()
    assert asked == [("GET", RELEASE, None, {})]
    assert upkeep.releases(timezone.now()).state == state
    assert len(asked) == 1  # the page asks nobody


def test_an_address_that_does_not_answer_leaves_what_is_known(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RELEASES = RELEASE
    cache.set(releases.KEY, "99.0.0")
    monkeypatch.setattr(outgoing, "_ask", lambda *_args: (outgoing.Answer(503), b"99.9.9"))
    assert releases.look_for_release() == ""
    assert upkeep.releases(timezone.now()).state == SOON


def test_what_waits_for_moderators() -> None:
    now, ann, judge = timezone.now(), person("ann"), staff("senior")
    assert upkeep.moderation(now).state == FINE
    report = Report.objects.create(suspect=ann, room="talk", opened_at=now - 2 * DAY)
    assert upkeep.moderation(now).state == SOON
    Report.objects.filter(pk=report.pk).update(closed_at=now)
    limit = impose(limit=Limit("mute", "abuse", 3), person=ann, why=why(judge), now=now)
    words = {"ground": "sorry", "happened": "x", "request": "y"}
    appeal(sanction=limit, user=ann, now=now, **words)
    assert upkeep.moderation(now).state == FINE
    Appeal.objects.update(made_at=now - 5 * DAY)
    found = upkeep.moderation(now)
    assert (found.state, found.lines[-1]) == (NOW, ("The oldest, waiting for", "5 d 00:00:00"))


def test_who_came_back() -> None:
    now = timezone.now()
    joined(3, 2 * DAY, 2)
    joined(9, 10 * DAY, 0)
    found = upkeep.people(now)
    assert (found.state, [value for _label, value in found.lines]) == (FINE, ["2 of 3", "0 of 9"])
    joined(1, 10 * DAY, 0)
    assert upkeep.people(now).state == SOON
    joined(1, 10 * DAY, 1)
    joined(1, 10 * DAY, 1)
    assert upkeep.people(now).state == FINE


def test_only_operators_see_the_page_in_words_and_signs() -> None:
    person_who = browser(person("ann"))
    assert person_who.get(PAGE).status_code == 302
    for role in ("helper", "moderator", "senior"):
        assert browser(staff(role)).get(PAGE).status_code == 403
    client = browser(staff("operator"))
    page = client.get(PAGE).content.decode()
    assert page.count('class="finding ') == 8
    assert page.count('<span aria-hidden="true">✓</span> fine') >= 5
    assert 'href="/admin/upkeep/"' in client.get("/admin/").content.decode()
    assert client.post(PAGE).status_code == 405


def statements() -> list[str]:
    """What the page asks of the database."""
    with CaptureQueriesContext(
        connection,
    ) as asked:
        upkeep.findings(timezone.now())
    return [query["sql"] for query in asked.captured_queries]


def test_no_number_of_rows_changes_what_is_asked() -> None:
    few = statements()
    ann = person("ann")
    mails(60, "sent", ann)
    joined(20, 10 * DAY, 5)
    joined(20, 2 * DAY, 5)
    for other in User.objects.filter(name__startswith="new"):
        Report.objects.create(suspect=other, room="talk", opened_at=timezone.now())
    assert len(statements()) == len(few) <= 14


LARGE = ("accounts_user", "accounts_trace", "notices_notice", "notices_delivery", "match_")
"""The beginnings of names of tables that grow with people and matches."""


def test_no_table_that_grows_is_read_as_a_whole() -> None:
    for sql in statements():
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute(f"EXPLAIN {sql}")
                plan = [str(row[0]) for row in cursor.fetchall() if "Seq Scan" in str(row[0])]
            else:
                cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
                plan = [str(row[3]) for row in cursor.fetchall() if str(row[3]).startswith("SCAN")]
        read = [line for line in plan if any(name in line for name in LARGE)]
        assert [line for line in read if "match_househealth" not in line] == [], sql


def test_the_page_speaks_japanese() -> None:
    with translation.override("ja"):
        parts = [each.part for each in upkeep.findings(timezone.now())]
    assert all(not part.isascii() for part in parts)
