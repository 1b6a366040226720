"""What is set to an account holds wherever others would begin something with it, or find it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import rights
from accounts.sanctions.rights import FORBIDS, Verb, able, can
from games.clubs.models import Club
from games.clubs.selectors import asking, role_of
from games.clubs.services import members
from games.common.exceptions import GamesError
from games.ladders.services import challenging, places
from games.lobby.models import Seek
from games.lobby.presenters.cards import challenge_card
from games.lobby.selectors.challenges import challenge_for, open_challenges
from games.lobby.selectors.seeks import Wanted, lobby_seeks, seek_for
from games.lobby.services.challenges import accept_challenge, send_challenge
from games.lobby.services.pairing import pair_seek, take_seek
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening, playing_on
from games.people.selectors import followed_people, people_like
from games.people.services import follow_person
from tests.api.kit import Program
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, QUICK_MATE, REPETITION, match_between, person, play, terms

pytestmark = pytest.mark.django_db

KINDS = (*Sanction.Kind.values, "erased")
LATER = NOON + timedelta(hours=1)


def set_to(user: User, kind: str) -> None:
    """As staff sets it to an account, or as an account is left."""
    if kind == "erased":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        ends = None if kind == "close" else timezone.now() + timedelta(days=3)
        Sanction.objects.create(user=user, kind=kind, reason="abuse", starts_at=NOON, ends_at=ends)
        user.refresh_from_db()
        rights.remember(user, LATER)
    user.refresh_from_db()


def went(act: Callable[[], object]) -> bool:
    """Whether it was not refused, and something came of it."""
    try:
        return bool(act())
    except GamesError:
        return False


Try = Callable[[], object]


def offered(bad: User, good: User, *, rated: bool = False) -> str:
    asked = SeekRequest(terms=terms(side=None, rated=rated))
    return open_seek(user=bad, asked=asked, now=NOON).uid


def listed_seek(bad: User, good: User) -> Try:
    offered(bad, good)
    return lambda: len(lobby_seeks(good, Wanted(), LATER))


def listed_rated_seek(bad: User, good: User) -> Try:
    offered(bad, good, rated=True)
    return lambda: len(lobby_seeks(good, Wanted(), LATER))


def page_of_seek(bad: User, good: User) -> Try:
    uid = offered(bad, good)
    return lambda: seek_for(uid, good, LATER)


def taken_seek(bad: User, good: User) -> Try:
    uid = offered(bad, good)
    return lambda: take_seek(uid=uid, user=good, now=LATER)


def paired_seek(bad: User, good: User) -> Try:
    offered(bad, good)
    uid = offered(good, bad)
    seek = Seek.objects.get(uid=uid)
    return lambda: pair_seek(seek_id=seek.pk, now=LATER)


def challenged(bad: User, good: User) -> Try:
    return lambda: send_challenge(user=good, person=bad, terms=terms(), now=LATER)


def challenged_rated(bad: User, good: User) -> Try:
    asked = terms(rated=True)
    return lambda: send_challenge(user=good, person=bad, terms=asked, now=LATER)


def listed_challenge(bad: User, good: User) -> Try:
    send_challenge(user=bad, person=good, terms=terms(), now=NOON)
    return lambda: open_challenges(good, LATER)


def listed_rated_challenge(bad: User, good: User) -> Try:
    send_challenge(user=bad, person=good, terms=terms(rated=True), now=NOON)
    return lambda: open_challenges(good, LATER)


def own_challenge(bad: User, good: User) -> Try:
    send_challenge(user=good, person=bad, terms=terms(), now=NOON)
    return lambda: open_challenges(good, LATER)


def page_of_own_rated_challenge(bad: User, good: User) -> Try:
    uid = send_challenge(user=good, person=bad, terms=terms(rated=True), now=NOON).uid

    def is_waiting() -> bool:
        facts = challenge_for(uid, good, LATER)
        assert facts is not None
        return challenge_card(facts, LATER).is_open

    return is_waiting


def accepted_challenge(bad: User, good: User) -> Try:
    sent = send_challenge(user=bad, person=good, terms=terms(), now=NOON)
    return lambda: accept_challenge(uid=sent.uid, user=good, now=LATER)


def taken_link(bad: User, good: User) -> Try:
    match = opening.create_invitation(user=bad, terms=terms(), now=NOON)
    return lambda: opening.take_seat(secret=match.secret, user=good, now=LATER)


def over(bad: User, good: User) -> Match:
    match = match_between(bad, good, now=NOON)
    play(match, *QUICK_MATE)
    return match


def asked_rematch(bad: User, good: User) -> Try:
    match = over(bad, good)

    def ask() -> object:
        opening.ask_rematch(uid=match.uid, user=good, now=LATER)
        return True

    return ask


def offered_rematch(bad: User, good: User) -> Try:
    match = over(bad, good)
    opening.ask_rematch(uid=match.uid, user=bad, now=NOON)
    return lambda: opening.ask_rematch(uid=match.uid, user=good, now=LATER)


def lost_on_time(bad: User, good: User, now: datetime) -> Match:
    match = match_between(bad, good, now=now)
    play(match, *REPETITION[:2], now=now)
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, ended_how="time", ended_at=now, plies=2
    )
    return match


def played_on(bad: User, good: User) -> Try:
    match = lost_on_time(bad, good, NOON)

    def ask() -> object:
        playing_on.ask_to_play_on(uid=match.uid, user=good, now=LATER)
        return True

    return ask


def event_match(bad: User, good: User) -> Try:
    return lambda: opening.create_event_match(
        event="x", seats=[bad, good], terms=terms(), now=LATER
    )


def on_a_ladder(bad: User, good: User) -> Try:
    for user in (bad, good):
        places.join(game="xiongqi", user=user, now=NOON)
    return lambda: challenging.challenge(game="xiongqi", user=good, name=bad.name, now=LATER)


def in_club(bad: User, good: User, *, by_link: bool) -> Club:
    """A club of the good one's that the bad one has joined, or asked to."""
    with override_settings(FINISHED_FIRST=0):
        club = members.found_club(user=good, name="Go-betweens", about="", now=NOON)
    members.join(uid=club.uid, user=bad, link=club.link if by_link else "", now=NOON)
    return club


def asks_to_join_a_club(bad: User, good: User) -> Try:
    club = in_club(bad, good, by_link=False)
    return lambda: list(asking(club))


def let_into_a_club(bad: User, good: User) -> Try:
    club = in_club(bad, good, by_link=False)

    def let_in() -> object:
        members.let_in(uid=club.uid, officer=good, name=bad.name, now=LATER)
        return True

    return let_in


def made_owner_of_a_club(bad: User, good: User) -> Try:
    club = in_club(bad, good, by_link=True)

    def give() -> object:
        members.give_role(uid=club.uid, owner=good, name=bad.name, role=0)
        return True

    return give


def next_owner_of_a_club(bad: User, good: User) -> Try:
    club = in_club(bad, good, by_link=True)

    def leave() -> object:
        members.leave(uid=club.uid, user=good)
        return role_of(club, bad.pk) == 0

    return leave


def found(bad: User, good: User) -> Try:
    return lambda: people_like("bad")


def followed(bad: User, good: User) -> Try:
    follow_person(user=good, person=bad, wanted=True)
    return lambda: followed_people(good.pk)


def profile_challenges(bad: User, good: User) -> Try:
    return lambda: "&amp;to=bad" in browser(good).get("/people/bad/").content.decode()


def api_is_here(bad: User, good: User) -> Try:
    api = Program(good)
    return lambda: api.get("/people/bad").json().get("is_here")


def board_challenges(bad: User, good: User) -> Try:
    match = over(bad, good)
    return lambda: "Challenge bad again" in BoardPage(match, good).get().content.decode()


def board_asks_rematch(bad: User, good: User) -> Try:
    match = over(bad, good)
    return lambda: "Rematch</button>" in BoardPage(match, good).get().content.decode()


def board_asks_to_play_on(bad: User, good: User) -> Try:
    match = lost_on_time(bad, good, timezone.now())
    return lambda: "Ask to play on</button>" in BoardPage(match, good).get().content.decode()


PLACES: dict[Callable[[User, User], Try], Verb] = {
    listed_seek: Verb.BEGIN,
    listed_rated_seek: Verb.RATED,
    page_of_seek: Verb.BEGIN,
    taken_seek: Verb.BEGIN,
    paired_seek: Verb.BEGIN,
    challenged: Verb.BEGIN,
    challenged_rated: Verb.RATED,
    listed_challenge: Verb.BEGIN,
    listed_rated_challenge: Verb.RATED,
    own_challenge: Verb.BEGIN,
    page_of_own_rated_challenge: Verb.RATED,
    accepted_challenge: Verb.BEGIN,
    taken_link: Verb.BEGIN,
    asked_rematch: Verb.BEGIN,
    offered_rematch: Verb.BEGIN,
    played_on: Verb.BEGIN,
    event_match: Verb.BEGIN,
    on_a_ladder: Verb.RATED,
    asks_to_join_a_club: Verb.PLAY,
    let_into_a_club: Verb.PLAY,
    made_owner_of_a_club: Verb.PLAY,
    next_owner_of_a_club: Verb.PLAY,
    found: Verb.PLAY,
    followed: Verb.PLAY,
    profile_challenges: Verb.PLAY,
    api_is_here: Verb.PLAY,
    board_challenges: Verb.PLAY,
    board_asks_rematch: Verb.PLAY,
    board_asks_to_play_on: Verb.PLAY,
}
"""Each place where one person meets another, by what the other must be able to do."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_what_is_set_to_one_side_holds_for_both(
    place: Callable[[User, User], Try], kind: str
) -> None:
    bad, good = person("bad"), person("good")
    attempt = place(bad, good)
    set_to(bad, kind)
    forbidden = kind == "erased" or PLACES[place] in FORBIDS[kind]
    assert went(attempt) is not forbidden


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_asked_what_accounts_are(kind: str) -> None:
    bad = person("bad")
    set_to(bad, kind)
    for verb in Verb:
        assert User.objects.filter(able(verb, LATER), pk=bad.pk).exists() == can(bad, verb, LATER)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("close", "This account is closed."),
        ("suspend", "cannot play at the moment"),
        ("mute", ""),
    ],
)
def test_a_profile_says_that_nobody_is_there(kind: str, sentence: str) -> None:
    bad = person("bad")
    set_to(bad, kind)
    page = Client().get("/people/bad/").content.decode()
    said = [one for one in ("This account is closed.", "cannot play at the moment") if one in page]
    assert said == ([sentence] if sentence else [])


@pytest.mark.parametrize("kind", ["", "unrated"])
def test_who_may_not_play_rated_is_offered_no_rated_seek(kind: str) -> None:
    bad, good = person("bad"), person("good")
    for rated in (True, False):
        offered(good, bad, rated=rated)
    if kind:
        set_to(bad, kind)
    found = lobby_seeks(bad, Wanted(), LATER)
    taken = [seek.rated for seek in found[:10] if not seek.why_not]
    assert sorted(taken) == ([False] if kind else [False, True])
    assert len(lobby_seeks(bad, Wanted(joinable=True), LATER)) == len(taken)
