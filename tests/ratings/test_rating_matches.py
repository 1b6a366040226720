"""Every rated match counts once; what is recomputed from scratch is the same to the last digit."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby.services.pairing import begin_between
from games.match.changes import deadlines, ending
from games.match.changes.followers import Change, Kind
from games.match.clocks.controls import MENU
from games.match.models import Match, Player
from games.match.status import Status
from games.ratings.models import Rating, RatingEvent
from games.ratings.pools import FLOOR_MATCHES, Pool, pace_of
from games.ratings.selectors import (
    leaders,
    rating_history,
    rating_of,
    reliability_of,
)
from games.ratings.services import rate_match, recompute
from games.ratings.spread import median_of, with_durations
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, guest, house_was_up, match_with_bot, person, play, terms

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
POOL = Pool("xiongqi", "slow")


def begun(one, other, *, now=NOON, **changes):
    wanted = terms(**{"rated": True, **changes})
    return begin_between(one, other, wanted, present=other, now=now)


def resigned(match, user, now=NOON):
    play(match, "e3e4", "e6e5", now=now)
    ending.resign(uid=match.uid, user=user, now=now)


def numbers():
    fields = ("pk", "rating", "deviation", "volatility", "matches", "rated_at")
    events = RatingEvent.objects.values_list("match_id", "seat", "rating_before", "rating")
    return sorted(Rating.objects.values_list(*fields)), sorted(events)


def shown(user, now=NOON):
    return rating_of(user.pk, POOL, now)


def test_a_rated_match_moves_both_ratings_once(ann, bob) -> None:
    match = begun(ann, bob)
    resigned(match, bob)
    assert (shown(ann).rating, shown(bob).rating) == (1662, 1338)
    assert shown(ann).is_provisional
    assert RatingEvent.objects.filter(match=match).count() == 2
    before = numbers()
    match.refresh_from_db()
    players = list(match.players.all())
    rate_match(Change(Kind.OVER, match, players, players, NOON))
    assert numbers() == before


@pytest.mark.parametrize("changes", [{"rated": False}, {"rated": True, "time_control": "none"}])
def test_a_casual_match_and_one_without_a_clock_count_for_nothing(ann, bob, changes) -> None:
    resigned(begun(ann, bob, **changes), ann)
    assert not Rating.objects.exists()


def test_a_cancelled_match_counts_for_nothing(ann, bob) -> None:
    match = begun(ann, bob)
    late = NOON + 4 * DAY
    house_was_up(NOON, late)
    assert deadlines.flag_if_overdue(uid=match.uid, now=late)
    match.refresh_from_db()
    assert match.status == Status.ABORTED
    assert not RatingEvent.objects.exists()


def test_only_the_first_loss_on_time_of_an_absence_counts(ann, bob) -> None:
    matches = [begun(ann, user) for user in (bob, person("cid"), person("dan"))]
    for match in matches:
        play(match, "e3e4", "e6e5")
    late = NOON + 11 * DAY
    house_was_up(NOON, late)
    for match in matches[:2]:
        assert deadlines.flag_if_overdue(uid=match.uid, now=late)
    assert list(RatingEvent.objects.filter(seat=0).values_list("counts", flat=True)) == [
        True,
        False,
    ]
    assert shown(ann).matches == 1
    second = matches[1]
    sentence = "It does not count for ratings: you had lost another match on time"
    assert sentence in BoardPage(second, ann).html()
    assert sentence not in BoardPage(matches[0], ann).html()
    assert "It does not count for ratings: ann had lost" in BoardPage(second).html()
    back = begun(ann, bob, now=late)
    play(back, "e3e4", now=late)
    assert deadlines.flag_if_overdue(uid=matches[2].uid, now=late)
    assert shown(ann).matches == 2


def test_bots_are_rated_apart(ann) -> None:
    match = match_with_bot(ann)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    assert set(Rating.objects.values_list("user", "bot", "versus")) == {
        (ann.pk, "", "bots"),
        (None, "easy", "bots"),
    }
    assert shown(ann).matches == 0


# From scratch


def simulated(count, people, *, seed=7):
    """*count* ended matches as bare rows, each told to the follower as its end would be."""
    chance = random.Random(seed)
    for number in range(count):
        at = NOON + timedelta(minutes=37 * number)
        match = Match.objects.create(
            game="xiongqi",
            rules_version=1,
            time_control="relaxed",
            rated=True,
            status=Status.FINISHED,
            created_at=at,
            started_at=at,
            ended_at=at,
            ended_how="checkmate",
        )
        one, other = chance.sample(people, 2)
        result = chance.choice([("won", "lost"), ("lost", "won"), ("drawn", "drawn")])
        players = Player.objects.bulk_create(
            Player(match=match, seat=seat, user=user, result=won)
            for seat, (user, won) in enumerate(zip((one, other), result, strict=True))
        )
        rate_match(Change(Kind.OVER, match, players, players, at))


def test_ratings_from_scratch_agree_to_the_last_digit() -> None:
    """Some hundreds here; `JINYA_RATED_MATCHES=10000` takes a minute."""
    import os

    simulated(int(os.environ.get("JINYA_RATED_MATCHES", "240")), [person() for _n in range(20)])
    before = numbers()
    assert recompute() == 0
    assert numbers() == before
    Rating.objects.update(rating=1.5)
    RatingEvent.objects.update(rating=2.5, rating_before=3.5)
    assert recompute() > 0
    assert numbers() == before


def test_an_annulled_match_drops_out_and_a_missed_one_comes_in(ann, bob, capsys) -> None:
    first, second = begun(ann, bob), begun(bob, ann)
    resigned(first, ann)
    before = numbers()
    resigned(second, ann)
    Match.objects.filter(pk=second.pk).update(status=Status.ABORTED)
    call_command("recompute_ratings")
    assert "numbers differ" in capsys.readouterr().out
    assert numbers() == before
    RatingEvent.objects.all().delete()
    call_command("recompute_ratings")
    assert [row[1:4] for row in numbers()[0]] == [row[1:4] for row in before[0]]


def test_what_was_played_as_a_guest_counts_for_nothing_later() -> None:
    visitor = guest()
    match = match_with_bot(visitor)
    ending.resign(uid=match.uid, user=visitor, now=NOON)
    visitor.is_guest, visitor.name = False, "gail"
    visitor.save()
    assert recompute() == 0
    assert not RatingEvent.objects.exists()


# What is told


def test_the_deviation_grows_while_nobody_plays(ann, bob) -> None:
    resigned(begun(ann, bob), bob)
    assert shown(ann, NOON + 300 * DAY).deviation > shown(ann).deviation


def test_a_leaderboard_has_floors(ann, bob) -> None:
    for user, rating, matches, deviation in (
        (ann, 1800, FLOOR_MATCHES, 80),
        (bob, 1900, FLOOR_MATCHES - 1, 80),
        (person("cid"), 2000, FLOOR_MATCHES, 200),
        (person("dan"), 1700, 40, 60),
    ):
        Rating.objects.create(
            user=user,
            **POOL._asdict(),
            rating=rating,
            deviation=deviation,
            matches=matches,
            rated_at=NOON,
        )
    assert [(line.place, line.name) for line in leaders(POOL, NOON)] == [(1, "ann"), (2, "dan")]
    assert leaders(POOL, NOON + 3650 * DAY) == []
    type(ann).objects.filter(name="ann").update(is_active=False)
    assert [line.name for line in leaders(POOL, NOON)] == ["dan"]


def test_the_history_tells_each_match_that_counted(ann, bob) -> None:
    match = begun(ann, bob)
    resigned(match, bob)
    with CaptureQueriesContext(connection) as captured:
        rating_history(ann.pk, POOL)
    [last] = re.findall(r"IN \((SELECT.* LIMIT \d+)\)", captured[0]["sql"])
    assert "counts" not in last  # or all of them were read, however many there are
    assert [(p.rating, p.change, p.match_uid) for p in rating_history(ann.pk, POOL)] == [
        (1662, 162, match.uid)
    ]
    page = browser().get("/people/ann/").content.decode()
    assert '<td class="number">1662</td><td class="number">+162</td><td><a href="' in page
    assert f'<a href="/matches/{match.uid}/">Board</a></td></tr>' in page


def test_a_pace_follows_from_the_clock() -> None:
    slow = {"relaxed", "steady", "brisk", "days1", "days2", "days3", "days7", "days14"}
    paces = {slug: pace_of(slug) for slug in (*MENU, "bullet")}
    assert {slug for slug, pace in paces.items() if pace == "slow"} == slow
    assert {slug for slug, pace in paces.items() if pace == "live"} == {"live5", "live15", "live30"}


# Reliability


def test_turns_are_counted_when_the_match_is_over(ann, bob) -> None:
    match = begun(ann, bob)
    hours = iter(range(1, 9))
    at = NOON
    for moves in (["e3e4"], ["e6e5"], ["d3d4"]):
        at += timedelta(hours=next(hours))
        play(match, *moves, now=at)
    assert reliability_of([ann.pk, bob.pk]) == {}
    ending.resign(uid=match.uid, user=bob, now=at)
    found = reliability_of([ann.pk, bob.pk])
    assert (found[ann.pk].asked, found[ann.pk].answered) == (2, 2)
    assert found[bob.pk].median_seconds == pytest.approx(2 * 3600, rel=0.06)


def test_a_turn_that_was_let_pass_is_asked_and_not_answered(ann, bob) -> None:
    match = begun(ann, bob)
    play(match, "e3e4", "e6e5")
    late = NOON + 11 * DAY
    house_was_up(NOON, late)
    deadlines.flag_if_overdue(uid=match.uid, now=late)
    found = reliability_of([ann.pk, bob.pk])
    assert (found[ann.pk].asked, found[ann.pk].answered) == (2, 1)
    assert (found[bob.pk].asked, found[bob.pk].answered) == (1, 1)


def test_matches_with_bots_and_without_clocks_tell_nothing(ann, bob) -> None:
    resigned(begun(ann, bob, rated=False, time_control="none"), ann)
    match = match_with_bot(ann)
    ending.resign(uid=match.uid, user=ann, now=NOON)
    assert reliability_of([ann.pk, bob.pk]) == {}


def test_the_median_is_known_to_a_tenth() -> None:
    spread = with_durations({}, [1, 50, 1000, 5000, 9000])
    assert median_of(spread) == pytest.approx(1000, rel=0.06)
    assert median_of({}) is None
