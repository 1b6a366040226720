"""Tournaments of clubs: made by officers, entered by members, listed for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from accounts.models import User
from games.clubs.services import board, members
from games.tournaments.exceptions import MembersEnter, OfficersMake
from games.tournaments.models import Tournament
from games.tournaments.services import entering
from tests.kit.browsing import browser
from tests.kit.builders import NOON, club_of
from tests.tournaments.conftest import Maker, asked
from tests.tournaments.test_pages import FORM, page_of

if TYPE_CHECKING:
    from games.clubs.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(four: list[User]) -> Club:
    """Ann's, in which Bob is."""
    made: Club = club_of(four[0])
    members.join(uid=made.uid, user=four[1], link=made.link, now=NOON)
    return made


def test_members_alone_enter_while_the_club_is_open(
    opened: Maker, four: list[User], club: Club
) -> None:
    tournament = opened(club=club.uid)
    entering.enter(uid=tournament.uid, user=four[1], now=NOON)
    with pytest.raises(MembersEnter):
        entering.enter(uid=tournament.uid, user=four[2], now=NOON)
    entering.leave_before(uid=tournament.uid, user=four[1])
    board.set_closed(uid=club.uid, is_closed=True, now=NOON)
    with pytest.raises(MembersEnter):
        entering.enter(uid=tournament.uid, user=four[1], now=NOON)


def test_officers_alone_make_them(opened: Maker, four: list[User], club: Club) -> None:
    terms = asked(club=club.uid)
    with pytest.raises(OfficersMake):
        entering.make_tournament(user=four[1], asked=terms, now=NOON)
    members.give_role(uid=club.uid, owner=four[0], name="bob", role=1)
    assert entering.make_tournament(user=four[1], asked=terms, now=NOON).club == club.uid


def test_the_form_offers_the_clubs_of_an_officer(
    opened: Maker, four: list[User], club: Club
) -> None:
    ann, bob = browser(four[0]), browser(four[1])
    page = ann.get("/events/new/", {"club": club.uid}).content.decode()
    assert re.search(rf'value="club-{club.uid}"[^>]* selected', page)
    assert club.name not in bob.get("/events/new/", {"club": club.uid}).content.decode()
    form = {**FORM, "entry": f"club-{club.uid}", "weekends": "on", "vacation": "on"}
    assert bob.post("/events/new/", form).status_code == 422
    assert ann.post("/events/new/", form).status_code == 302
    made = Tournament.objects.get()
    assert (made.club, made.link, made.time_control) == (club.uid, "", "relaxed.vw")


def test_they_are_listed_for_members_and_on_the_page_of_the_club(
    opened: Maker, four: list[User], club: Club
) -> None:
    tournament = opened(club=club.uid)
    for user, is_there in ((four[1], True), (four[2], False)):
        listed = browser(user).get("/events/").content.decode()
        assert (page_of(tournament) in listed) == is_there
        of_club = browser(user).get("/events/", {"club": club.uid}).content.decode()
        assert page_of(tournament) in of_club and f"Events of {club.name}" in of_club
        assert "New tournament" not in of_club
    assert "New tournament" in browser(four[0]).get(f"/events/?club={club.uid}").content.decode()
    assert "?club=" in Client().get(f"/clubs/{club.uid}/").content.decode()
    assert "For the members" in Client().get(page_of(tournament)).content.decode()
    why_not = browser(four[2]).get(page_of(tournament)).content.decode()
    assert "Only members of the club" in why_not
    assert Client().get("/events/?club=nothing").status_code == 404
