"""SQL is Django's to write. What we write by ourselves stands in few places, each with its twin."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.sign_in.sessions import read_with_user
from games.match.referee import table
from games.match.sealed import SealedPly, SealedPosition
from games.notices.models import Notice
from games.notices.services.notifying import mark_read
from tests.kit.builders import LONGER_MATE, match_between, person, play, south

ROOT = Path(__file__).parent.parent
RAW = re.compile(r"RawSQL\(|\.cursor\(\)|\.raw\(|\.extra\(")
WRITTEN = {
    "accounts/sign_in/sessions.py": "read_with_user, below",
    "config/health.py": "asks for 1, and for no table",
    "config/upkeep.py": "asks for the size of the database, and for no table",
    "games/management/doctor.py": "asks for the time, and for no table",
    "games/match/referee/table.py": "with_lately, below",
    "games/notices/services/notifying.py": "mark_read, below",
    "queues/prepared.py": "what Django has written, sent again",
    "queues/schema.py": "which columns there are is no question for models",
    "queues/transactions.py": "settings of the connection",
}


def test_where_sql_is_written() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("accounts", "config", "games", "queues")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts and RAW.search(path.read_text())
    }
    assert found == set(WRITTEN)


@pytest.mark.django_db
def test_marking_as_read_is_the_update_django_would_make() -> None:
    match, other = (match_between(person(), person()) for _each in range(2))
    reader, before = south(match), timezone.now()
    rows = [(reader, match), (reader, other), (person(), match), (reader, None)]
    Notice.objects.all().delete()
    for number, (user, about) in enumerate(rows):
        Notice.objects.create(
            user=user, match=about, kind="talk", subject=str(number), made_at=before
        )
    seen = Notice.objects.create(
        user=reader, match=match, kind="over", made_at=before, read_at=before
    )
    twin = Notice.objects.filter(user=reader, match=match, read_at__isnull=True)
    expected = set(twin.values_list("pk", flat=True))
    now = before + timedelta(hours=1)
    assert mark_read(reader.pk, match, now) == len(expected) == 1
    marked = Notice.objects.filter(read_at=now)
    assert set(marked.values_list("pk", flat=True)) == expected
    seen.refresh_from_db()
    assert seen.read_at != now


@pytest.mark.django_db
def test_the_last_plies_are_those_django_would_read() -> None:
    match = match_between(person(), person())
    play(match, *LONGER_MATE[:6])
    (position,) = table.with_lately(SealedPosition.objects.filter(match=match))
    since = position.plies - table.LATELY
    plies = SealedPly.objects.filter(match=match, number__gte=since).order_by("number", "seat")
    twin = [(ply.number, ply.events, ply.seat) for ply in plies]
    assert [(number, events, seat) for number, events, seat, _at in position.lately] == twin
    moments = [datetime.fromisoformat(str(at)) for *_ply, at in position.lately]
    zone = timezone.get_current_timezone()
    found = [at if at.tzinfo else timezone.make_aware(at, zone) for at in moments]
    assert found == [ply.made_at for ply in plies]


@pytest.mark.django_db
@pytest.mark.parametrize("minutes", [-1, 1])
def test_session_and_user_are_those_django_would_read(minutes: int) -> None:
    user, now = person(), timezone.now()
    Session.objects.create(
        session_key="one", session_data="sealed", expire_date=now + timedelta(minutes=minutes)
    )
    SignIn.objects.create(user=user, session_key="one", since=now, seen_at=now)
    twin = Session.objects.filter(session_key="one", expire_date__gt=now).first()
    whose = User.objects.get(sign_ins__session_key="one")
    expected = None if twin is None else (twin.session_data, whose)
    assert read_with_user("one", now) == expected
    assert read_with_user("two", now) is None
