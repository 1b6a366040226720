"""Ratings made anew after a ruling are a debt; paid, they are what a recount from scratch makes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.match.changes import ending
from games.match.changes.followers import Change, Kind
from games.match.models import Match
from games.ratings import recounts
from games.ratings.models import Rating, RatingEvent, Recount
from games.ratings.recounts import pay_recounts
from games.ratings.services import rate_match, recompute
from games.tasks import pay_recounts as pay_by_task
from tests.kit.browsing import browser
from tests.kit.builders import NOON, match_between, person, play
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
NAMES = ("anna", "bert", "cleo", "dora")


def ended(number: int, names: Sequence[str], winner: int) -> Match:
    """A rated match that has been played to its end, and counts."""
    south, north = (User.objects.get(name=name) for name in names)
    made = match_between(south, north, rated=True)
    results = ["won", "lost"] if winner == 0 else ["lost", "won"]
    for player, result in zip(made.players.order_by("seat"), results, strict=True):
        player.result = result
        player.save(update_fields=["result"])
    made.status, made.ended_how = "finished", "resignation"
    made.ended_at = NOON + timedelta(days=number)
    made.save(update_fields=["status", "ended_how", "ended_at"])
    tell(made, Kind.OVER)
    return made


def tell(match: Match, kind: Kind) -> None:
    rate_match(Change(kind, match, list(match.players.order_by("seat")), (), NOON))


def annul(match: Match) -> None:
    match.annulled_at = match.ended_at
    match.save(update_fields=["annulled_at"])
    tell(match, Kind.ANNULLED)


@pytest.fixture
def season() -> list[Match]:
    """Twenty matches between four people, in an order of chance."""
    for name in NAMES:
        person(name)
    dice = random.Random(5)
    return [ended(number, dice.sample(NAMES, 2), dice.randrange(2)) for number in range(20)]


def numbers() -> set[tuple[object, ...]]:
    rows = Rating.objects.values_list("user__name", "rating", "deviation", "matches", "rated_at")
    events = RatingEvent.objects.values_list("match_id", "seat", "rating_before", "rating")
    return {*rows, *events}


@pytest.mark.parametrize("batch", [1, 3, 200])
def test_what_the_worker_comes_to_is_what_a_recount_from_scratch_does(
    season: list[Match], monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(recounts, "BATCH", batch)
    annul(season[4])
    annul(season[11])  # while the first is still owed
    assert Recount.objects.count() == 1
    stale = numbers()
    pay_by_task()
    paid = numbers()
    assert paid != stale
    assert not Recount.objects.exists()
    assert recompute() == 0
    assert numbers() == paid


def test_a_match_that_ends_while_a_recount_is_owed_is_made_anew_too(season: list[Match]) -> None:
    annul(season[2])
    ended(30, ("anna", "bert"), 0)
    pay_recounts()
    assert recompute() == 0


def test_an_annulled_match_comes_back_as_the_last(season: list[Match]) -> None:
    annul(season[2])
    season[2].annulled_at = None
    season[2].save(update_fields=["annulled_at"])
    tell(season[2], Kind.RESTORED)
    pay_recounts()
    assert RatingEvent.objects.latest("pk").match == season[2]
    assert recompute() == 0


def test_the_newest_match_leaves_no_debt(season: list[Match]) -> None:
    annul(season[-1])
    assert not Recount.objects.exists()
    assert recompute() == 0


def test_a_ruling_costs_the_same_however_many_matches_came_after(season: list[Match]) -> None:
    def statements(match: Match) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            annul(match)
        return len(asked)

    late = statements(season[-2])
    pay_recounts()
    assert statements(season[0]) <= late


def test_a_batch_that_is_cut_off_is_made_again(
    season: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recounts, "BATCH", 3)
    annul(season[0])
    assert pay_recounts(batches=2) == 2
    real = recounts._settle

    def killed(owners: dict[int, Rating], last: int) -> None:
        real(owners, last)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(recounts, "_settle", killed)
        pay_recounts()
    pay_recounts()
    assert recompute() == 0


def resigned(day: int) -> Match:
    """A rated match that was really begun and given up."""
    anna, bert = (User.objects.get(name=name) for name in NAMES[:2])
    made = match_between(anna, bert, rated=True)
    play(made, "e3e4", "e6e5")
    ending.resign(uid=made.uid, user=anna, now=NOON + timedelta(days=day))
    made.refresh_from_db()
    return made


@pytest.mark.parametrize("action", ["annul", "restore", "reopen"])
def test_looking_at_a_ruling_costs_the_same_however_many_matches_came_after(
    action: str,
) -> None:
    for name in NAMES:
        person(name)
    first = resigned(1)
    for number in range(2, 12):
        ended(number, ("anna", "bert"), number % 2)
    last = resigned(12)
    if action == "restore":
        for match in (first, last):
            annul(match)
        pay_recounts()
    senior = browser(staff("senior"))

    def statements(match: Match) -> int:
        with CaptureQueriesContext(connection) as asked:
            page = senior.get(f"/admin/moderation/report/match/{match.uid}/rule/?verb={action}")
        assert page.status_code == 200
        return len(asked)

    statements(last)  # what is kept from the first look on
    before = numbers()
    assert statements(first) <= statements(last) + 2  # the debt is noted, and undone
    assert numbers() == before
    assert not Recount.objects.exists()
