"""Gungi on the match page, without a script, and how heavy a crowded page is."""

from __future__ import annotations

import gzip
import re

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.match.changes import ending
from games.match.models import Match
from games.notices.presenters.lines import present_notice
from games.notices.selectors import newest_lines
from tests.kit.browsing import BoardPage, browser, start_match
from tests.kit.builders import NOON, match_between, match_with_bot, north, person, play, south
from tests.kit.chance import play_some
from tests.kit.gungi import CROWDED
from tests.kit.offering import offers_in
from tools.verify_record import read_record, verify

pytestmark = pytest.mark.django_db

PLACED = ["m@e1", "m@e9", "r@d3", "r@d7", "n@d3", "n@d7", "done", "done"]


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def duel(*moves: str, rules: str = "guide") -> Match:
    match = match_between(person("ann"), person("bob"), game="gungi", options={"rules": rules})
    play(match, *moves)
    return match


def label(html: str, square: str) -> str:
    found = re.search(rf'id="sq-{re.escape(square)}"[^>]*aria-label="([^"]*)"', html)
    assert found
    return found[1]


def test_every_layer_of_a_stack_is_said_and_drawn() -> None:
    match = duel("d1+d3")
    html = BoardPage(match).html()
    assert label(html, "d3") == "d3, Black General, below it: Black Samurai, moved last"
    cell = re.search(r'<button[^>]*id="sq-d3".*?</button>', html, re.DOTALL)
    assert cell
    assert re.findall(r'<svg class="(under|piece) black', cell[0]) == ["under", "piece"]
    assert cell[0].count("#W") == 1
    assert '<span class="height" aria-hidden="true">2</span>' in cell[0]


def test_capture_or_stack_is_asked_without_a_script() -> None:
    match = duel("e3e4", "e7e6", "e4e5", "a7a6")
    page = BoardPage(match, south(match))
    html = page.html("?at=e5&at=e6")
    assert "Capture or stack?" in html
    assert re.findall(r'class="chooser-option" name="move" value="([^"]*)"', html) == [
        "e5xe6",
        "e5+e6",
    ]
    assert 'name="move" value="e5+e6"' in page.html("?move=e5%2Be6")
    page.play("e5+e6")
    assert "below it: White Soldier" in label(page.html(), "e6")


def test_the_front_is_marked_for_whom_the_board_is_turned_to() -> None:
    match = duel("e3e4", "e7e6", "e4e5")
    assert "closed-4 of-black" in BoardPage(match, south(match)).html()
    assert "closed-5 of-white" in BoardPage(match, north(match)).html()
    assert "closed-0" in BoardPage(match).html()


def test_both_sides_place_turn_about_and_say_that_they_are_done() -> None:
    match = duel(rules="advanced")
    ann, bob = (BoardPage(match, user) for user in (south(match), north(match)))
    html = ann.html()
    assert "Your move." in html
    assert "call-done" not in html  # the marshal comes first
    ann.play("m@e1")
    bob.play("m@e9")
    assert 'data-ask="call-done"' in ann.html()
    assert "Done placing?" in ann.html("?ask=call-done")
    ann.play("done")
    bob.play("n@e7")
    bob.play("done")
    assert "Soldier in your hand: 4" in ann.html("?at=d*")
    ann.play("d*e1")
    ann.play("d*d1")
    match.refresh_from_db()
    assert label(ann.html(), "d1") == "d1, Black Soldier, moved last"


def test_the_rules_are_chosen_and_told() -> None:
    answer = start_match(browser(person("ann")), game="gungi", **{"gungi-rules": "intro"})
    match = Match.objects.get()
    assert match.options == {"rules": "intro"}
    assert "Introductory" in browser(person("bob")).get(answer.url).content.decode()
    usual = match_with_bot(person("cid"), game="gungi")
    assert "<dt>Rules</dt><dd>Guide</dd>" in BoardPage(usual).html()
    refused = start_match(browser(person("dan")), game="gungi", **{"gungi-rules": "none"})
    assert refused.status_code == 422


def test_a_crowded_page_stays_light() -> None:
    match = duel(*CROWDED)
    html = BoardPage(match, south(match)).html()
    assert len(offers_in(html)) > 300
    assert len(gzip.compress(html.encode())) < 60_000


@pytest.mark.parametrize("rules", ["guide", "intro", "beginner", "intermediate", "advanced"])
def test_a_match_by_any_rules_is_kept_shown_and_passed_on(rules: str) -> None:
    placed = PLACED if rules in ("intermediate", "advanced") else []
    match = duel(*placed, rules=rules)
    play_some(match, 30)
    ending.resign(uid=match.uid, user=south(match), now=NOON)
    house, page = browser(), f"/matches/{match.uid}/"
    kept = house.get(f"{page}record.json")
    record = read_record(kept.content.decode())
    assert verify(record).startswith(f"{len(placed) + 31} plies, the result")
    assert record["options"] == {"rules": rules}
    text = house.get(f"{page}record.txt").content.decode()
    assert f'[Option rules "{rules}"]' in text
    for pieces in ("kanji", "international"):
        picture = house.get(f"{page}board.svg?pieces={pieces}")
        assert (picture.status_code, picture["Content-Type"]) == (
            200,
            "image/svg+xml; charset=utf-8",
        )
        assert b"<svg" in picture.content
    shown = house.get(f"{page}embed/")
    assert shown.status_code == 200
    assert "Gungi" in shown.content.decode()
    line = present_notice(newest_lines(north(match).pk, 1)[0])
    assert line.text == "You won: Gungi against ann. ann (Black) resigned."


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_rules_show_every_kind_at_every_tier(language: str) -> None:
    with override(language):  # and no language stays behind
        answer = browser(headers={"accept-language": language}).get("/rules/gungi/")
    html = answer.content.decode()
    assert len(re.findall(r'<section class="kind"', html)) == 14
    assert html.count('class="diagram reach"') == 42
