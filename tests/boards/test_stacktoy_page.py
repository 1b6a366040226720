"""Three seats, stacked pieces and a board that is no grid, on every page that shows a match."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone

from accounts.models import User
from games.match.changes import turns
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from games.matchpage.selectors.board import board_facts
from tests.kit.browsing import BoardPage, browser
from tests.kit.builders import NOON, person, terms
from tests.kit.stackcard import house_of_stacks

pytestmark = pytest.mark.django_db

STACKED = ("stack:1", "stack:2", "stack:1")
BEGUN = ("mill>inn", "pass", "forge>mill")
"""Ash climbs upon Birch's tower, so that Birch can do nothing; Cedar goes where Ash was."""


@pytest.fixture(autouse=True)
def stacks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    with house_of_stacks():
        yield


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("ann", "bob", "cid")]


def match_of(people: list[User], *moves: str) -> Match:
    """A match of three with *moves* made, by whoever is the first to act."""
    match = opening.create_invitation(user=people[0], terms=terms(game="stacks"), now=NOON)
    for guest in people[1:]:
        opening.take_seat(secret=match.secret, user=guest, now=NOON)
    for number, text in enumerate(moves):
        player = match.players.filter(is_to_act=True).order_by("seat")[0]
        assert player.user is not None
        turns.play_move(
            uid=match.uid,
            user=player.user,
            move=turns.MoveRequest(
                text, board_facts(match.uid, player.user, now=NOON).seat_ply, f"stack-key-{number}"
            ),
            now=NOON,
        )
    match.refresh_from_db()
    return match


def over(people: list[User]) -> Match:
    """Birch's crown, second from the ground, comes to the well once the way is free."""
    moves = ("mill>well", "inn>well", "forge>well", "mill>forge", "inn>well")
    return match_of(people, *STACKED, *moves)


def places(html: str) -> dict[str, str]:
    """What is said of each place."""
    return dict(re.findall(r'id="sq-(\w+)"[^>]*aria-label="([^"]*)"', html))


def test_a_link_fills_one_seat_after_the_other(people: list[User]) -> None:
    match = opening.create_invitation(user=people[0], terms=terms(game="stacks"), now=NOON)
    for guest, side in ((people[1], "Birch"), (people[2], "Cedar")):
        match.refresh_from_db()
        assert match.status == Status.OPEN
        html = browser(guest).get(f"/take/{match.secret}/").content.decode()
        assert f"You play {side}" in html
        opening.take_seat(secret=match.secret, user=guest, now=NOON)
    match.refresh_from_db()
    assert match.status == Status.ACTIVE
    assert {player.seat for player in match.players.filter(is_to_act=True)} == {0, 1, 2}


def test_the_page_names_everybody_and_shows_no_grid(people: list[User]) -> None:
    html = BoardPage(match_of(people), people[1]).html()
    assert "<h1>ann, bob, cid</h1>" in html
    assert html.count(' class="seat ') == 3
    assert 'role="grid"' not in html
    assert set(places(html)) == {"mill", "inn", "forge", "well"}
    assert places(html)["well"] == "the well, empty"
    assert "css/boards/" not in html


def test_several_ways_to_stack_are_chosen_from(people: list[User]) -> None:
    page = BoardPage(match_of(people), people[1])
    html = page.html("?at=inn")
    assert "Which is the crown?" in html
    assert re.findall(r'chooser-option" name="move" value="([^"]*)"', html) == [
        f"stack:{number}" for number in (1, 2, 3)
    ]
    answer = page.play("stack:2")
    assert answer.status_code == 302
    assert "below it: Birch crown, Birch stone" in places(page.html())["inn"]
    seen = places(BoardPage(Match.objects.get(), people[0]).html())["inn"]
    assert seen.count("Birch unknown piece") == 3


def test_stacks_are_drawn_and_read_out_from_the_top(people: list[User]) -> None:
    match = match_of(people, *STACKED, BEGUN[0])
    html = BoardPage(match, people[0]).html()
    (inn,) = re.findall(r'<button[^>]*id="sq-inn".*?</button>', html)
    assert inn.count('class="under birch"') == 3
    assert inn.count('class="piece ash"') == 1
    assert '<span class="height" aria-hidden="true">4</span>' in inn
    said = "inn, Ash stone, below it: Birch unknown piece, Birch unknown piece, Birch unknown piece"
    assert places(html)["inn"] == said
    assert places(BoardPage(match).html())["mill"].endswith("Ash unknown piece")


def test_a_move_is_played_from_the_page_and_the_fragment_shows_it(people: list[User]) -> None:
    match = match_of(people, *STACKED)
    page = BoardPage(match, people[0], htmx=True)
    answer = page.play("mill>inn")
    assert answer.status_code == 200
    assert "inn, Ash stone, below it" in places(answer.content.decode())["inn"]
    part = BoardPage(match, people[1]).get(path="board/").content.decode()
    assert "<html" not in part
    assert "Your move." in part
    assert "Waiting for bob." in BoardPage(match, people[2]).html()
    assert "Birch (bob) to move." in BoardPage(match).html()


def test_who_can_do_nothing_else_says_so(people: list[User]) -> None:
    page = BoardPage(match_of(people, *STACKED, BEGUN[0]), people[1])
    assert 'data-ask="call-pass"' in page.html()
    asked = page.html("?ask=call-pass")
    assert "Pass?" in asked
    assert 'name="move" value="pass"' in asked
    assert page.play("pass").status_code == 302
    assert "Waiting for cid." in page.html()


def test_what_cannot_be_played_is_refused(people: list[User]) -> None:
    page = BoardPage(match_of(people, *STACKED), people[0])
    answer = page.play("inn>mill")
    assert (answer.status_code, answer["X-Refusal"]) == (422, "cannot-go-there")


def test_a_round_has_a_move_of_every_seat(people: list[User]) -> None:
    html = BoardPage(match_of(people, *STACKED, *BEGUN, "inn>well")).html()
    rows = re.findall(r"<li><span class=\"move-number\">(\d)</span>(.*?)</li>", html)
    link = r'data-look="(\d+)"[^>]*><span class="unseen">([^<]*)'
    assert [number for number, _row in rows] == ["1", "4"]
    found = [re.findall(link, row) for _number, row in rows]
    assert found == [
        [
            ("4", "Ash goes mill&gt;inn"),
            ("5", "Birch goes pass"),
            ("6", "Cedar goes forge&gt;mill"),
        ],
        [("7", "Ash goes inn&gt;well")],
    ]


def test_everybodys_eyes_can_be_looked_back_with(people: list[User]) -> None:
    match = over(people)
    html = BoardPage(match).html("?ply=5")
    assert re.findall(r'id="eyes-([\w-]+)"', html) == ["all", "ash", "birch", "cedar", "public"]
    birch = places(BoardPage(match).html("?ply=3&as=birch"))
    assert birch["inn"] == "inn, Birch stone, below it: Birch crown, Birch stone"
    assert "crown" not in birch["mill"]
    assert "crown" not in places(BoardPage(match).html("?ply=3&as=public"))["inn"]
    assert "crown" in places(BoardPage(match).html("?ply=3&as=south"))["inn"]


def test_the_end_is_told_to_all_three(people: list[User]) -> None:
    match = over(people)
    assert match.status == Status.FINISHED
    assert "You have won" in BoardPage(match, people[1]).html()
    assert "You have lost" in BoardPage(match, people[2]).html()
    html = BoardPage(match).html()
    assert "Birch has won" in html
    assert "The crown of Birch has come to the well." in html


def test_the_record_has_rounds_of_three(people: list[User]) -> None:
    text = BoardPage(over(people)).get(path="record.txt").content.decode()
    assert "2. mill>well inn>well forge>well\n" in text
    assert "3. mill>forge inn>well\n" in text
    assert text.endswith("0-1-0\n")
    assert '[Cedar "cid"]' in text


def test_the_desk_names_both_others(people: list[User]) -> None:
    match = match_of(people, *STACKED)
    html = browser(people[2]).get("/desk/").content.decode()
    assert "against ann, bob" in html
    assert "You play Cedar" in html
    assert html.count('class="piece ash"') == 3, "the towers are on the picture"
    assert f"/matches/{match.uid}/" in html


def test_the_picture_is_a_file_in_the_games_colours(people: list[User]) -> None:
    answer = browser().get(f"/matches/{over(people).uid}/board.svg?ply=3")
    assert answer.status_code == 200
    assert answer.content.decode().count("<use") > 8


def test_the_sheet_knows_the_pieces_of_both_others(people: list[User]) -> None:
    html = BoardPage(match_of(people, *STACKED, *BEGUN), people[0]).get(path="knowledge/")
    text = html.content.decode()
    assert "Can be anything." in text
    assert "birch" in text
    assert "cedar" in text
