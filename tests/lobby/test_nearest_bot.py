"""The house bot that is a fair opponent, and how strong the bots are said to be."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.lobby.models import Seek
from games.lobby.selectors.bots import nearest_bot
from games.lobby.services.seeks import POPULATION_WAITS, SeekRequest, open_seek, sweep_seeks
from games.match.models import Match
from games.match.terms.opening import Terms
from games.ratings.models import Rating
from tests.kit.browsing import browser
from tests.kit.builders import NOON

pytestmark = pytest.mark.django_db


def rated(rating: int, *, user: User | None = None, bot: str = "", versus: str = "bots") -> None:
    Rating.objects.create(
        user=user,
        bot=bot,
        game="xiongqi",
        pace="slow",
        versus=versus,
        rating=rating,
        deviation=60,
        matches=30,
        rated_at=NOON,
    )


@pytest.mark.parametrize(
    ("rating", "level"), [(900, "easy"), (1299, "easy"), (1450, "medium"), (1900, "strong")]
)
def test_it_is_the_one_nearest_to_ones_rating(ann: User, rating: int, level: str) -> None:
    assert nearest_bot(ann.pk, "xiongqi", "relaxed", NOON) == "easy"
    rated(rating, user=ann, versus="people")
    assert nearest_bot(ann.pk, "xiongqi", "relaxed", NOON) == level
    assert nearest_bot(ann.pk, "gungi", "relaxed", NOON) == "easy", "another game's does not count"


def test_what_bots_have_shown_counts_and_so_do_ones_own_matches_against_them(ann: User) -> None:
    rated(1900, user=ann, versus="people")
    rated(1450, bot="easy")
    rated(1600, bot="medium")
    rated(1800, bot="strong")
    rated(1610, user=ann)
    assert nearest_bot(ann.pk, "xiongqi", "relaxed", NOON) == "medium"


def test_quick_pair_seats_that_bot(ann: User) -> None:
    rated(1850, user=ann, versus="people")
    asked = SeekRequest(
        Terms("xiongqi", "relaxed", key="key-of-a-seek"),
        is_quick=True,
        bot_after=timedelta(seconds=30),
    )
    wanted = open_seek(user=ann, asked=asked, now=NOON)
    page = browser(ann).get(f"/lobby/seeks/{wanted.uid}/").content.decode()
    assert "Kurama (strong bot) will join at" in page
    sweep_seeks(now=NOON + timedelta(seconds=31))
    wanted.refresh_from_db()
    assert Match.objects.get().players.get(user=None).bot == "strong"


def test_the_list_says_how_strong_a_bot_is_once_it_is_known(ann: User) -> None:
    client = browser(ann)
    assert "about 1450" not in client.get(reverse("games:new")).content.decode()
    rated(1462, bot="medium")
    Rating.objects.create(bot="easy", game="xiongqi", pace="slow", versus="bots", matches=1)
    page = client.get(reverse("games:new")).content.decode()
    assert "Xiongqi: about 1450" in page
    assert page.count(": about ") == 1


@pytest.mark.parametrize(
    ("changes", "is_taken"), [({}, True), ({"low": 1000}, False), ({"audience": "followed"}, False)]
)
def test_where_bots_keep_the_house_alive_a_casual_seek_does_not_wait_for_ever(
    ann: User, settings, changes: dict[str, Any], is_taken: bool
) -> None:
    settings.HOUSE_POPULATION = True
    asked = SeekRequest(Terms("xiongqi", "relaxed", key="key-of-a-seek"), **changes)
    wanted = open_seek(user=ann, asked=asked, now=NOON)
    sweep_seeks(now=NOON + POPULATION_WAITS)
    wanted.refresh_from_db()
    assert (wanted.state == Seek.State.PAIRED) == is_taken


def test_elsewhere_and_for_rated_ones_people_are_waited_for(ann: User, settings) -> None:
    asked = SeekRequest(Terms("xiongqi", "relaxed", key="key-of-a-seek"))
    assert open_seek(user=ann, asked=asked, now=NOON).bot_at is None
    settings.HOUSE_POPULATION = True
    asked = SeekRequest(Terms("xiongqi", "relaxed", key="key-of-two", rated=True))
    assert open_seek(user=ann, asked=asked, now=NOON).bot_at is None
