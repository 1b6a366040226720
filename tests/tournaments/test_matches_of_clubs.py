"""Matches of clubs: proposed, accepted, entered, lined up by rating, and scored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.test import Client

from accounts import switches
from accounts.models import User
from games.clubs.services import members
from games.match.changes import adjudicating, ending
from games.match.changes.adjudicating import Case
from games.match.changes.locking import lock_match
from games.match.exceptions import PersonGone
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from games.match.terms.opening import Terms
from games.notices.models import Notice
from games.ratings.models import Rating
from games.tournaments import selectors
from games.tournaments.exceptions import (
    EntriesClosed,
    MembersEnter,
    NoOtherClub,
    OfficersMake,
    TooFewBoards,
    TournamentFull,
)
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import beginning, clubmatches, entering, withdrawing
from games.tournaments.services import ending as ends
from games.tournaments.services.clubmatches import ClubMatchRequest
from games.tournaments.services.repairing import repair_all
from queues.transactions import writing
from tests.kit.browsing import browser
from tests.kit.builders import NOON, person

if TYPE_CHECKING:
    from games.clubs.models import Club

pytestmark = pytest.mark.django_db
State = Tournament.State
NAMES = ("ann", "bob", "cat", "xia", "yui", "zoe")
"""The first three are in one club, the others in the other."""
Proposer = Callable[..., Tournament]


@pytest.fixture
def people(db: None) -> dict[str, User]:
    return {name: person(name) for name in NAMES}


@pytest.fixture
def clubs(people: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> tuple[Club, Club]:
    monkeypatch.setattr(settings, "FINISHED_FIRST", 0)
    made = []
    for name, own in (("East", NAMES[:3]), ("West", NAMES[3:])):
        club = members.found_club(user=people[own[0]], name=name, about="", now=NOON)
        for other in own[1:]:
            members.join(uid=club.uid, user=people[other], link=club.link, now=NOON)
        made.append(club)
    return made[0], made[1]


@pytest.fixture
def proposed(people: dict[str, User], clubs: tuple[Club, Club]) -> Proposer:
    def propose(by: str = "ann", against: str = "west", **changes: Any) -> Tournament:
        terms = Terms("xiongqi", "relaxed", side=0, key="key-of-this-match", rated=True)
        request = ClubMatchRequest(**{
            "club": clubs[0].uid, "against": against, "terms": terms, "boards": 2, **changes
        })  # fmt: skip
        return clubmatches.propose(user=people[by], asked=request, now=NOON)

    return propose


def enter(tournament: Tournament, people: dict[str, User], *names: str) -> None:
    for name in names:
        entering.enter(uid=tournament.uid, user=people[name], now=NOON)


def agreed(tournament: Tournament, people: dict[str, User], *names: str) -> Tournament:
    """Accepted, entered by those names, and begun where it is full."""
    clubmatches.accept(uid=tournament.uid, user=people["xia"], now=NOON)
    enter(tournament, people, *names)
    beginning.begin_due(NOON)
    tournament.refresh_from_db()
    return tournament


def boards(tournament: Tournament) -> list[tuple[str, str]]:
    rows = tournament.pairings.order_by("pk")
    return [(row.first.user.name, row.second.user.name) for row in rows]


def score(tournament: Tournament) -> list[float]:
    return [float(points) for points in selectors.standings_of(tournament).score]


def rate(user: User, rating: int) -> None:
    Rating.objects.create(
        user=user, game="xiongqi", pace="slow", versus="people", rating=rating, deviation=50,
        volatility=0.06, matches=20, rated_at=NOON,
    )  # fmt: skip


def kinds(user: User) -> list[str]:
    return list(Notice.objects.filter(user=user, match=None).values_list("kind", flat=True))


def test_an_officer_asks_and_an_officer_of_the_other_club_answers(
    proposed: Proposer, people: dict[str, User]
) -> None:
    for wrong, error in (({"by": "bob"}, OfficersMake), ({"against": "East"}, NoOtherClub)):
        with pytest.raises(error):
            proposed(**wrong)
    tournament = proposed()
    assert proposed() == tournament and tournament.name == "East – West"
    assert kinds(people["xia"]) == ["clubs-asked"] and kinds(people["yui"]) == []
    with pytest.raises(EntriesClosed):
        enter(tournament, people, "bob")
    for name in ("ann", "yui"):
        with pytest.raises(OfficersMake):
            clubmatches.accept(uid=tournament.uid, user=people[name], now=NOON)
    clubmatches.accept(uid=tournament.uid, user=people["xia"], now=NOON)
    assert kinds(people["ann"]) == ["clubs-agreed"]
    with pytest.raises(EntriesClosed):
        clubmatches.decline(uid=tournament.uid, user=people["xia"], now=NOON)


def test_a_proposal_is_declined_taken_back_or_runs_out(
    proposed: Proposer, people: dict[str, User]
) -> None:
    clubmatches.decline(uid=proposed().uid, user=people["xia"], now=NOON)
    assert kinds(people["ann"]) == ["tournament-off"]
    terms = Terms("xiongqi", "relaxed", side=0, key="another-key-of-it")
    entering.call_off(uid=proposed(terms=terms).uid, user=people["ann"], now=NOON)
    date = NOON + timedelta(days=1)
    terms = Terms("xiongqi", "relaxed", side=0, key="a-third-key-of-it")
    proposed(terms=terms, starts_at=date)
    assert beginning.begin_due(date) == 0
    assert set(Tournament.objects.values_list("state", flat=True)) == {State.CALLED_OFF}


def test_members_enter_for_their_club_while_it_has_boards(
    proposed: Proposer, people: dict[str, User]
) -> None:
    tournament = agreed(proposed(), people, "ann", "bob")
    with pytest.raises(TournamentFull):
        enter(tournament, people, "cat")
    with pytest.raises(MembersEnter):
        entering.enter(uid=tournament.uid, user=person("eve"), now=NOON)
    with pytest.raises(TooFewBoards):
        beginning.begin_now(uid=tournament.uid, user=people["ann"], now=NOON)
    assert tournament.state == State.OPEN


def test_the_boards_follow_the_ratings_with_both_colours_and_begin_at_once(
    proposed: Proposer, people: dict[str, User]
) -> None:
    for name, rating in (("bob", 1900), ("ann", 1500), ("yui", 1700), ("zoe", 1800)):
        rate(people[name], rating)
    tournament = agreed(proposed(), people, "ann", "bob", "yui", "zoe")
    assert boards(tournament) == [
        ("bob", "zoe"), ("zoe", "bob"), ("ann", "yui"), ("yui", "ann"),
    ]  # fmt: skip
    matches = [pairing.match for pairing in tournament.pairings.select_related("match")]
    assert [match.status for match in matches if match] == [Status.ACTIVE] * 4
    assert beginning.begin_matches(NOON) == 0


def test_who_is_killed_amid_the_begin_has_begun_nothing(
    proposed: Proposer, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = proposed()
    clubmatches.accept(uid=tournament.uid, user=people["xia"], now=NOON)
    enter(tournament, people, "ann", "bob", "yui", "zoe")
    create, calls = opening.create_event_match, iter(range(9))

    def killed(**facts: Any) -> Match:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return create(**facts)

    monkeypatch.setattr(opening, "create_event_match", killed)
    with pytest.raises(KeyboardInterrupt):
        beginning.begin_due(NOON)
    assert not Match.objects.exists() and not tournament.pairings.exists()
    assert beginning.begin_due(NOON) == 1 and Match.objects.count() == 4


def test_on_its_date_it_begins_with_the_boards_that_both_can_fill(
    proposed: Proposer, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    date = NOON + timedelta(days=1)
    tournament = agreed(
        proposed(boards=5, starts_at=date), people, "cat", "bob", "ann", "yui", "zoe"
    )
    with monkeypatch.context() as closed:
        closed.setattr(switches, "is_on", lambda _name: True)
        assert beginning.begin_due(date) == 0
    assert beginning.begin_due(date) == 1
    assert {name for pair in boards(tournament) for name in pair} == {"cat", "bob", "yui", "zoe"}


def test_who_is_gone_has_no_board(proposed: Proposer, people: dict[str, User]) -> None:
    tournament = proposed()
    clubmatches.accept(uid=tournament.uid, user=people["xia"], now=NOON)
    enter(tournament, people, "ann", "bob", "yui", "zoe")
    User.objects.filter(name="yui").update(is_active=False)
    assert beginning.begin_due(NOON) == 0
    enter(tournament, people, "xia")
    assert beginning.begin_due(NOON) == 1
    assert "yui" not in {name for pair in boards(tournament) for name in pair}


def test_the_score_follows_from_results_and_a_leaver_loses_the_rest(
    proposed: Proposer, people: dict[str, User]
) -> None:
    tournament = agreed(proposed(), people, "ann", "bob", "yui", "zoe")
    first = tournament.pairings.get(first__user__name="ann").match
    assert first is not None
    ending.resign(uid=first.uid, user=people["yui"], now=NOON)
    assert score(tournament) == [1, 0]
    withdrawing.withdraw(uid=tournament.uid, user=people["bob"], now=NOON)
    assert ends.end_matches(NOON) == 2
    assert score(tournament) == [1, 2]
    last = tournament.pairings.get(second__user__name="ann").match
    assert last is not None
    ending.resign(uid=last.uid, user=people["ann"], now=NOON)
    tournament.refresh_from_db()
    assert tournament.state == State.OVER
    assert set(tournament.entries.values_list("place", flat=True)) == {None}
    assert repair_all(NOON) == (1, 0)
    with writing():
        match, players = lock_match(uid=last.uid)
        adjudicating.annul(Case(match, players, NOON))
    assert score(tournament) == [1, 2]
    assert Pairing.objects.get(match=last).outcome == "void"


def test_its_picture_shows_the_boards(
    proposed: Proposer, people: dict[str, User], clubs: tuple[Club, Club]
) -> None:
    tournament = agreed(proposed(), people, "ann", "bob", "yui", "zoe")
    url = f"/events/{tournament.uid}/"
    first = tournament.pairings.get(first__user__name="ann").match
    assert first is not None
    ending.resign(uid=first.uid, user=people["ann"], now=NOON)
    answer = browser(None).get(f"{url}table.svg")
    texts = [each.text or "" for each in ET.fromstring(answer.content).iter(f"{SVG}text")]
    assert texts[2:5] == [clubs[0].name, "0–1", clubs[1].name]
    at = texts.index("ann")
    assert texts[at - 1] == "1" and sorted(texts[at + 1]) == [" ", "0", "·"]
    assert {"ann", "bob", "yui", "zoe"} <= {*texts}
    assert browser(None).get(f"{url}table.png")["Content-Type"] == "image/png"
    page = browser(None).get(url).content.decode()
    assert f'og:image" content="http://testserver{url}table.png"' in page
    assert f'href="{url}table.csv"' in page and "share-embedding" not in page


SVG = "{http://www.w3.org/2000/svg}"


def test_the_pages_of_it(
    proposed: Proposer, people: dict[str, User], clubs: tuple[Club, Club]
) -> None:
    ann, xia, yui = (browser(people[name]) for name in ("ann", "xia", "yui"))
    ask = f"/clubs/{clubs[0].uid}/challenge/"
    assert yui.get(ask).status_code == 404
    form = {
        "key": "key-of-this-form", "against": " WEST ", "game": "xiongqi", "boards": "2",
        "time": "relaxed", "rated": "no",
    }  # fmt: skip
    assert 'name="boards"' in ann.get(ask).content.decode()
    answer = ann.post(ask, {**form, "against": "Nowhere"})
    assert answer.status_code == 422
    assert "There is no other club of that name." in answer.content.decode()
    url = ann.post(ask, form)["Location"]
    assert 'value="accept"' in xia.get(url).content.decode()
    assert 'value="accept"' not in yui.get(url).content.decode()
    assert yui.post(url, {"do": "accept"}).status_code == 403
    assert xia.post(url, {"do": "accept"}).status_code == 302
    assert url in yui.get("/events/").content.decode()
    assert url in Client().get(f"/events/?club={clubs[1].uid}").content.decode()
    for name in ("ann", "bob", "yui", "zoe"):
        assert browser(people[name]).post(url, {"do": "enter"}).status_code == 302
    assert "East – West" in Client().get(url).content.decode()
    beginning.begin_due(NOON)
    page = Client().get(url).content.decode()
    assert page.count('class="board-mark"') == 4 and "crosstable" not in page
    members.leave(uid=clubs[1].uid, user=people["xia"])
    for name in ("yui", "zoe"):
        members.leave(uid=clubs[1].uid, user=people[name])
    assert "A club that is gone" in Client().get(url).content.decode()


def test_nobody_who_cannot_play_any_more_keeps_the_others_from_it(
    proposed: Proposer, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(**_facts: Any) -> Match:
        raise PersonGone

    monkeypatch.setattr(opening, "create_event_match", gone)
    tournament = agreed(proposed(), people, "ann", "bob", "yui", "zoe")
    assert tournament.state == State.RUNNING and selectors.to_begin().count() == 4
