"""Who may look on while a match is played, and how far behind: page, lists, record and sockets."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from engines.core.seats import BYSTANDER, Seat, Viewer
from games.match.changes.ending import resign
from games.match.exceptions import ListedIfRated, UnknownTerms
from games.match.models import Match
from games.match.reading.visibility import may_know, may_watch, out_of_sight
from games.match.referee import Referee
from games.match.referee.eyes import Eyes
from games.match.terms.opening import check_terms
from games.matchpage.selectors import seen
from games.matchpage.selectors.board import board_facts, watched_match
from games.matchpage.views.drawing import SIZE, Drawing
from games.people.selectors import history_of
from tests.api.kit import BASE, Program
from tests.kit.browsing import browser
from tests.kit.builders import (
    LONGER_MATE,
    NOON,
    QUICK_MATE,
    match_between,
    person,
    play,
    south,
    terms,
    user_of,
)
from tests.kit.gunjin import gunjin_match
from tests.kit.staff import staff
from tests.routes import TABLE, everybody, routes
from tests.routes import address as address_of

pytestmark = pytest.mark.django_db

ADDRESSES = ("", "board/", "commitments/", "record.json", "picture.svg", "embed/", "chat/")


def listed() -> list[str]:
    return [card.url.split("/")[2] for card in Client().get("/watch/").context["cards"]]


def delayed(plies: str = "4") -> Match:
    match = match_between(person(), person(), onlookers=plies)
    play(match, *LONGER_MATE[:5])
    return match


def test_closed_it_is_nobody_elses_until_the_end() -> None:
    match = match_between(person("ann"), person("bob"), onlookers="closed")
    worker, stranger = staff("moderator", "worker"), person("eve")
    for user in (stranger, AnonymousUser()):
        assert may_know(match, user)
        assert not may_watch(match, user)
        assert watched_match(match.uid, user) is None
    assert may_watch(match, worker)
    assert may_watch(match, match.players.all()[0].user)
    onlookers = {(match.uid, None), (match.uid, stranger.pk)}
    assert out_of_sight(onlookers) == onlookers
    for address in ADDRESSES:
        assert Client().get(f"/matches/{match.uid}/{address}").status_code in (404, 409), address
    assert Client().get(f"/matches/{match.uid}/").status_code == 404
    assert listed() == []
    play(match, *QUICK_MATE)
    assert may_watch(match, stranger)
    assert out_of_sight(onlookers) == set()
    assert Client().get(f"/matches/{match.uid}/").status_code == 200


def test_by_link_it_is_in_no_list_not_even_after_the_end() -> None:
    ann = person("ann")
    match = match_between(ann, person("bob"), onlookers="link")
    assert listed() == []
    assert Client().get(f"/matches/{match.uid}/").status_code == 200
    play(match, *QUICK_MATE)
    assert not history_of(ann.pk).exists()
    assert Client().get(f"/matches/{match.uid}/").status_code == 200


def test_delayed_onlookers_see_and_hear_what_was_four_plies_ago() -> None:
    match = delayed()
    referee = Referee(match)
    assert referee.horizon(BYSTANDER) == 1
    assert referee.horizon(Viewer.of(Seat(1))) == 5
    assert referee.view(BYSTANDER) == referee.view(BYSTANDER, after_ply=1)
    assert referee.view(BYSTANDER) == referee.view(BYSTANDER, after_ply=5)
    assert referee.view(BYSTANDER) != referee.view(Viewer.of(Seat(0)))
    assert list(referee.moments(BYSTANDER)) == [1]
    facts = board_facts(match.uid, AnonymousUser(), now=NOON)
    found = [kind for kind, _facts in facts.news if kind == "moved"]
    assert len(found) == 1
    play(match, LONGER_MATE[5])
    whole = board_facts(match.uid, AnonymousUser(), now=NOON)
    assert len([kind for kind, _facts in whole.news if kind == "moved"]) == 6


@pytest.mark.parametrize("address", ["", "board/", "board/?ply=5", "?ply=4", "board/?has=0.1.1"])
def test_no_page_tells_onlookers_more(address: str) -> None:
    match = delayed()
    html = Client().get(f"/matches/{match.uid}/{address}").content.decode()
    assert 'data-ply="1"' in html

    assert 'data-plies="1"' in html


LINK = re.compile(r'href="(/analysis/[^"]*)"')


def analysed(match: Match, address: str = "", user: User | None = None) -> list[str]:
    html = browser(user).get(f"/matches/{match.uid}/{address}").content.decode()
    return [found.replace("&amp;", "&") for found in LINK.findall(html)]


def test_onlookers_take_the_board_they_see_to_the_analysis_and_no_move_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = delayed()
    now = f"/analysis/xiongqi/?moves={LONGER_MATE[0]}"
    for address in ("", "board/", "?ply=5"):
        assert analysed(match, address) == [now], address
    assert analysed(match, "?ply=0") == ["/analysis/xiongqi/"]
    assert Client().get(now).status_code == 200
    assert analysed(match, user=south(match)) == [], "who plays has a board beside the match"
    monkeypatch.setattr(Eyes, "horizon", lambda referee, viewer: referee.plies)
    assert analysed(match) != [now], "a planted leak is found"


@pytest.mark.parametrize("moves", [0, 1, 4])
def test_a_long_match_is_taken_along_as_a_board(
    monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    monkeypatch.setattr(seen, "MOST_TRIED", 3)
    match = match_between(person(), person(), game="gungi")
    plies = ["c3-c4", "g7-g6", "g3-g4", "c7-c6"][:moves]
    play(match, *plies)
    (found,) = analysed(match)
    assert ("position=" in found) == (moves > 3)
    board = Client().get(found).content.decode()
    assert 'role="alert" hidden' in board, "all of it can be played"
    picture = re.compile(r'id="sq-[a-i][1-9]"[^>]*aria-label="([^"]*)"')
    own = Client().get(f"/matches/{match.uid}/").content.decode()
    assert picture.findall(board)
    assert len(picture.findall(board)) == len(picture.findall(own))
    resign(uid=match.uid, user=south(match), now=NOON)
    assert analysed(match) == [found]


def test_nothing_hidden_is_taken_along_while_it_is_played() -> None:
    match = gunjin_match(person(), person())
    assert analysed(match) == []
    resign(uid=match.uid, user=south(match), now=NOON)
    assert analysed(match) == []


def test_delayed_in_a_game_with_hidden_pieces_nothing_of_the_set_up_shows() -> None:
    match = gunjin_match(person(), person())
    Match.objects.filter(pk=match.pk).update(onlookers="20")
    match.refresh_from_db()
    assert Referee(match).horizon(BYSTANDER) == 2
    assert Client().get(f"/matches/{match.uid}/").status_code == 200


def test_the_watch_page_and_the_match_say_what_was_chosen() -> None:
    match = delayed("10")
    assert listed() == [match.uid]
    page = Client().get(f"/matches/{match.uid}/").content.decode()
    assert "You see this match 10 moves behind" in page
    mine = browser(match.players.all()[0].user).get(f"/matches/{match.uid}/").content.decode()
    assert "Anyone, 10 moves behind" in mine
    assert "You see this match" not in mine


@pytest.mark.parametrize(
    ("changes", "error"),
    [({"onlookers": "7"}, UnknownTerms), ({"onlookers": "link", "rated": True}, ListedIfRated)],
)
def test_terms_that_cannot_be(changes: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        check_terms(terms(**changes))


def test_a_casual_match_by_link_is_private_if_nothing_is_said() -> None:
    client = browser(person())
    form = {"opponent": "link", "game": "xiongqi", "time": "relaxed", "side": "any"}
    for number, (more, expected) in enumerate(
        [
            ({}, "link"),
            ({"onlookers": "usual"}, "link"),
            ({"onlookers": "usual", "rated": "yes"}, ""),
            ({"onlookers": ""}, ""),
            ({"onlookers": "closed", "rated": "yes"}, "closed"),
        ]
    ):
        sent = {"rated": "no", **form, **more, "key": f"key-{number:08}"}
        assert client.post("/matches/new/", sent).status_code == 302
        assert Match.objects.latest("pk").onlookers == expected, more
    refused = client.post(
        "/matches/new/", {**form, "rated": "yes", "onlookers": "link", "key": "key-refused"}
    )
    assert refused.status_code == 422
    assert "is in the lists" in refused.content.decode()


OF_PROGRAMS = [
    pattern
    for name, pattern in sorted(set(routes()))
    if pattern.startswith("api/v1/matches/<slug:uid>")
    and TABLE[name].get == everybody(401)  # what can be read
]


def test_programs_of_others_are_told_nothing_of_a_closed_match() -> None:
    match = match_between(person("ann"), person("bob"), onlookers="closed")
    ann, eve = (Program(user) for user in (south(match), person("eve")))
    assert ann.get(f"/matches/{match.uid}").status_code == 200
    for pattern in OF_PROGRAMS:
        path = address_of(pattern, {"uid": match.uid}).removeprefix(BASE)
        assert eve.get(path).status_code in (404, 409), path
    assert eve.get(f"/matches/{match.uid}").status_code == 404


def test_programs_of_others_are_told_what_was_four_plies_ago() -> None:
    match = delayed()
    answer = Program(person("eve")).get(f"/matches/{match.uid}").json()
    mine = Program(south(match)).get(f"/matches/{match.uid}").json()
    assert (len(answer["moves"]), len(mine["moves"])) == (1, 5)
    assert answer["view"] != mine["view"]


LOUD = ("f7d7", "a1a2", "c7c3", "g3g4")
QUIET = ("a8a7", "g3g4", "a7a8", "g4g5")
OPEN_TO_ALL = (*ADDRESSES, "?ply=1", "?ply=5", "board/?ply=5", "board/?has=0.1.1")
TOKENS = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=nonce=")[\w+/=-]+|(?<=Token": ")\w+'
    r'|(?<=data-key=")[\w-]+'
)


def shown_to_all(match: Match, *lists: str) -> dict[str, tuple[int, str]]:
    """What each address of a match and each of those *lists* shows to anybody, without names."""
    names = {
        match.uid: "U",
        **{user_of(one).get_username(): f"p{one.seat}" for one in match.players.all()},
    }
    shown = {}
    for address in [*(f"/matches/{match.uid}/{one}" for one in OPEN_TO_ALL), *lists]:
        answer = Client().get(address)
        text = TOKENS.sub("", answer.content.decode())
        for name, instead in names.items():
            text = text.replace(name, instead)
        shown[address.replace(match.uid, "U")] = (answer.status_code, text)
    return shown


def nameless_digest(drawing: Drawing, text: str) -> bytes:
    """The digest of a part as the same players would have it in the same match."""
    plain = re.sub(r"\b(ann|bob)\d", r"\1", text).replace(drawing.page.facts.uid, "U")
    return hashlib.blake2b(plain.encode(), digest_size=SIZE).digest()


def differing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that show anybody which of two ways a match has gone on since the horizon."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    monkeypatch.setattr(Drawing, "_digest", nameless_digest)
    monkeypatch.setattr(Drawing, "_covered", lambda _drawing, squares: squares)
    shown = []
    for number, moves in enumerate((LOUD, QUIET)):
        match = match_between(person(f"ann{number}"), person(f"bob{number}"), onlookers="4")
        play(match, "f1e2", *moves)
        shown.append(shown_to_all(match, "/watch/"))
        Match.objects.filter(pk=match.pk).update(onlookers="closed")
    one, other = shown
    assert sum(status == 200 for status, _text in one.values()) >= 7
    return [address for address in one if one[address] != other[address]]


def test_onlookers_four_plies_behind_cannot_tell_two_ways_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert differing(monkeypatch) == []


@pytest.mark.parametrize(
    ("planted", "leak"),
    [
        ("horizon", lambda self, viewer: self._sealed.plies),
        ("_plies_for", lambda self, viewer, number, until: self._plies_from(number)),
    ],
)
def test_a_planted_leak_tells_them_apart(
    planted: str, leak: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Eyes, planted, leak)
    assert differing(monkeypatch) != []
