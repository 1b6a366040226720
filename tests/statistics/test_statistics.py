"""The site's numbers: right, and about nobody."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.match.models import Match
from games.statistics.models import Week
from games.statistics.selectors import WEEKS, last_weeks, publishable, published_figures
from games.statistics.services import count_weeks, pace_of
from tests.kit.browsing import browser
from tests.kit.builders import match_between, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]

NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
LAST = date(2026, 11, 16)
THEN = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def ended(number: int, at: datetime = THEN, **values: object) -> None:
    """Let *number* matches between two people have ended."""
    pair = person(), person()
    made = [match_between(*pair).pk for _number in range(number)]
    end = {"status": "finished", "ended_at": at, "ended_how": "resignation"}
    Match.objects.filter(pk__in=made).update(**end | values)


def week(first: date, number: int, *, people: int = 9, game: str = "gungi") -> Week:
    counted = [[game, "live", "resignation", number]]
    return Week.objects.create(first=first, people=people, ended=counted, counted_at=NOW)


def test_a_whole_week_is_counted_once_it_is_over() -> None:
    ended(2)
    ended(1, THEN + timedelta(days=7) - timedelta(seconds=1), time_control="none")
    ended(1, THEN + timedelta(days=7))
    ended(1, status="active", ended_at=None)
    ended(1, hidden_at=NOW)
    ended(1, annulled_at=NOW)
    ended(1, status="aborted")
    assert count_weeks(NOW) == WEEKS
    row = Week.objects.get(first=LAST)
    assert row.people == 4
    assert sorted(row.ended) == [
        ["xiongqi", "days", "resignation", 2], ["xiongqi", "none", "resignation", 1]
    ]  # fmt: skip
    assert not Week.objects.filter(first__gt=LAST).exists()


def test_what_may_have_changed_is_counted_anew_and_what_is_old_goes() -> None:
    ended(1)
    count_weeks(NOW)
    Match.objects.update(annulled_at=NOW)
    assert count_weeks(NOW) == 2
    assert Week.objects.get(first=LAST).ended == []
    count_weeks(NOW + timedelta(weeks=3))
    assert Week.objects.count() == WEEKS
    assert Week.objects.earliest("first").first == last_weeks(NOW + timedelta(weeks=3))[0]


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ({"a": 9, "b": 5}, {"a": 9, "b": 5}),
        ({"a": 9, "b": 4, "c": 7}, {"a": 9, "b": None, "c": None}),
        ({"a": 9, "b": 4, "c": 0}, {"a": 9, "b": None, "c": None}),
        ({"a": 1}, {"a": None}),
    ],
)
def test_no_small_number_is_told_or_follows_from_others(
    counts: dict[str, int], shown: dict[str, int | None]
) -> None:
    assert publishable(counts) == shown


def test_figures_are_added_up_over_the_year() -> None:
    week(LAST, 20)
    week(LAST - timedelta(weeks=1), 30, people=4)
    week(LAST - timedelta(weeks=WEEKS), 99)
    found = published_figures(NOW)
    assert [*found.matches.values()] == [30, 20]
    assert [*found.people.values()] == [None, 9]
    assert found.games == {"gungi": 50}
    assert found.endings["resignation"] == {"live": 50, "days": None, "none": None}


@pytest.mark.parametrize(
    ("clock", "pace"),
    [("live5", "live"), ("relaxed.n", "days"), ("none", "none"), ("own-60-1-60", "live")],
)
def test_paces(clock: str, pace: str) -> None:
    assert pace_of(clock) == pace


def test_the_page_draws_and_lists_the_same_and_reads_two_tables(
    django_assert_max_num_queries: Any,
) -> None:
    first = last_weeks(timezone.now())[-1]
    week(first, 20, people=2)
    html = browser().get("/statistics/").content.decode()
    assert html.count('<td class="number">20</td>') == 3, "the week, the game, the ending"
    assert "v-100h7" in html
    assert "fewer than 5" in html
    with django_assert_max_num_queries(2):
        browser().get("/statistics/")


def test_an_empty_house_says_so() -> None:
    assert "Nothing here yet" in browser().get("/statistics/").content.decode()
