"""Whoever is kept from writing or beginning reads it there, before they send anything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Sanction, User
from games.clubs.services import members
from games.lobby.services.challenges import send_challenge
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.terms import opening
from games.tournaments.services import entering
from games.tournaments.services.entering import TournamentRequest
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import QUICK_MATE, match_between, person, play, terms
from tests.moderation.test_both_sides import lost_on_time

pytestmark = pytest.mark.django_db

Place = Callable[[User, User], str]


def at(address: str) -> Place:
    """A page that stands at one address for everybody."""

    def place(bad: User, good: User) -> str:
        return address

    place.__name__ = address
    return place


def talk(bad: User, good: User) -> str:
    return f"/matches/{match_between(bad, good, now=timezone.now()).uid}/talk/"


def own_club(bad: User, good: User) -> str:
    made = members.found_club(user=bad, name="Go-betweens", about="", now=timezone.now())
    return f"/clubs/{made.uid}/"


def other_club(bad: User, good: User) -> str:
    return own_club(good, bad)


def seek(bad: User, good: User) -> str:
    asked = SeekRequest(terms=terms(side=None))
    return f"/lobby/seeks/{open_seek(user=good, asked=asked, now=timezone.now()).uid}/"


def challenge(bad: User, good: User) -> str:
    sent = send_challenge(user=good, person=bad, terms=terms(), now=timezone.now())
    return f"/challenges/{sent.uid}/"


def link(bad: User, good: User) -> str:
    made = opening.create_invitation(user=good, terms=terms(), now=timezone.now())
    return f"/take/{made.secret}/"


def tournament(bad: User, good: User) -> str:
    asked = TournamentRequest(name="Autumn", terms=terms(key="key-of-this-event"), size=4)
    made = entering.make_tournament(user=good, asked=asked, now=timezone.now())
    return f"/events/{made.uid}/"


FORMS = ("/matches/new/", "/lobby/")
PLACES: dict[Place, frozenset[str]] = {
    talk: frozenset({"mute"}),
    own_club: frozenset({"mute"}),
    other_club: frozenset({"no-new"}),
    seek: frozenset({"no-new", "unrated"}),
    challenge: frozenset({"no-new", "unrated"}),
    link: frozenset({"no-new", "unrated"}),
    tournament: frozenset({"no-new", "unrated"}),
    **{at(form): frozenset({"no-new", "unrated"}) for form in (*FORMS, "/events/new/")},
    at("/clubs/new/"): frozenset({"no-new"}),
    at("/learn/xiongqi/"): frozenset({"no-new"}),
    at("/learn/nation/"): frozenset({"no-new"}),
    at("/campaign/"): frozenset({"no-new"}),
    at("/campaign/skirmish/"): frozenset({"no-new"}),
    at("/campaign/daily/"): frozenset({"no-new"}),
    at("/events/league-xiongqi/"): frozenset({"no-new", "unrated"}),
    at("/events/ladder-xiongqi/"): frozenset({"no-new", "unrated"}),
}
"""Where one writes or begins, by the sanctions that keep somebody from it."""


@pytest.mark.parametrize("kind", ["", "mute", "no-new", "unrated"])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_a_limit_is_read_where_it_bites(
    place: Place, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    bad, good = person("bad"), person("good")
    address, now = place(bad, good), timezone.now()
    if kind:
        Sanction.objects.create(
            user=bad,
            kind=kind,
            reason="spam",
            public_text="Not here.",
            starts_at=now - timedelta(days=1),
            ends_at=now + timedelta(days=3),
            seen_at=now,
        )
    answer = browser(bad).get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    is_said = all(
        words in page
        for words in ("Reason: advertising or flooding.", "it ends by itself", "Not here.")
    )
    assert is_said == ("/standing/appeal/" in page) == (kind in PLACES[place])


def test_who_is_muted_has_no_field_to_write_in() -> None:
    bad, now = person("bad"), timezone.now()
    address = talk(bad, person("good"))
    assert 'name="text"' in browser(bad).get(address).content.decode()
    Sanction.objects.create(user=bad, kind="mute", reason="spam", starts_at=now)
    assert 'name="text"' not in browser(bad).get(address).content.decode()


@pytest.mark.parametrize("kind", ["", "mute", "unrated", "no-new"])
def test_who_may_begin_no_rematch_reads_so_in_its_place(kind: str) -> None:
    bad, now = person("bad"), timezone.now()
    match = match_between(bad, person("good"), now=now)
    play(match, *QUICK_MATE)
    if kind:
        Sanction.objects.create(user=bad, kind=kind, reason="spam", starts_at=now)
    page = BoardPage(match, bad).html()
    assert ("Rematch</button>" in page) == (kind != "no-new")
    assert ("Your account cannot do this at the moment." in page) == (kind == "no-new")


@pytest.mark.parametrize("kind", ["", "mute", "unrated", "no-new"])
def test_who_may_begin_no_match_is_not_offered_to_play_on(kind: str) -> None:
    bad, now = person("bad"), timezone.now()
    match = lost_on_time(bad, person("good"), now)
    if kind:
        Sanction.objects.create(user=bad, kind=kind, reason="spam", starts_at=now)
    page = BoardPage(match, bad).html()
    assert ("Ask to play on</button>" in page) == (kind != "no-new")
