"""The pages of the lobby, as people and visitors see them, with and without a script."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby.models import Challenge, Seek
from games.lobby.services.seeks import SeekRequest, open_seek
from games.match.changes import ending
from games.match.models import Match
from games.match.terms import opening
from games.people.services import block_person, follow_person
from tests.kit.browsing import browser
from tests.kit.builders import NOON, QUICK_MATE, match_between, person, play, terms
from tests.kit.sockets import open_page

pytestmark = pytest.mark.django_db

TERMS = {"game": "gunjin", "time": "relaxed", "rated": "yes", "side": "any"}
SEEK = {**TERMS, "opponent": "here", "audience": "anyone", "days": "7", "key": "key-of-seek"}
CHALLENGE = {**TERMS, "opponent": "person", "to": "ann", "key": "key-of-challenge"}
QUICK = {"game": "xiongqi", "time": "relaxed", "wait": "", "key": "key-of-haste"}


@pytest.fixture
def ann():
    return person("ann", time_zone="Asia/Tokyo")


def seek(user, **changes):
    asked = SeekRequest(terms(**{"side": None, **changes}))
    return open_seek(user=user, asked=asked, now=timezone.now())


def text(answer) -> str:
    assert answer.status_code in (200, 409, 422), answer.status_code
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_a_seek_says_every_term_in_words(ann, bob) -> None:
    """Its line in the lobby, and its page what else there is to know."""
    one = open_seek(
        user=ann,
        asked=SeekRequest(terms(side=1, rated=True), low=1400, high=1600),
        now=timezone.now(),
    )
    client = browser(bob)
    line, page = (text(client.get(path)) for path in ("/lobby/", f"/lobby/seeks/{one.uid}/"))
    for words in (
        "Xiongqi",
        "ann",
        "1500?",
        "Relaxed: 5 days + 1 day per move (7 days at most)",
        "Rated",
        "You play South and move first",
        "For ratings from 1400 to 1600",
    ):
        assert words in line, words
        assert words in page, words
    for words in ("there (UTC+09:00)", "No turns counted yet", "Open until"):
        assert words in page, words


@pytest.mark.parametrize("form", [SEEK, CHALLENGE, QUICK], ids=["seek", "challenge", "quick"])
def test_rules_are_chosen_and_said_in_words(ann, bob, form) -> None:
    page = "/matches/new/" if "opponent" in form else "/lobby/quick/"
    chosen = {**form, "game": "gungi", "gungi-rules": "advanced"}
    answer = browser(bob).post(page, chosen, follow=True)
    assert "Rules: Advanced" in text(answer)
    assert "Rules: Advanced" in text(browser(ann).get("/lobby/"))
    assert browser(bob).post(page, {**chosen, "gungi-rules": "nonsense"}).status_code != 200
    assert {row.options["rules"] for row in (*Seek.objects.all(), *Challenge.objects.all())} == {
        "advanced"
    }


def test_visitors_see_what_is_sought_but_not_where_people_live(ann) -> None:
    seek(ann)
    html = text(browser().get("/lobby/"))
    assert "Sign in to take a seat" in html
    assert "UTC+09" not in html


def test_an_empty_lobby_offers_what_else_there_is(bob) -> None:
    html = browser(bob).get("/lobby/").content.decode()
    for way in ("opponent=here", "opponent=link"):
        assert f"/matches/new/?{way}" in html
    assert 'class="bot-ways"' in html


def test_two_presses_from_the_desk_to_a_match_with_a_stranger(ann, bob) -> None:
    seek(ann)
    client = browser(bob)
    assert 'href="/lobby/"' in client.get("/desk/").content.decode()
    way = re.findall(r'action="(/lobby/seeks/[^"]*)"', client.get("/lobby/").content.decode())
    answer = client.post(way[0], {"do": "take"})
    assert answer["Location"] == f"/matches/{Match.objects.get().uid}/"
    assert client.post(way[0], {"do": "take"})["Location"] == answer["Location"]


def test_a_seek_that_fits_another_is_a_match_at_once(ann, bob) -> None:
    assert browser(ann).post("/matches/new/", SEEK)["Location"].startswith("/lobby/seeks/")
    answer = browser(bob).post("/matches/new/", SEEK)
    assert answer["Location"] == f"/matches/{Match.objects.get().uid}/"
    page = browser(ann).get(f"/lobby/seeks/{Seek.objects.get(user=ann).uid}/")
    assert page["Location"] == answer["Location"]


def test_quick_pairing_sent_twice_is_one_seek_and_leads_to_its_match(ann, bob) -> None:
    form = {"game": "gunjin", "time": "relaxed", "wait": "30", "key": "key-of-quick"}
    client = browser(ann)
    first, second = (client.post("/lobby/quick/", form)["Location"] for _time in range(2))
    assert first == second
    assert Seek.objects.get().bot_at - Seek.objects.get().created_at == timedelta(seconds=30)
    assert "Tama (easy bot) will join at" in text(client.get(first))
    seek(bob, game="gunjin", rated=False)
    cid = browser(person("cid"))
    way = cid.post("/lobby/quick/", {**form, "key": "key-of-cids"})["Location"]
    assert way.startswith("/matches/")


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({**SEEK, "time": "none"}, "cannot be rated"),
        ({**SEEK, "low": "1600"}, "your own rating must be inside the range"),
        ({**SEEK, "low": "-1"}, "Nothing has been sent yet"),
        ({**SEEK, "low": "x" * 50}, "Nothing has been sent yet"),
        ({**SEEK, "game": "chess"}, "Nothing has been sent yet"),
        ({**CHALLENGE, "to": "nobody"}, "There is no player with this name"),
        ({**CHALLENGE, "to": "\x00"}, "Nothing has been sent yet"),
        ({**CHALLENGE, "to": "bob"}, "You cannot play against yourself"),
        ({**CHALLENGE, "time": "none"}, "cannot be rated"),
        ({}, "Nothing has been sent yet"),
    ],
)
def test_bad_forms_are_answered_in_a_sentence(ann, bob, form, words) -> None:
    answer = browser(bob).post("/matches/new/", form)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Seek.objects.exists()


def test_ones_own_seek_is_withdrawn_and_not_taken(ann, bob) -> None:
    wanted = seek(ann)
    url = f"/lobby/seeks/{wanted.uid}/"
    assert browser(ann).post(url, {"do": "take"}).status_code == 409
    assert browser(bob).post(url, {"do": "withdraw"}).status_code == 409
    assert browser(ann).post(url, {"do": "withdraw"})["Location"] == "/lobby/"
    answer = browser(bob).post(url, {"do": "take"})
    assert answer.status_code == 409
    assert "no longer open" in text(answer)


def test_whoever_is_kept_apart_finds_no_such_seek(ann, bob) -> None:
    wanted = seek(ann)
    block_person(user=ann, person=bob, kinds=["pairing"])
    url = f"/lobby/seeks/{wanted.uid}/"
    assert browser(bob).get(url).status_code == 404
    assert browser(bob).post(url, {"do": "take"}).status_code == 404
    assert browser(bob).get("/lobby/seeks/nosuchseek12/").status_code == 404


def test_an_invitation_is_gone_for_whoever_is_kept_apart(ann, bob) -> None:
    invitation = opening.create_invitation(user=ann, terms=terms(), now=timezone.now())
    block_person(user=bob, person=ann, kinds=["pairing"])
    url = f"/take/{invitation.secret}/"
    assert "This invitation has expired" in text(browser(bob).get(url))
    assert browser(bob).post(url).status_code == 409
    invitation.refresh_from_db()
    assert invitation.status == "open"


def test_a_challenge_goes_its_way_by_pages(ann, bob) -> None:
    url = browser(bob).post("/matches/new/", CHALLENGE)["Location"]
    client = browser(ann)
    assert "bob challenges you to Gunjin Shogi" in text(client.get("/notices/"))
    assert url in client.get("/desk/").content.decode()
    assert "1 offer waits for your answer" in text(client.get("/desk/"))
    assert url in client.get("/lobby/").content.decode()
    assert client.post(url, {"do": "dance"}).status_code == 409
    assert client.post(url, {"do": "decline", "reason": "too-slow"})["Location"] == url
    assert "ann declined: Too slow for me" in text(browser(bob).get(url))
    assert browser(person("cid")).get(url).status_code == 404
    assert browser(person("dan")).post(url, {"do": "accept"}).status_code == 404


def test_accepting_leads_to_the_board(ann, bob) -> None:
    url = browser(bob).post("/matches/new/", CHALLENGE)["Location"]
    answer = browser(ann).post(url, {"do": "accept"})
    assert answer["Location"] == f"/matches/{Match.objects.get().uid}/"


def test_who_follows_is_told_and_led_to_the_lobby(ann, bob) -> None:
    follow_person(user=bob, person=ann, wanted=True)
    seek(ann, game="gunjin")
    page = browser(bob).get("/notices/")
    assert "ann is looking for a match of Gunjin Shogi" in text(page)
    assert b'href="/lobby/"' in page.content


def test_whoever_has_blocked_is_told_when_asking_for_a_rematch_and_the_other_is_not(
    ann, bob
) -> None:
    match = match_between(ann, bob)
    play(match, *QUICK_MATE)
    block_person(user=ann, person=bob, kinds=["challenge"])
    url = f"/matches/{match.uid}/rematch/"
    assert "Lift the block first" in text(browser(ann).post(url))
    assert browser(bob).post(url).status_code == 302
    match.refresh_from_db()
    assert match.rematch_offered_by is None


def statements(user) -> int:
    cache.clear()
    client = browser(user)
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/lobby/").status_code == 200
    return len(captured)


def test_a_full_lobby_costs_no_more_statements_than_one_with_ten_seeks(ann) -> None:
    makers = [person() for _number in range(10)]
    now = timezone.now()

    def fill(count) -> None:
        Seek.objects.bulk_create(
            Seek(
                user=makers[number % 10],
                key=f"{count}-{number}",
                game="xiongqi",
                time_control="relaxed",
                created_at=now,
                expires_at=now + timedelta(days=1),
            )
            for number in range(count)
        )

    fill(10)
    few = statements(ann)
    fill(990)
    assert statements(ann) == few
    assert few <= 23, few


@pytest.mark.django_db(transaction=True)
async def test_the_socket_says_only_that_something_has_changed() -> None:
    from asgiref.sync import sync_to_async

    ann, bob = await sync_to_async(person)("ann"), await sync_to_async(person)("bob")
    page = await open_page("/ws/lobby/", ann)
    await sync_to_async(seek)(bob)
    assert await page.receive_json_from() == {"lobby": "changed"}
    await page.disconnect()
    visitor = await open_page("/ws/lobby/", None)
    assert (await visitor.receive_output())["code"] == 4401


def test_what_running_matches_hide_moves_nothing_on_a_profile(ann, bob) -> None:
    """The tally of turns, the ratings and the history move when a match is over, not before."""
    match = match_between(ann, bob, now=timezone.now())
    client = browser(person("cid"))
    page = re.compile(rb'nonce="[^"]*"|value="[^"]*"|"X-CSRFToken": "[^"]*"')
    before = page.sub(b"", client.get("/people/ann/").content)
    play(match, "e3e4", "e6e5", now=timezone.now())
    assert page.sub(b"", client.get("/people/ann/").content) == before
    ending.resign(uid=match.uid, user=ann, now=timezone.now())
    assert page.sub(b"", client.get("/people/ann/").content) != before


def test_without_people_the_lobby_shows_what_can_be_played_learnt_and_watched(client, ann) -> None:
    levels = ["easy", "easy"]
    show = opening.create_house_match(terms=terms(time_control="none"), levels=levels, now=NOON)
    for html in (
        client.get("/lobby/").content.decode(),
        browser(ann).get("/lobby/").content.decode(),
    ):
        assert "Play or learn now" in html
        for address in (
            'action="/play/gungi/"',
            'href="/start/gungi/"',
            'href="/learn/gungi/"',
            'href="/campaign/"',
            f'href="/matches/{show.uid}/"',
        ):
            assert address in html, address
    seek(ann)
    assert "Play or learn now" not in client.get("/lobby/").content.decode()


def test_whoever_narrows_the_lobby_is_shown_nothing_else(client) -> None:
    assert "Play or learn now" not in client.get("/lobby/?game=gungi").content.decode()
