"""Hints about events come first: accounts that share something, and matches given up early."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.ladders.services import challenging, places
from games.match.changes import ending
from games.tournaments.services import beginning, entering
from tests.kit.browsing import browser
from tests.kit.builders import person, tournament_of
from tests.kit.staff import staff
from tests.moderation.test_signs import trace

pytestmark = pytest.mark.django_db
ROOM, QUEUE = "/admin/moderation/report/events/", "/admin/moderation/report/"


@pytest.fixture
def entered(db: None) -> Any:
    """A tournament of Ann, Bob, Cat and Dan, of whom the first two share a browser."""
    now = timezone.now()
    tournament = tournament_of(person("ann"), now=now)
    for name in ("bob", "cat", "dan"):
        entering.enter(uid=tournament.uid, user=person(name), now=now)
    for name in ("ann", "bob", "eve"):
        user = User.objects.filter(name=name).first() or person(name)
        trace(user, "device", "planted-device")
    return tournament


def page(path: str, reader: User) -> str:
    answer = browser(reader).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_who_shares_a_browser_with_another_in_the_event_is_told_first(entered: Any) -> None:
    moderator = staff("moderator")
    html = page(ROOM, moderator)
    assert "Both were used in one browser" in html and entered.uid in html
    assert ">ann<" in html and ">bob<" in html
    assert ">cat<" not in html and ">eve<" not in html and "planted-" not in html
    assert "1 pair of accounts" in page(QUEUE, moderator)
    helper = staff("helper")
    assert "1 pair of accounts" not in page(QUEUE, helper)
    assert browser(helper).get(ROOM).status_code == 403


def test_a_network_of_many_leads_to_nobody(entered: Any) -> None:
    for number in range(10):
        trace(person(f"pupil{number}"), "network", "planted-school")
    for name in ("cat", "dan"):
        trace(User.objects.get(name=name), "network", "planted-school")
    html = page(ROOM, staff("moderator"))
    assert ">cat<" not in html and ">bob<" in html


def test_pairs_on_a_ladder_are_told_once_they_have_challenged(entered: Any) -> None:
    now = timezone.now()
    entering.leave_before(uid=entered.uid, user=User.objects.get(name="ann"))
    people = [User.objects.get(name=name) for name in ("ann", "bob")]
    for user in people:
        places.join(game="xiongqi", user=user, now=now)
    moderator = staff("moderator")
    assert ">bob<" not in page(ROOM, moderator)
    challenging.challenge(game="xiongqi", user=people[1], name="ann", now=now)
    assert "/events/ladder-xiongqi/" in page(ROOM, moderator)


def test_a_match_given_up_early_is_told_and_ones_own_business_is_not(entered: Any) -> None:
    now = timezone.now()
    beginning.begin_due(now)
    beginning.begin_matches(now)
    cat = User.objects.get(name="cat")
    match = entered.pairings.get(first__user=cat, second__user__name="dan").match
    ending.resign(uid=match.uid, user=cat, now=now)
    moderator = staff("moderator")
    assert "cat gave up against dan after 1 ply." in page(ROOM, moderator)
    entry = entered.entries.get(user__name="dan")
    type(match).objects.get(pk=match.pk).players.filter(user=entry.user).update(user=moderator)
    assert "cat gave up" not in page(ROOM, moderator)
