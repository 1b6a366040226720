"""Looking back after the end: with either seat's eyes, an onlooker's, or those that see all."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from engines.core.arbiter import ARBITER
from engines.core.seats import BYSTANDER
from games.match.changes import ending
from games.match.exceptions import NotOver
from games.match.reading.viewers import replay_eyes, replay_viewer
from games.match.referee import Referee
from tests.kit.browsing import BoardPage, row_of
from tests.kit.builders import NOON, QUICK_MATE, match_between, north, play, south
from tests.kit.gunjin import OCCUPATION, gunjin_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("any_database")]
LATER = NOON + timedelta(hours=1)


def known(html: str) -> tuple[int, int]:
    """How many of South's and of North's pieces on the board show their kind."""
    pieces = re.findall(r'aria-label="[^"]*, (South|North) ([^",]*)', html)
    assert len(pieces) > 20
    kinds = [side for side, kind in pieces if kind != "Unknown piece"]
    return kinds.count("South"), kinds.count("North")


BOARDS = {
    # after the third move: South has lost nothing but one, North two
    "": "both",
    "&as=all": "both",
    "&as=south": "south",
    "&as=north": "north",
    "&as=public": "none",
    "&as=ARBITER": "both",
    "&as=": "both",
    "&as=%00": "both",
    "&as=" + "south" * 50: "both",
    "&as=0": "both",
}


@pytest.mark.parametrize("asked", BOARDS)
def test_anybody_chooses_the_eyes_to_look_back_with(over, asked) -> None:
    for user in (south(over), north(over), None):
        ours, theirs = known(BoardPage(over, user).html(f"?ply=5{asked}"))
        wanted = {"both": (22, 21), "south": (22, 0), "north": (0, 21), "none": (0, 0)}
        assert (ours, theirs) == wanted[BOARDS[asked]]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("", "North: Tank g4 attacks Cavalry on g3: the attacker wins."),
        ("&as=south", "North: Unknown piece g4 attacks Cavalry on g3: the attacker wins."),
        ("&as=north", "North: Tank g4 attacks Unknown piece on g3: the attacker wins."),
        ("&as=public", "North: Unknown piece g4 attacks Unknown piece on g3: the attacker wins."),
    ],
)
def test_the_story_is_told_as_those_eyes_were_told_it(over, asked, sentence) -> None:
    for user in (south(over), north(over), None):
        assert sentence in BoardPage(over, user).html(f"?ply=4{asked}")


def test_each_seat_is_looked_with_from_its_own_side(over) -> None:
    for asked, is_turned in (("&as=north", True), ("&as=south", False), ("", True)):
        html = BoardPage(over, north(over)).html(f"?ply=5{asked}")
        assert ('class="board gunjin turned"' in html) == is_turned, asked


def test_the_choice_goes_along_from_board_to_board(over) -> None:
    html = BoardPage(over).html("?ply=5&as=north")
    assert re.findall(r'<a href="([^"]*)" id="eyes-(\w+)"[^>]*?( aria-current="true")?>', html) == [
        ("?ply=5&amp;as=all", "all", ""),
        ("?ply=5&amp;as=south", "south", ""),
        ("?ply=5&amp;as=north", "north", ' aria-current="true"'),
        ("?ply=5&amp;as=public", "public", ""),
    ]
    steps = set(re.findall(r'href="(\?ply=\d+[^"]*)" data-look', html))
    assert steps >= {"?ply=2&amp;as=north", "?ply=4&amp;as=north", "?ply=6&amp;as=north"}
    assert '<input type="hidden" name="as" value="north">' in html
    assert row_of(html) == "back"


def test_the_slider_goes_from_the_first_board_to_the_last(over) -> None:
    html = BoardPage(over).html("?ply=4")
    (slider,) = re.findall(r'<input type="range"[^>]*>', html)
    for attribute in ('name="ply"', 'min="2"', 'max="11"', 'value="4"', "Move 2 of 9"):
        assert attribute in slider


def test_before_the_end_everybody_keeps_the_own_eyes(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    for user, wanted in ((people[0], "south"), (people[1], "north"), (None, "none")):
        for query in ("?ply=5", *(f"?ply=5&as={eyes}" for eyes in replay_eyes(match))):
            html = BoardPage(match, user).html(query)
            ours, theirs = known(html)
            assert (ours > 0, theirs > 0) == (wanted == "south", wanted == "north")
            assert "replay-ply" not in html
            assert "eyes-all" not in html


def test_a_cancelled_match_is_looked_back_at_with_the_own_eyes_for_ever(people) -> None:
    match = gunjin_match(*people, "b3b4")
    ending.cancel_running(match, list(match.players.all()), now=LATER)
    assert [replay_viewer(eyes, match) for eyes in replay_eyes(match)] == [None] * 4
    for query in ("", *(f"?ply=3&as={eyes}" for eyes in replay_eyes(match))):
        assert known(BoardPage(match, people[0]).html(query))[1] == 0
        assert known(BoardPage(match).html(query)) == (0, 0)
    assert 'id="pledges"' not in BoardPage(match).html()


def test_the_referee_shows_nobody_everything_before_the_end(people) -> None:
    match = gunjin_match(*people, *OCCUPATION[:-1])
    for ply in (None, 2):
        with pytest.raises(NotOver):
            Referee(match).view(ARBITER, after_ply=ply)
    play(match, OCCUPATION[-1])
    shown = Referee(match).view(ARBITER, after_ply=2)
    assert shown["setups"] == [army.removeprefix("setup:") for army in shown["setups"]]  # type: ignore[union-attr]
    assert Referee(match).view(BYSTANDER, after_ply=2)["setups"] == [None, None]


def test_after_a_resignation_one_steps_back_to_what_was_hidden(people) -> None:
    match = gunjin_match(*people, "b3b4", "g4g3")
    ending.resign(uid=match.uid, user=people[0], now=LATER)
    html = BoardPage(match, people[1]).html()
    assert known(html) == (22, 22)
    assert 'href="?ply=3&amp;as=south"' in html
    assert known(BoardPage(match, people[1]).html("?ply=3&as=south")) == (23, 0)


def test_a_game_without_secrets_has_the_slider_and_no_eyes(people) -> None:
    match = match_between(*people)
    play(match, *QUICK_MATE)
    html = BoardPage(match).html("?ply=1&as=north")
    assert "replay-ply" in html
    assert "eyes-" not in html
    assert "as=north" not in html


PAPERS = ("commitments.txt", "record.txt", "record.json", "board.svg", "board.svg")
"""The picture as it is, and to be had in pixels."""


def test_the_papers_are_on_the_page(people, over) -> None:
    running = gunjin_match(*people)
    for match, words, links in (
        (running, "fixed when play began", ("commitments.txt",)),
        (
            over,
            "shown when play began",
            PAPERS,
        ),
    ):
        for user in (people[0], people[1], None):
            html = BoardPage(match, user).html()
            assert words in html
            assert len(re.findall(r"<code>[0-9a-f]{64}</code>", html)) == 46
            found = re.findall(rf'href="/matches/{match.uid}/(\w+\.\w+)"', html)
            assert sorted(found) == sorted(links)
