"""Staff whose results are too good to be true."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.common import events
from accounts.models import User
from games.match.models import Match
from games.moderation.services.watching import FEWEST, watch_staff
from games.ratings.models import Rating, RatingEvent
from games.ratings.selectors import surprise_of
from tests.kit.builders import NOON, person
from tests.kit.staff import staff

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=1)


def won(user: User, scores: list[float], *, versus: int = 1500) -> None:
    """Rated matches of *user* against somebody of that rating, with these scores."""
    other = person()
    owners = [
        Rating.objects.create(user=one, game="xiongqi", pace="slow", versus="people")
        for one in (user, other)
    ]
    for score in scores:
        match = Match.objects.create(
            game="xiongqi", rules_version=1, time_control="relaxed", created_at=NOON
        )
        for seat, owner in enumerate(owners):
            RatingEvent.objects.create(
                match=match,
                seat=seat,
                owner=owner,
                score=abs(seat - score),
                made_at=NOON,
                rating_before=versus if seat else 1500,
                rating=1500,
                deviation=60,
                volatility=0.06,
            )


def test_luck_beyond_four_deviations_raises_an_alarm(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found: list[tuple[str, int]] = []
    monkeypatch.setattr(events, "note", lambda kind, **about: found.append((kind, about["user"])))
    lucky, fair = staff("moderator", "lucky"), staff("helper", "fair")
    won(lucky, [1.0] * 20)
    won(fair, [1.0, 0.0] * 10)
    won(person("member"), [1.0] * 20)
    found.clear()
    assert watch_staff(LATER) == ["lucky"]
    assert found == [("staff-too-lucky", lucky.pk)]
    assert "deviations too good" in caplog.text
    matches, deviations = surprise_of(lucky.pk, NOON)
    assert (matches, round(deviations, 1)) == (20, 4.5)
    assert watch_staff(NOON + timedelta(days=91)) == []


def test_few_wins_and_expected_ones_raise_none() -> None:
    won(staff("moderator", "beginner"), [1.0] * (FEWEST - 1), versus=2400)
    won(staff("moderator", "strong"), [1.0] * 20, versus=700)
    assert watch_staff(LATER) == []
