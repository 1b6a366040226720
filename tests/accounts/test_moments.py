"""Dates are written in one place, in the reader's time zone and language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.common.dates import day_text, exact_text, moment_text, when
from accounts.common.zones import zone_or_utc

ROOT = Path(__file__).parents[2]
MOMENT = datetime(2026, 11, 20, 12, 0, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "short", "year_after", "day", "exact"),
    [
        (
            *("en", "Fri 20 Nov, 21:00", "Fri 20 Nov 2026, 21:00"),
            *("Fri 20 Nov 2026", "Fri 20 Nov 2026, 21:00:05 UTC+09:00"),
        ),
        (
            *("ja", "11月20日(金) 21:00", "2026年11月20日(金) 21:00"),
            *("2026年11月20日(金)", "2026年11月20日(金) 21:00:05 UTC+09:00"),
        ),
    ],
)
def test_the_forms(language: str, short: str, year_after: str, day: str, exact: str) -> None:
    with translation.override(language), timezone.override(zone_or_utc("Asia/Tokyo")):
        with time_machine.travel(MOMENT, tick=False):
            assert moment_text(MOMENT) == short
        with time_machine.travel(MOMENT + timedelta(days=60), tick=False):
            assert moment_text(MOMENT) == year_after
        assert day_text(MOMENT) == day
        assert exact_text(MOMENT) == exact
        assert f'<time datetime="2026-11-20T21:00:05+09:00" title="{exact}">' in when(MOMENT)


def test_a_reader_without_a_zone_is_told_which_it_is() -> None:
    with (
        translation.override("en"),
        timezone.override("UTC"),
        time_machine.travel(MOMENT, tick=False),
    ):
        assert moment_text(MOMENT) == "Fri 20 Nov, 12:00 UTC"


BY_HAND = re.compile(
    r"\|\s*(date|time|timesince|timeuntil|naturaltime|naturalday)\b|\{% now "  # filters
    r"|strftime|\b(date|time)_format\(|:%[YmdHMSabBjz]"  # code
)
FOR_MACHINES = {
    "accounts/preferences/forms.py",  # what a browser's own field reads
    "accounts/common/zones.py",  # an offset
    "config/logs.py",
    "games/endpoints/presenters/ics.py",  # RFC 5545
    "games/endpoints/services/bots.py",  # kept in JSON, and sent in it
    "games/programs/addresses.py",  # read from that
    "games/ladders/presenters/files.py",  # ISO 8601
    "games/match/changes/overtime.py",  # a key
    "games/match/changes/pausing.py",  # a key
    "games/match/changes/takebacks.py",  # a key
    "games/notices/choices.py",  # kept with a user's choices
    "games/notices/presenters/mails.py",  # the name of a mail
    "games/notices/services/bounces.py",  # a key
    "games/notices/services/testing.py",  # a key
    "config/well_known.py",  # RFC 9116
    "games/moderation/selectors/published.py",  # a key
    "games/notices/services/notifying.py",  # a key
    "games/record/presenters.py",  # docs/records.md
    "games/tournaments/forms.py",  # likewise
    "games/tournaments/presenters/files.py",  # TRF16
    "games/vacation/forms.py",  # what a browser's own field reads
}


def test_nothing_else_writes_dates() -> None:
    places = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.txt")]
    places += [
        path for top in ("accounts", "config", "games") for path in (ROOT / top).rglob("*.py")
    ]
    found = {str(path.relative_to(ROOT)) for path in places if BY_HAND.search(path.read_text())}
    assert found == {"accounts/common/dates.py", *FOR_MACHINES}
