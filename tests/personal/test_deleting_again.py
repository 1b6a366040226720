"""After a restore, what was deleted since the dump is deleted again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.match.models import Match
from games.personal import services
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person
from tests.running import ROOT

pytestmark = pytest.mark.django_db
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="made there")


def delete_again(path: Path, listed_at: datetime, *accounts: tuple[User, datetime | None]) -> None:
    """What `bin/jinya restore` does with a list of those *accounts*."""
    rows = [
        {"id": user.pk, "joined": f"{user.date_joined:%FT%T.%f%z}", "leaves_at": at and f"{at}"}
        for user, at in accounts
    ]
    listed = path / "jinya.deletions"
    listed.write_text(json.dumps({"listed_at": f"{listed_at}", "accounts": rows}))
    call_command("delete_again", str(listed), verbosity=0)


def test_who_was_deleted_since_the_dump_goes_again(tmp_path: Path) -> None:
    ann = person("ann", email="ann@jinya.example")
    match = match_between(ann, person("bob"))
    delete_again(tmp_path, timezone.now(), (ann, None))
    ann.refresh_from_db()
    assert (ann.is_active, ann.email) == (False, "")
    assert ann.name.startswith("gone-")
    assert Match.objects.get(pk=match.pk).ended_at
    assert User.objects.get(name="bob").is_active


def test_sessions_no_key_reads_end_without_an_alarm(
    tmp_path: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    ann = person("ann")
    assert browser(ann).session.session_key
    settings.PROCESS, settings.SECRET_KEY = "migrate", "of a restore" * 5
    delete_again(tmp_path, timezone.now(), (ann, None))
    assert not Session.objects.exists()
    assert [record.name for record in caplog.records if "Suspicious" in record.name] == []


def test_who_asked_to_leave_since_the_dump_leaves_at_their_time(tmp_path: Path) -> None:
    ann, leaves_at = person("ann"), timezone.now() + timedelta(days=3)
    delete_again(tmp_path, timezone.now(), (ann, leaves_at))
    ann.refresh_from_db()
    assert (ann.is_active, ann.leaves_at) == (True, leaves_at)


def test_who_has_stayed_since_the_dump_stays(tmp_path: Path) -> None:
    then = timezone.now() - timedelta(days=20)
    ann, bob = person("ann"), person("bob")
    services.ask_to_leave(ann, then)
    services.ask_to_leave(bob, then + timedelta(days=19))
    delete_again(tmp_path, then + timedelta(days=1))
    ann.refresh_from_db()
    bob.refresh_from_db()
    assert (ann.is_active, ann.leaves_at) == (True, None)
    assert bob.leaves_at, "who asked after the list was made is not on it"


def test_an_id_given_to_somebody_else_is_not_theirs(tmp_path: Path) -> None:
    ann = person("ann")
    listed = User(pk=ann.pk, date_joined=ann.date_joined - timedelta(seconds=1))
    delete_again(tmp_path, timezone.now(), (listed, None))
    ann.refresh_from_db()
    assert ann.is_active


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"listed_at": "now", "accounts": []}'])
def test_what_is_no_list_is_refused(tmp_path: Path, text: str) -> None:
    listed = tmp_path / "jinya.deletions"
    listed.write_text(text)
    with pytest.raises(CommandError, match="is no list of deletions"):
        call_command("delete_again", str(listed))


@on_postgresql
def test_the_list_beside_a_dump_names_who_is_gone_and_who_goes(tmp_path: Path) -> None:
    now = timezone.now()
    gone, leaves, _stays = person("ann"), person("bob"), person("carl")
    services.ask_to_leave(gone, now - services.GRACE)
    services.ask_to_leave(leaves, now)
    services.erase_due(now)
    User.objects.filter(pk=person("gone-fishing").pk).update(is_active=False)
    with connection.cursor() as cursor:
        cursor.execute((ROOT / "deploy/deletions.sql").read_text())
        (found,) = cursor.fetchone()
    assert [account["id"] for account in found["accounts"]] == [gone.pk, leaves.pk]
    User.objects.filter(pk=gone.pk).update(is_active=True)  # as it was at an older dump
    User.objects.filter(pk=leaves.pk).update(leaves_at=None)
    listed = tmp_path / "jinya.deletions"
    listed.write_text(json.dumps(found))
    call_command("delete_again", str(listed), verbosity=0)
    gone.refresh_from_db()
    leaves.refresh_from_db()
    assert not gone.is_active
    assert leaves.leaves_at == now + services.GRACE
