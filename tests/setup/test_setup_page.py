"""The page of the set-up: what it offers, what its forms do, and that others see none of it."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from engines.catalogue import GAMES, meta_for
from engines.seichu.meta import META as SEICHU
from games.boards.cards import card_for
from games.match.models import Match
from games.setup import services as formations
from games.setup.models import Formation, SetupDraft
from tests.kit.browsing import BoardPage, message_of, row_of
from tests.kit.builders import NOON, everything, match_between, north, person, south, submit

pytestmark = pytest.mark.django_db

PLACING = meta_for("gunjin").placing
assert PLACING is not None
FORTRESS, HAMMER = (army.letters for army in PLACING.armies[:2])
NOTHING = PLACING.nothing


@pytest.fixture
def page(match) -> BoardPage:
    """South's page."""
    return BoardPage(match, south(match))


def prepare(page: BoardPage, do: str, letters: str = NOTHING, **fields: str):
    return page.post("setup", {"do": do, "letters": letters, **fields})


def drafted() -> str:
    return SetupDraft.objects.get().letters


def form_of(html: str, row: str) -> dict[str, str]:
    """The hidden fields of an action row."""
    form = re.search(rf'<form class="action-row" data-row="{row}".*?</form>', html, re.DOTALL)
    assert form
    fields = re.findall(r'name="([a-z_]+)" value="([^"]*)"', form[0])
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


# Forms alone


def test_a_piece_is_picked_and_placed_without_a_script(page) -> None:
    html = page.html("?pick=G")
    assert 'name="pick" value="G"' in html
    assert "General picked: where to?" in html
    assert re.search(r'form="place-put" id="sq-d1" name="to"', html)
    answer = prepare(page, "put", pick="G", to="d1")
    assert (answer.status_code, answer["Location"]) == (302, page.url)
    assert drafted() == "." * 19 + "G..."
    assert "headquarters of South, South General" in page.html()
    assert "Still to place: 22" in page.html()


@pytest.mark.parametrize(
    ("letters", "pick", "to", "after"),
    [
        (FORTRESS, "a3", "c3", "BTA" + FORTRESS[3:]),
        ("G" + "." * 22, "a3", "h1", "." * 22 + "G"),
        ("G" + "." * 22, "L", "a3", "L" + "." * 22),
        ("G" + "." * 22, "a3", "", NOTHING),
    ],
)
def test_putting(page, letters, pick, to, after) -> None:
    assert prepare(page, "put", letters, pick=pick, to=to).status_code == 302
    assert drafted() == after


def test_once_all_pieces_are_placed_the_row_asks_whether_one_is_ready(page) -> None:
    prepare(page, "put", "." + FORTRESS[1:], pick=FORTRESS[0], to="")
    assert "Place your pieces: press one, then its square." in row_text(page)
    prepare(page, "army:fortress")
    assert row_text(page) == "All placed. Ready?"
    words = json.loads(re.findall(r'id="placing"[^>]*>(.*?)</script>', page.html())[0])["words"]
    assert (words["place"], words["ready"]) == (
        "Place your pieces: press one, then its square.",
        "All placed. Ready?",
    )


def row_text(page) -> str:
    """What the action row says."""
    return re.findall(r'id="row-text">([^<]*)<', page.html())[0]


def test_north_sees_the_board_from_the_other_side(match) -> None:
    page = BoardPage(match, north(match))
    prepare(page, "put", pick="G", to="h4")
    assert drafted() == "G" + "." * 22
    squares = re.findall(r'id="sq-([a-h][1-6])"', page.html())
    assert squares == list(PLACING.squares(1))


@pytest.mark.parametrize("army", PLACING.armies, ids=lambda army: army.slug)
def test_a_recommended_army_is_placed_at_a_press(page, army) -> None:
    prepare(page, f"army:{army.slug}")
    assert drafted() == army.letters
    prepare(page, "mirror", army.letters)
    assert drafted() == PLACING.mirrored(army.letters)
    prepare(page, "clear", army.letters)
    assert drafted() == NOTHING


def test_random_is_another_one_each_time(page) -> None:
    seen = set()
    for _number in range(5):
        prepare(page, "random")
        assert PLACING.is_complete(drafted())
        seen.add(drafted())
    assert len(seen) == 5


def test_formations_are_kept_loaded_renamed_and_deleted(page) -> None:
    assert "No saved set-ups yet." in page.html()
    prepare(page, "keep", FORTRESS, name=" The <wall> ")
    assert "No saved set-ups yet." not in page.html()
    assert "The &lt;wall&gt;" in page.html()
    prepare(page, "clear", FORTRESS)
    prepare(page, "load:The <wall>")
    assert drafted() == FORTRESS
    prepare(page, "rename", FORTRESS, name="The <wall>", new_name="Gate")
    assert Formation.objects.get().name == "Gate"
    prepare(page, "forget", FORTRESS, name="Gate")
    assert not Formation.objects.exists()


def test_a_used_name_asks_before_the_old_set_up_is_gone(page) -> None:
    prepare(page, "keep", FORTRESS, name="Gate")
    answer = prepare(page, "keep", HAMMER, name="Gate")
    assert answer["X-Refusal"] == "formation-in-the-way"
    assert "Press Replace" in answer.content.decode()
    assert Formation.objects.get().letters == FORTRESS
    prepare(page, "replace", HAMMER, name="Gate")
    assert Formation.objects.get().letters == HAMMER


@pytest.mark.parametrize("name", ["\u200b", "\u2066 \u2069", "\n\t", "\u3000"])
def test_a_name_in_which_nothing_can_be_seen_is_refused(page, name) -> None:
    answer = prepare(page, "keep", FORTRESS, name=name)
    assert (answer.status_code, answer["X-Refusal"]) == (422, "bad-formation-name")
    assert not Formation.objects.exists()


@pytest.mark.parametrize("name", ["two\nlines", "川\u3000岸", "👨\u200d👩\u200d👧", "ends: a:b"])
def test_whatever_name_is_kept_can_be_pressed(page, name) -> None:
    prepare(page, "keep", FORTRESS, name=name)
    pressed = unescape(re.findall(r'value="(load:[^"]+)"', page.html())[0])
    assert prepare(page, pressed).status_code == 302
    assert drafted() == FORTRESS


def test_the_script_is_answered_what_is_to_be_said(page) -> None:
    answer = prepare(page, "save", "AXBDDBXAPCTTEEKPHSLFMJG")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "Your flag stands on the last rank" in text
    assert "before both bridges" in text
    assert "<html" not in text
    assert "caution" not in prepare(page, "save", FORTRESS).content.decode()


def test_every_recommended_army_has_words() -> None:
    for meta in GAMES:
        armies = meta.placing.armies if meta.placing else ()
        assert [*card_for(meta.slug).armies] == [army.slug for army in armies], meta.slug


def test_what_may_not_be_left_over_is_never_left_over() -> None:
    placing = SEICHU.placing
    assert placing is not None
    assert all("K" in formations._shuffled(placing) for _number in range(60))


def test_where_a_piece_is_kept_in_hand_the_tray_says_so() -> None:
    """There is one piece more than there are squares: the number alone would not add up."""
    match = match_between(person("ann"), person("bob"), game="seichu")
    html = BoardPage(match, south(match)).html()
    left = "Still to place: 8. The one left over is your first piece in hand."
    assert f'id="placing-left">{left}<' in html
    assert left.replace("8", "{count}") in html  # the script says the same


# Ready


def test_ready_is_asked_back_only_when_all_is_placed(page) -> None:
    prepare(page, "save", FORTRESS[:-1] + ".")
    assert row_of(page.html("?ask=ready")) == "idle"
    prepare(page, "save", FORTRESS)
    html = page.html("?ask=ready")
    assert row_of(html) == "ready"
    assert form_of(html, "ready")["move"] == PLACING.action(FORTRESS)


def test_ready_from_the_page_and_from_a_stale_one(match, page) -> None:
    prepare(page, "save", FORTRESS)
    form = form_of(page.html("?ask=ready"), "ready")
    assert page.post("move", form).status_code == 302
    assert page.post("move", form).status_code == 302  # the double click
    html = page.html()
    assert "You are ready. Waiting for bob." in html
    assert "place-put" not in html
    stale = page.post("move", {**form, "key": "another-tab-1"})
    assert stale.status_code == 409
    late = prepare(page, "save", NOTHING)
    assert (late.status_code, late["X-Refusal"]) == (409, "not-placing")
    assert "There are no pieces to place here now." in message_of(late)
    assert not SetupDraft.objects.exists()


def test_the_other_side_reads_placing_and_ready_and_no_more(match, page) -> None:
    other = BoardPage(match, north(match))
    assert other.html().count("Placing pieces") == 2
    page.post("move", {**page.form(), "move": PLACING.action(FORTRESS)})
    html = other.html()
    assert html.count("Placing pieces") == 1
    assert re.search(r'class="tray-count">Ready<', html)


def test_who_leaves_is_told_that_it_costs_nothing(page) -> None:
    html = page.html("?ask=resign")
    assert row_of(html) == "resign"
    assert "It will be cancelled and will not count." in html


def test_the_desk_and_the_page_say_what_is_to_be_done(match, page) -> None:
    assert "Place your pieces" in page.client.get("/desk/").content.decode()
    assert "Place your pieces: press one" in page.html()
    assert "After the match everyone sees the set-up you played" in page.html()


def test_the_house_says_for_whom_it_placed(match, page) -> None:
    match.players.filter(seat=1).update(placed_by_house=True)
    assert "North was not ready in time" in page.html()
    match = match_between(person(), person(), game="gunjin")
    for user, action in ((south(match), FORTRESS), (north(match), FORTRESS)):
        submit(match, user, PLACING.action(action), key=f"army-of-{user.pk}")
    match.players.filter(seat=1).update(placed_by_house=True)
    moves = BoardPage(match, north(match)).html().partition('id="move-list"')[2]
    assert "North was not ready in time" in moves


# Nobody else


OF_EACH_REQUEST = re.compile(
    r'csrfmiddlewaretoken" value="\w+|name="key" value="[\w-]+|X-CSRFToken": "\w+'
    r'|data-(?:now|key)="[^"]+'
)
"""What is new in every answer, whoever did what: tokens, keys, and the time."""


def seen_by(match: Match, user) -> list[str]:
    page = BoardPage(match, user)
    queries = ("", "?ply=0", "?pick=G", "?ask=ready")
    answers = [page.get(query, path) for query in queries for path in ("", "board/")]
    answers += [page.client.get(path) for path in ("/desk/", "/notices/", "/desk/counts/")]
    return [
        f"{answer.status_code} {answer.headers.get('X-Match-Version')} "
        + OF_EACH_REQUEST.sub("", answer.content.decode())
        for answer in answers
    ]


def test_what_one_does_with_ones_pieces_changes_no_byte_for_others(
    match, page, monkeypatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)  # else clocks count on meanwhile
    others = [north(match), person("carol"), None]
    before = [seen_by(match, user) for user in others]
    for letters in (FORTRESS, FORTRESS[::-1], NOTHING):
        prepare(page, "save", letters)
    prepare(page, "keep", FORTRESS, name="wall")
    prepare(page, "random")
    prepare(page, "put", FORTRESS, pick="a3", to="")
    for user, seen in zip(others, before, strict=True):
        assert seen_by(match, user) == seen


def test_another_s_formation_is_not_to_be_had(match, page) -> None:
    prepare(page, "keep", FORTRESS, name="wall")
    other = BoardPage(match, north(match))
    before = everything()
    for do in ("load:wall", "forget:wall", "rename:wall"):
        answer = prepare(other, do, new_name="mine")
        assert (answer.status_code, answer["X-Refusal"]) == (409, "no-such-formation")
    assert {**everything(), "sessions.Session": []} == {**before, "sessions.Session": []}
