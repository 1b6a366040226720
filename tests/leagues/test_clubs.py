"""Leagues of clubs: members enrol, whoever leaves the club is out, and each is one of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from accounts.models import User
from games.clubs.services import members
from games.leagues.exceptions import MembersEnrol
from games.leagues.models import Enrolment, League
from games.leagues.services import enrolling, seasons
from games.tournaments.models import Tournament
from tests.kit.browsing import browser
from tests.kit.builders import NOON, club_of, person
from tests.leagues.conftest import GAME, SUNDAY

if TYPE_CHECKING:
    from games.clubs.models import Club

pytestmark = pytest.mark.django_db
NAMES = ("ann", "bob", "cat", "dan", "eve")


@pytest.fixture
def club(db: None) -> Club:
    """Ann's, in which the others are, too; all of them are enrolled in its league."""
    made: Club = club_of(person("ann"))
    for name in NAMES[1:]:
        members.join(uid=made.uid, user=person(name), link=made.link, now=NOON)
    for name in NAMES:
        user = User.objects.get(name=name)
        enrolling.enrol(game=GAME, club=made.uid, user=user, now=NOON)
    return made


def test_a_season_is_played_by_the_members_that_are_left(club: Club) -> None:
    with pytest.raises(MembersEnrol):
        enrolling.enrol(game=GAME, club=club.uid, user=person("zoe"), now=NOON)
    members.leave(uid=club.uid, user=User.objects.get(name="eve"))
    assert seasons.run_leagues(SUNDAY) == 1 and seasons.run_leagues(SUNDAY) == 0
    division = Tournament.objects.get()
    assert (division.club, division.series) == (club.uid, f"league-xiongqi-{club.uid}-1-1")
    playing = division.entries.values_list("user__name", flat=True)
    assert sorted(playing) == ["ann", "bob", "cat", "dan"]
    assert Enrolment.objects.count() == 4


def test_it_is_apart_from_the_league_of_all(club: Club) -> None:
    enrolling.enrol(game=GAME, user=User.objects.get(name="ann"), now=NOON)
    assert set(League.objects.values_list("game", "club")) == {(GAME, ""), (GAME, club.uid)}
    assert seasons.run_leagues(SUNDAY) == 1
    enrolling.leave(game=GAME, club=club.uid, user=User.objects.get(name="ann"), now=NOON)
    assert Enrolment.objects.filter(league__club="").count() == 1


def test_a_closed_club_has_no_season(club: Club) -> None:
    type(club).objects.update(closed_at=NOON)
    assert seasons.run_leagues(SUNDAY) == 0


def test_its_page_is_found_from_the_events_of_the_club(club: Club) -> None:
    path = f"/events/league-xiongqi-{club.uid}/"
    assert path in Client().get(f"/events/?club={club.uid}").content.decode()
    assert path not in Client().get("/events/").content.decode()
    page = browser(person("zoe")).get(path).content.decode()
    assert club.name in page and "Only members of the club can enrol" in page
    dan = browser(User.objects.get(name="dan"))
    assert dan.post(path, {"do": "leave"})["Location"] == path
    assert dan.post(path, {"do": "enrol"}).status_code == 302
    seasons.run_leagues(SUNDAY)
    division = Tournament.objects.get()
    assert path in Client().get(f"/events/{division.uid}/").content.decode()
    for wrong in ("xiongqi-", "xiongqi-nothing", f"nation-{club.uid}"):
        assert Client().get(f"/events/league-{wrong}/", follow=True).status_code == 404
