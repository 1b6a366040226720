"""What everybody may know of the moderators' work: whole months, without names or small numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.match.models import Match
from games.moderation.models import ModAction, Report, ReportAtom
from games.moderation.presenters.published import kind_names, present_months
from games.moderation.presenters.words import verb_name
from games.moderation.selectors.published import KINDS, MONTHS, published_months
from games.moderation.services.actions import ACTIONS
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person, south
from tests.moderation.test_reports import MANY

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
OCTOBER = datetime(2026, 10, 31, 23, 59, tzinfo=UTC)


@pytest.fixture
def match() -> Match:
    return match_between(person("planted-suspect"), person("planted-teller"))


def closed(match: Match, number: int, *, at: datetime = OCTOBER, hours: int = 5) -> None:
    """So many reports with an answer after *hours* of waiting."""
    opened = at - timedelta(hours=hours)
    rows = Report.objects.bulk_create(
        Report(suspect=south(match), room="play", opened_at=opened, closed_at=at, outcome="acted")
        for _one in range(number)
    )
    ReportAtom.objects.bulk_create(
        ReportAtom(
            report=row, reporter=south(match), match=match, category="throwing", made_at=opened
        )
        for row in rows
    )


def done(verb: str, number: int, at: datetime = OCTOBER, **after: str) -> None:
    actor = User.objects.filter(name="planted-staff").first() or person("planted-staff")
    ModAction.objects.bulk_create(
        ModAction(actor=actor, verb=verb, reason="report", after=after, made_at=at)
        for _one in range(number)
    )


def month(number: int = 0) -> dict[str, str]:
    """What the page says of a month, the last whole one first."""
    cache.clear()
    found = present_months(published_months(NOW))[number]
    return {**dict(found.lines), "rest": found.rest}


def test_whole_months_are_counted_in_utc(match: Match) -> None:
    closed(match, 6)
    closed(match, 5, at=OCTOBER + timedelta(minutes=1), hours=0)
    assert month()["Reports made"] == "6"
    cache.clear()
    found = published_months(NOW)
    assert [row["month"][:7] for row in found[:2]] == ["2026-10", "2026-09"]
    assert len(found) == MONTHS
    assert published_months(datetime(2026, 12, 1, tzinfo=UTC))[0]["reports"] == 5


def test_fewer_than_five_are_not_told(match: Match) -> None:
    closed(match, 4)
    done("sanction-suspend", 4)
    assert month() == {"rest": "Fewer than 5 of each."}, "nor what there was none of"
    done("sanction-suspend", 5, OCTOBER - timedelta(days=31))
    assert month() == {"rest": "Fewer than 5 of each."}
    some = {"Accounts suspended": "5", "rest": "Of everything else: fewer than 5."}
    assert month(1) == some
    assert len(present_months(published_months(NOW))) == 2


def test_the_median_is_of_the_hours_until_the_answer(match: Match) -> None:
    for hours in (1, 2, 7, 90, 91):
        closed(match, 1, hours=hours)
    assert month()["Time until the answer, median"] == "7 hours"


def test_appeals_that_were_granted_are_told(match: Match) -> None:
    done("appeal-answered", 5, outcome="upheld")
    done("appeal-answered", 4, outcome="denied")
    assert month()["Appeals answered"] == "9"
    assert month()["Appeals granted"] == "5"


def test_every_verb_is_counted_in_one_kind() -> None:
    counted = [verb for verbs in KINDS.values() for verb in verbs]
    assert len(counted) == len(set(counted))
    assert set(KINDS) == set(kind_names())
    assert all(verb_name(verb) != verb for verb in counted), "the log knows them all"
    sanctions = {
        f"sanction-{kind}" for kind in ("warn", "mute", "unrated", "no-new", "suspend", "close")
    }
    assert sanctions <= set(counted)
    undone = {"resume", "open-talk", "show"}
    actions = {f"match-{action}" for action in set(ACTIONS) - undone}
    assert {verb for verb in counted if verb.startswith("match-")} == actions


def test_the_page_names_nobody_and_is_for_everybody(match: Match) -> None:
    closed(match, 5)
    done("sanction-warn", 5)
    cache.clear()
    answer = browser().get("/fair-play/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "planted" not in html
    assert "Of everything else: fewer than 5." in html
    for path in ("/rules/", "/fair-play/"):
        assert 'href="/fair-play/"' in browser().get(path).content.decode()


def test_more_reports_take_no_more_statements(match: Match) -> None:
    counted = []
    for number in (10, MANY):
        closed(match, number)
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            published_months(NOW)
        counted.append(len(captured))
    assert counted == [4, 4]
    with CaptureQueriesContext(connection) as captured:
        published_months(NOW)
    assert len(captured) == 0, "an hour long it is remembered"
