"""The demo house."""

from __future__ import annotations

import pytest

from games import demo
from games.models import Match, Player, Status
from games.selectors.audits import verified_matches
from tests.games.builders import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo_house(settings):
    settings.DEMO_PASSWORD = "for-this-machine-only"


def test_it_furnishes_a_board_of_two_guests_and_bots_at_play():
    demo.furnish(NOON)
    assert Match.objects.filter(status=Status.ACTIVE).count() == 1 + demo.HOUSE_MATCHES
    assert Player.objects.exclude(bot="").count() == 2 * demo.HOUSE_MATCHES
    assert [faults for _uid, faults in verified_matches()] == [[]] * 3


def test_furnishing_twice_adds_nothing():
    demo.furnish(NOON)
    demo.furnish(NOON)
    assert Match.objects.count() == 1 + demo.HOUSE_MATCHES


def test_a_house_that_others_can_reach_is_not_furnished(settings):
    settings.DEMO_PASSWORD = ""
    with pytest.raises(demo.NotADemoHouse):
        demo.furnish(NOON)
    assert not Match.objects.exists()
