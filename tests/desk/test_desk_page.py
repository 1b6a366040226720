"""The desk: what waits for me by deadline, what I wait for, offers, and what has ended."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.desk.selectors import COMPACT_ROWS, desk_of
from games.learn.content import course_of
from games.learn.services import keep_step
from games.match.changes import ending
from games.match.changes.deskmarks import mark_board
from games.match.models import Match, Player
from games.match.onlookers import CLOSED
from games.match.terms import opening
from games.matchpage import services as seeing
from games.people.models import Block
from games.people.services import block_person
from games.puzzles.services import load_shipped
from tests.kit.browsing import HTMX, browser
from tests.kit.builders import (
    NOON,
    QUICK_MATE,
    club_of,
    everything,
    match_between,
    match_with_bot,
    person,
    play,
    terms,
    tournament_of,
)
from tests.kit.crowd import copy_match
from tests.kit.gunjin import OCCUPATION, gunjin_match, place
from tests.kit.seichu import FOUL_CAPTURED, seichu_match
from tests.kit.stages import stage_of

pytestmark = pytest.mark.django_db

GAMES = ("xiongqi", "gungi", "gunjin")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def now(monkeypatch):
    """Noon; `now.shift` goes on."""

    class Now:
        at = NOON

        def shift(self, by):
            self.at += by

    now = Now()
    monkeypatch.setattr(timezone, "now", lambda: now.at)
    return now


@pytest.fixture
def noise():
    """Other people's matches, in every state."""
    dee, eve = person("dee"), person("eve")
    play(match_between(dee, eve), *QUICK_MATE)
    offered = match_between(dee, eve)
    ending.offer_draw(uid=offered.uid, user=dee, now=NOON)
    opening.create_invitation(user=dee, terms=terms(), now=NOON)


def lists(user):
    """The opponents in each list of the desk, in order."""
    html = browser(user).get("/desk/").content.decode()
    found = {}
    for part in re.split(r'<section class="desk-part" aria-labelledby="desk-', html)[1:]:
        name = part.split('"')[0]
        found[name] = re.findall(r'class="against">against ([^<]*)<', part) or [
            re.findall(r'class="match-status">([^<]*)<', part)[0]
        ]
    return found


def test_an_empty_desk_says_what_one_could_do(ann, noise) -> None:
    html = browser(ann).get("/desk/").content.decode()
    assert html.count("No match in progress") == 1
    assert "No match is waiting" not in html
    assert "No match in progress" in html
    assert lists(ann) == {}


def test_boards_to_move_come_by_deadline_those_without_a_clock_last(ann, noise, now) -> None:
    match_between(ann, person("slow"), now=NOON + HOUR)
    match_between(ann, person("never"), time_control="none")
    match_between(ann, person("soon"), now=NOON)
    assert lists(ann) == {"to-move": ["soon", "slow", "never"]}


def test_what_waits_for_others_is_a_list_of_its_own(ann, noise) -> None:
    play(match_between(ann, person("bob")), "e3e4")
    match_between(person("cid"), ann)
    assert lists(ann) == {"waiting": ["bob", "cid"]}


def test_open_invitations_and_draw_offers_are_offers(ann, noise) -> None:
    bob = person("bob")
    match = match_between(ann, bob)
    ending.offer_draw(uid=match.uid, user=bob, now=NOON)
    assert lists(ann)["offers"] == ["bob"]
    assert "Draw offered" in browser(ann).get("/desk/").content.decode()
    assert "offers" not in lists(bob)  # one's own is none
    carol = person("carol")
    opening.create_invitation(user=carol, terms=terms(), now=NOON)
    assert lists(carol) == {"offers": ["Waiting for someone to open your link"]}


def test_a_rematch_asked_for_is_an_offer_until_it_begins(ann, now) -> None:
    bob = person("bob")
    match = match_between(ann, bob)
    play(match, *QUICK_MATE)
    opening.ask_rematch(uid=match.uid, user=bob, now=NOON)
    assert lists(ann)["offers"] == ["bob"]
    opening.ask_rematch(uid=match.uid, user=ann, now=NOON)
    assert "offers" not in lists(ann)


def test_what_has_ended_stays_until_it_was_seen_and_two_days_more(ann, noise, now) -> None:
    match = match_between(ann, person("bob"))
    play(match, *QUICK_MATE)
    now.shift(30 * DAY)
    assert lists(ann) == {"finished": ["bob"]}
    seeing.see_match(uid=match.uid, user=ann, now=now.at)
    assert lists(ann) == {}


def test_what_has_just_ended_stays_although_it_was_seen(ann, now) -> None:
    match = match_between(ann, person("bob"))
    play(match, *QUICK_MATE)
    seeing.see_match(uid=match.uid, user=ann, now=now.at)
    assert lists(ann) == {"finished": ["bob"]}
    now.shift(2 * DAY + HOUR)
    assert lists(ann) == {}


def test_the_unseen_come_first_and_are_marked(ann, now) -> None:
    seen = match_between(ann, person("seen"))
    unseen = match_between(ann, person("unseen"))
    for match in (unseen, seen):
        play(match, *QUICK_MATE)
    seeing.see_match(uid=seen.uid, user=ann, now=now.at)
    assert lists(ann)["finished"] == ["unseen", "seen"]
    html = browser(ann).get("/desk/").content.decode()
    assert html.count('<span class="tag hot">new</span>') == 1


def test_a_cancelled_match_is_shown_a_withdrawn_invitation_is_not(ann, now) -> None:
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    opening.cancel_invitation(uid=invitation.uid, user=ann, now=NOON)
    assert lists(ann) == {}
    match = match_between(ann, person("bob"))
    ending.cancel_running(match, list(match.players.all()), now=NOON)
    assert lists(ann) == {"finished": ["bob"]}


def test_bots_are_named_as_such(ann) -> None:
    match_with_bot(ann)
    assert "against Tama (easy bot)" in browser(ann).get("/desk/").content.decode()


def test_a_side_is_named_where_there_are_two(ann) -> None:
    match_with_bot(ann)
    assert "You play South" in browser(ann).get("/desk/").content.decode()
    stage_of(ann)
    assert browser(ann).get("/desk/").content.decode().count("You play ") == 1


def test_every_row_leads_to_its_board_and_shows_it(ann) -> None:
    match = match_between(ann, person("bob"))
    invitation = opening.create_invitation(user=ann, terms=terms(), now=NOON)
    html = browser(ann).get("/desk/").content.decode()
    assert f'href="/matches/{match.uid}/"' in html
    assert f'href="/take/{invitation.secret}/"' in html
    assert "<svg" in html.split("match-picture")[1]


def test_what_has_changed_since_the_own_last_move_is_framed_on_small_boards() -> None:
    match = match_between(person("ann"), person("bob"))
    ann, bob = (player.user for player in match.players.all())

    def framed(user: Any) -> tuple[int, list[str]]:
        html = browser(user).get("/desk/").content.decode()
        return html.count('class="changed"'), re.findall(r'aria-label="(Board of [^"]*)"', html)

    play(match, "e3e4")
    assert framed(bob) == (0, ["Board of Xiongqi"]), "who has not moved has seen it all"
    play(match, "e6e5")
    assert framed(ann) == (2, ["Board of Xiongqi, changed since your last move on e6, e5"])
    assert framed(bob) == (0, ["Board of Xiongqi"])
    play(match, "d3d4")
    assert framed(ann) == (0, ["Board of Xiongqi"])
    assert framed(bob) == (2, ["Board of Xiongqi, changed since your last move on d3, d4"])


@pytest.mark.parametrize(
    ("made", "moves", "seat", "squares"),
    [
        (gunjin_match, OCCUPATION[:2], 0, "g4, g3"),
        (seichu_match, (*FOUL_CAPTURED, "accept"), 1, "b3, c4"),
    ],
)
def test_so_it_is_where_pieces_are_hidden(made: Any, moves: Any, seat: int, squares: str) -> None:
    match = made(person("ann"), person("bob"), *moves)
    html = browser(match.players.get(seat=seat).user).get("/desk/").content.decode()
    assert f'changed since your last move on {squares}"' in html
    html = browser(match.players.get(seat=1 - seat).user).get("/desk/").content.decode()
    assert "changed since your last move" not in html


def test_the_frame_counts_boards_and_notices(ann) -> None:
    match_between(ann, person("bob"))
    match_between(ann, person("cid"))
    html = browser(ann).get("/desk/counts/").content.decode()
    boards, notices = html.split('id="notices-bubble"')
    assert set(re.findall(r">\s*(\d+)", boards)) == {"2"}
    assert set(re.findall(r">\s*(\d+)", notices)) == {"2"}


@pytest.mark.parametrize("after", ["", "%00", "nothing", "a" * 900, "%27--", "%ED%A0%80"])
def test_the_next_board_is_found_whatever_was_looked_at_before(ann, after) -> None:
    match = match_between(ann, person("bob"))
    answer = browser(ann).get(f"/desk/next/?after={after}")
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.uid}/")


def test_the_desk_asks_the_database_no_more_for_more_matches(
    ann, django_assert_max_num_queries
) -> None:
    client = browser(ann)
    for number in range(6):
        match_between(ann, person(f"guest{number}"))
    client.get("/desk/")
    with django_assert_max_num_queries(12):
        client.get("/desk/", headers=HTMX)
    with django_assert_max_num_queries(25):  # no puzzle of the day is found, in any game
        client.get("/desk/")
    assert Match.objects.count() == 6


def test_a_desk_leads_on_to_what_there_is(ann) -> None:
    client = browser(ann)
    page = client.get("/desk/").content.decode()
    assert 'action="/play/xiongqi/"' in page
    assert 'href="/vacation/"' in page
    assert "Puzzle of the day" not in page, "there is none"
    assert 'href="/clubs/' not in page.partition("<main")[2].partition("</main")[0]
    load_shipped()
    club = club_of(ann)
    page = client.get("/desk/").content.decode()
    assert 'href="/puzzles/daily/"' in page
    assert f'href="/clubs/{club.uid}/"' in page
    assert "Vacation" not in client.get("/desk/", headers=HTMX).content.decode()


def test_a_desk_leads_on_to_the_lesson_that_comes_next(ann) -> None:
    client = browser(ann)
    first, second = [*course_of("xiongqi").steps.values()][:2]
    assert "/learn/xiongqi/" not in main_part(client.get("/desk/"))
    keep_step(user_id=ann.pk, game="xiongqi", step=first.id, now=NOON)
    assert f'href="/learn/xiongqi/{second.id}/"' in main_part(client.get("/desk/"))
    for step in course_of("xiongqi").steps:
        keep_step(user_id=ann.pk, game="xiongqi", step=step, now=NOON)
    assert "/learn/xiongqi/" not in main_part(client.get("/desk/"))


def test_a_match_to_watch_is_shown_to_whoever_has_no_move_to_make(ann) -> None:
    bob = person("bob")
    match_with_bot(bob)
    assert "Watch" not in main_part(browser(ann).get("/desk/")), "that is practice"
    match = match_between(bob, person("cat"))
    line = f'href="/matches/{match.uid}/">Watch</a>'
    assert f'Xiongqi: bob against cat</span><a class="button small" {line}' in main_part(
        browser(ann).get("/desk/")
    )
    closed = match_between(bob, person("dan"), onlookers=CLOSED)
    assert closed.uid not in main_part(browser(ann).get("/desk/"))
    block_person(user=bob, person=ann, kinds=[Block.Kind.WATCH])
    assert "Watch" not in main_part(browser(ann).get("/desk/"))
    eve = person("eve")
    assert line in main_part(browser(eve).get("/desk/"))
    match_between(eve, ann)
    assert line not in main_part(browser(eve).get("/desk/")), "it is her move"


def main_part(answer) -> str:
    """What stands between the frame of a page."""
    return str(answer.content.decode().partition("<main")[2].partition("</main")[0])


def test_boards_have_the_pieces_their_player_chose():
    chosen = {User.PieceSet.KANJI: "kanji", User.PieceSet.INTERNATIONAL: "international"}
    for piece_set, sprite in chosen.items():
        user = person(piece_set=piece_set)
        match_with_bot(user)
        html = browser(user).get("/desk/").content.decode()
        assert sprite in html.split("match-picture")[1].split("</svg>")[0]


def test_a_long_desk_shows_some_boards_and_the_rest_in_compact_rows(ann) -> None:
    for number in range(10):
        game = "gunjin" if number == 0 else "xiongqi"
        match_between(ann, person(f"p{number}"), game=game, now=NOON + number * HOUR)
    client = browser(ann)
    html = client.get("/desk/").content.decode()
    assert "10 boards wait for your move." in html
    assert html.count('class="board-picture') == 8
    assert "Show 2 more" in html
    assert "?compact=on" in html
    assert '<details class="desk-filter" id="desk-filter" hx-preserve>' in html
    html = client.get("/desk/?compact=on").content.decode()
    assert html.count("against p") == 10
    assert '<details class="desk-filter" id="desk-filter" hx-preserve>' in html
    narrowed = client.get("/desk/?compact=on&game=xiongqi").content.decode()
    assert '<details class="desk-filter" id="desk-filter" hx-preserve open>' in narrowed
    assert "board-picture" not in html


def test_a_long_desk_is_narrowed_and_sorted_and_next_keeps_to_the_game(ann) -> None:
    hidden = match_between(ann, person("cid"), game="gungi", now=NOON + 2 * HOUR)
    match_between(ann, person("bob"), now=NOON + HOUR)
    match_between(ann, person("dee"), now=NOON)
    client = browser(ann)

    def order(query: str) -> list[str]:
        html = client.get(f"/desk/?{query}").content.decode()
        return re.findall(r'class="against">against ([^<]*)<', html)

    assert order("") == ["dee", "bob", "cid"]
    assert order("sort=newest") == ["cid", "bob", "dee"]
    assert order("sort=opponent") == ["bob", "cid", "dee"]
    assert order("sort=game")[0] == "cid"
    assert order("game=gungi") == ["cid"]
    assert order("game=chess&sort=x") == ["dee", "bob", "cid"]
    assert "/desk/next/?game=gungi" in client.get("/desk/?game=gungi").content.decode()
    assert client.get("/desk/next/?game=gungi")["Location"] == f"/matches/{hidden.uid}/"
    assert client.get("/desk/next/?game=gungi&after=" + hidden.uid)["Location"] == "/desk/"


def test_it_is_narrowed_to_an_opponent_in_any_spelling(ann) -> None:
    bob = person("Bob Baker")
    one, two = match_between(ann, bob), match_between(ann, bob, game="gungi")
    match_between(ann, person("cid"))
    client = browser(ann)
    assert set(in_order(client, "?opponent=bob+baker")) == {one.uid, two.uid}
    assert in_order(client, "?opponent=bob+baker&game=gungi") == [two.uid]
    assert in_order(client, "?opponent=nobody") == []
    Match.objects.filter(pk=one.pk).update(onlookers="anon")
    assert in_order(client, "?opponent=bob+baker") == [two.uid], "of whom one does not know"
    assert "against Anonymous" in client.get("/desk/").content.decode()


def test_next_keeps_to_the_filter_on_the_boards_too(ann) -> None:
    bob = person("bob")
    one, two = match_between(ann, bob), match_between(ann, bob)
    other = match_between(ann, person("cid"))
    client = browser(ann)
    assert "/desk/next/?opponent=bob" in client.get("/desk/?opponent=bob").content.decode()
    for after, then in ((one, two), (two, one)):
        assert client.get(f"/desk/next/?after={after.uid}")["Location"] == f"/matches/{then.uid}/"
    client.get("/desk/?game=gungi")
    assert client.get(f"/desk/next/?after={one.uid}")["Location"] == "/desk/"
    client.get("/desk/")
    mark_board(uid=one.uid, user=ann, mark="mute")
    assert client.get(f"/desk/next/?after={two.uid}")["Location"] == f"/matches/{other.uid}/"


def test_lists_are_parted_by_game_or_by_event(ann) -> None:
    for number, (game, event) in enumerate(
        [("xiongqi", ""), ("gungi", "ladder-gungi"), ("xiongqi", "ladder-xiongqi")]
    ):
        match = match_between(ann, person(f"p{number}"), game=game)
        Match.objects.filter(pk=match.pk).update(event=event)
    event = tournament_of(ann)
    match = match_between(ann, person("p3"))
    Match.objects.filter(pk=match.pk).update(event=event.uid)

    def parted(query: str) -> list[list[str]]:
        html = browser(ann).get(f"/desk/?{query}").content.decode()
        _before, *parts = html.split('class="desk-group">')
        return [_named(part) for part in parts]

    assert parted("") == []
    assert parted("group=game") == [["Gungi", "p1"], ["Xiongqi", "p0", "p2", "p3"]]
    found = {heading: people for heading, *people in parted("group=event")}
    assert found == {
        "Ladder: Gungi": ["p1"],
        "Ladder: Xiongqi": ["p2"],
        "Autumn": ["p3"],
        "No event": ["p0"],
    }
    assert [heading for heading, *_people in parted("group=event")][-1] == "No event"


def _named(part: str) -> list[str]:
    return [part.partition("<")[0], *re.findall(r"against (p\d)", part)]


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_of_two_hundred_running_matches_is_small(ann, game: str) -> None:
    first = match_between(ann, person("bob"), game=game)
    if first.is_setting_up:
        place(first, 0)
        place(first, 1)
    copy_match(first, 199)
    Player.objects.filter(user=ann, match__in=Match.objects.order_by("-pk")[:100]).update(
        is_to_act=False
    )
    answer = browser(ann).get("/desk/")
    html = answer.content.decode()
    assert "100 boards wait for your move." in html
    assert "Show 189 more" in html
    assert len(answer.content) < 150_000
    seen: list[str] = []
    for number in range(1, 5):
        rest = browser(ann).get(f"/desk/?compact=on&page={number}").content.decode()
        assert "100 boards wait for your move." in rest
        assert "No match in progress" not in rest
        rows = re.findall(r'href="(/matches/\w{12}/)"', rest)
        assert len({*rows}) == 50
        seen += {*rows}
    assert len({*seen}) == 200


def test_a_page_of_a_desk_without_boards_reads_what_it_shows_alone(ann: User) -> None:
    copy_match(match_between(ann, person("bob")), COMPACT_ROWS + 9)
    with CaptureQueriesContext(connection) as captured:
        found = desk_of(ann.pk, now=NOON, page="2")
    assert len(found.to_move) == 10
    assert found.boards == COMPACT_ROWS + 10
    assert found.left_out == 0
    keys = [found for one in captured for found in re.findall(r"IN \(([\d, ]+)\)", one["sql"])]
    assert {len(found.split(",")) for found in keys} == {10}


# stars and muted boards


def marked(client: Any, **form: str) -> Any:
    return client.post("/desk/mark/", form)


def in_order(client: Any, query: str = "") -> list[str]:
    return re.findall(
        r'class="cover" href="/matches/(\w+)/"', client.get(f"/desk/{query}").content.decode()
    )


def test_boards_with_a_star_come_first_and_muted_ones_last() -> None:
    ann = person("ann")
    one, two, three = (match_between(ann, person()) for _each in range(3))
    client = browser(ann)
    assert in_order(client) == [one.uid, two.uid, three.uid]
    assert marked(client, star=three.uid)["Location"] == "/desk/"
    marked(client, mute=one.uid)
    assert in_order(client) == [three.uid, two.uid, one.uid]
    assert in_order(client, "?mark=star") == [three.uid]
    assert in_order(client, "?mark=mute") == [one.uid]
    assert in_order(client, "?mark=nonsense") == [three.uid, two.uid, one.uid]
    kept = marked(client, plain=three.uid, kept="game=xiongqi&mark=star&x=1&compact=on")
    assert kept["Location"] == "/desk/?game=xiongqi&mark=star&compact=True"
    assert in_order(client, "?mark=star") == []


def test_next_keeps_to_what_is_marked_and_passes_by_what_is_muted() -> None:
    ann = person("ann")
    one, two = (match_between(ann, person()) for _each in range(2))
    client = browser(ann)
    marked(client, mute=one.uid)
    assert client.get("/desk/next/")["Location"] == f"/matches/{two.uid}/"
    assert client.get("/desk/next/?mark=mute")["Location"] == f"/matches/{one.uid}/"
    assert client.get("/desk/next/?mark=star")["Location"] == "/desk/"
    assert '/desk/next/?mark=mute"' in client.get("/desk/?mark=mute").content.decode()


def test_only_ones_own_boards_are_marked_and_nobody_else_can_notice(
    django_capture_on_commit_callbacks: Any,
) -> None:
    ann, bob = person("ann"), person("bob")
    match = match_between(ann, bob)
    eve, before = browser(person("eve")), everything()
    for form in ({"star": match.uid}, {"star": "0123456789ab"}):
        assert marked(eve, **form).status_code == 404
    for form in ({"star": "../x"}, {"nonsense": match.uid}, {}):
        assert marked(eve, **form).status_code == 422
    assert everything()["match.Player"] == before["match.Player"]
    before = everything()
    with django_capture_on_commit_callbacks() as announced:
        mark_board(uid=match.uid, user=ann, mark="star")
    after = everything()
    assert {name for name in after if after[name] != before[name]} == {"match.Player"}
    assert announced == []
    assert 'name="plain"' in browser(ann).get("/desk/").content.decode()
    assert 'name="plain"' not in browser(bob).get("/desk/").content.decode()
