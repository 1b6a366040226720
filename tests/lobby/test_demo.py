"""The demo site."""

from __future__ import annotations

import pytest

from engines.catalogue import GAMES
from games import tasks
from games.lobby import demo
from games.match.models import Match, Player
from games.match.status import Status
from games.moderation.selectors.audits import verified_matches
from tests.kit.builders import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo_house(settings):
    settings.DEMO_PASSWORD = "for-this-machine-only"


GUEST_MATCHES = len(demo.games_of_guests())
FOR_TWO = {meta.slug for meta in GAMES if not meta.solo}
BOT_MATCHES = demo.HOUSE_MATCHES * len(FOR_TWO)


def test_it_furnishes_a_board_of_guests_and_one_of_bots_for_every_game():
    demo.furnish(NOON)
    running = Match.objects.filter(status=Status.ACTIVE)
    assert running.count() == GUEST_MATCHES + BOT_MATCHES
    assert Player.objects.exclude(bot="").count() == 2 * BOT_MATCHES
    bots = running.filter(players__bot__gt="").distinct()
    assert {match.game for match in bots} == FOR_TWO
    assert not running.filter(players__bot="", is_setting_up=True).exists()
    assert not any(faults for _uid, faults in verified_matches())


def test_furnishing_twice_adds_nothing():
    demo.furnish(NOON)
    demo.furnish(NOON)
    assert Match.objects.count() == GUEST_MATCHES + BOT_MATCHES


def test_a_house_that_others_can_reach_is_not_furnished(settings):
    settings.DEMO_PASSWORD = ""
    with pytest.raises(demo.NotADemoHouse):
        demo.furnish(NOON)
    assert not Match.objects.exists()


@pytest.mark.parametrize("is_kept_alive", [True, False])
def test_bots_play_on_where_they_keep_the_house_alive(settings, is_kept_alive):
    settings.HOUSE_POPULATION = is_kept_alive
    tasks.keep_house()
    assert Match.objects.count() == (BOT_MATCHES if is_kept_alive else 0)
