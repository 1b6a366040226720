"""Seichu in a browser: a bluff behind its switch, a drop by keys, the question after a capture."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.match.changes import ending
from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    PHONE,
    elsewhere,
    expect_move_shown,
    expect_to_say,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import match_between, person, play, submit
from tests.kit.seichu import ARMIES, FOUL_CAPTURED


@pytest.fixture
def match(site: Any) -> Match:
    """Play has just begun."""
    now = timezone.now()
    match = match_between(person("Ann"), person("Bob"), now=now, game="seichu")
    for seat, army in enumerate(ARMIES):
        user = match.players.get(seat=seat).user
        submit(match, user, f"setup:{army}", key=f"army-of-{seat}", now=now)
    return match


def page_of(new_visitor: NewVisitor, site: Any, match: Match, seat: int, **options: Any) -> Page:
    page = new_visitor(**options)
    sign_in(page, site, match.players.get(seat=seat).user)
    open_match(page, match)
    return page


def targets(page: Page, shade: str = "target") -> set[str]:
    found = page.locator(f"#board .cell.{shade} .square")
    return set(found.evaluate_all("all => all.map(one => one.value)"))


def test_a_bluff_a_capture_and_a_doubt(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    ann = page_of(new_visitor, site, match, 0)
    bob = page_of(new_visitor, site, match, 1, **PHONE)
    square(ann, "b2").click()
    assert targets(ann) == {"a3", "b3", "c3"}
    square(ann, "b3").click()
    ann.locator("#move-play").click()
    expect_move_shown(bob, "b2b3")

    # a pawn that does not go aside: only behind the switch, and named before it is sent
    square(bob, "d6").tap()
    assert targets(bob) == {"d5"}
    expect(bob.locator("#shades")).to_be_hidden()
    bob.locator("#bluff-switch").tap()
    square(bob, "d6").tap()
    expect(bob.locator("#shades")).to_contain_text("◆ a foul that is hard to spot")
    expect(bob.locator("#match-message")).to_be_hidden()
    assert targets(bob) - targets(bob, "foul") == {"d5"}
    assert "d4" in targets(bob, "bluff")
    assert "a4" in targets(bob, "blatant")
    square(bob, "c4").tap()
    expect_to_say(bob, "Pawn d6 to c4. Foul: this piece does not move like that")
    bob.locator("#move-play").tap()

    expect_move_shown(ann, "d6c4")
    square(ann, "b3").click()
    square(ann, "c4").click()
    expect_to_say(ann, "Gold b3 captures on c4")
    ann.locator("#move-play").click()
    check = ann.locator("#check")
    expect(check).to_contain_text("d6")
    expect(check).to_contain_text("Pawn")
    expect_to_say(ann, "Was that move a foul?")
    expect_move_shown(bob, "b3c4")
    assert bob.locator("#check").count() == 0
    ann.locator('[data-row="check"] [data-ask="call-doubt"]').click()
    expect_to_say(ann, "If it was not a foul, nothing changes")
    ann.locator('[data-row="call-doubt"] button').click()
    expect(ann.locator("#result-headline")).to_have_text("You have won")
    expect(bob.locator("#result-headline")).to_have_text("You have lost")


def test_the_hand_is_reached_by_keys_and_a_typed_doubt_is_asked_back(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    elsewhere(play, match, "a2a3", "d6d5", now=timezone.now())
    ann = page_of(new_visitor, site, match, 0)
    square(ann, "b1").focus()
    ann.keyboard.press("ArrowDown")
    assert ann.evaluate("document.activeElement.value") == "P*"
    ann.keyboard.press("Enter")
    assert "b4" in targets(ann)
    assert "a5" not in targets(ann)
    ann.keyboard.press("ArrowUp")
    for _rank in range(3):
        ann.keyboard.press("ArrowUp")
    ann.keyboard.press("ArrowRight")
    assert ann.evaluate("document.activeElement.value") == "b4"
    ann.keyboard.press("Enter")
    expect_to_say(ann, "Pawn dropped on b4")
    ann.keyboard.press("Escape")

    ann.locator("#typed").fill("doubt")
    ann.keyboard.press("Enter")
    expect_to_say(ann, "If there is no foul, you lose")
    cancel = ann.locator('[data-row="call-doubt"] [data-cancel]')
    expect(cancel).to_be_focused()
    expect(cancel).to_have_accessible_description(
        "Their last move: Unknown piece d6 to d5. Doubt? If there is no foul, you lose."
    )
    ann.keyboard.press("Escape")
    expect_to_say(ann, "Your move")
    ann.locator("#typed").fill("doubt")
    ann.keyboard.press("Enter")
    ann.locator('[data-row="call-doubt"] [data-cancel]').click()
    expect_to_say(ann, "Your move")


def test_a_typed_trial_is_declared_however_it_is_written(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    elsewhere(play, match, "b1d6", "a6a5", now=timezone.now())
    ann = page_of(new_visitor, site, match, 0)
    for typed, said in [
        ("D6-D7", r"King d6 captures on d7$"),
        ("D6-D7!", r"King d6 captures on d7, Trial declared$"),
        ("d6 d7！", r"King d6 captures on d7, Trial declared$"),
    ]:
        ann.locator("#typed").fill(typed)
        ann.keyboard.press("Enter")
        expect_to_say(ann, said)
        ann.keyboard.press("Escape")
    ann.locator("#typed").fill("B2-B3！")
    ann.keyboard.press("Enter")
    expect(ann.locator("#match-message")).to_have_text(
        "For a Trial, your king must reach the last rank by a legal move."
    )
    ann.locator("#typed").fill("D6-D7！")
    ann.keyboard.press("Enter")
    ann.locator("#move-play").click()
    expect(ann.locator("#result-headline")).to_have_text("You have won")


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_a_warning_is_never_cut_off_and_stands_in_the_middle(
    new_visitor: NewVisitor, site: Any, match: Match, width: int
) -> None:
    ann = page_of(new_visitor, site, match, 0, viewport={"width": width, "height": 700})
    ann.locator("#bluff-switch").click()
    square(ann, "a2").click()
    square(ann, "d3").click()
    expect_to_say(ann, "Foul: no piece moves like that")
    text = ann.locator("#move-text")
    assert text.evaluate("text => text.scrollHeight <= text.clientHeight + 1")
    ann.keyboard.press("Escape")
    ann.locator(".hand-acts [data-ask=call-doubt]").click()
    cost = ann.locator("#ask-call-doubt")
    assert cost.evaluate("text => text.scrollHeight <= text.clientHeight + 1")
    assert cost.evaluate("text => text.clientHeight <= 120 && text.clientWidth >= 80")
    ann.keyboard.press("Escape")
    elsewhere(resign_by, match)
    row = ann.locator('[data-row="over"]')
    expect(row.locator(".action-text")).to_have_text("You have won")
    assert abs(middle(row.locator(".action-text")) - middle(row)) <= 1


def resign_by(match: Match) -> None:
    """North gives up."""
    user = match.players.get(seat=1).user
    ending.resign(uid=match.uid, user=user, now=timezone.now())


def middle(part: Any) -> float:
    box = part.bounding_box()
    return float(box["x"] + box["width"] / 2)


def test_a_full_hand_leaves_room_for_what_can_be_said(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    ann = page_of(
        new_visitor, site, match, 0, **{**PHONE, "viewport": {"width": 320, "height": 640}}
    )
    boxes = [ann.locator(part).bounding_box() for part in ("#bluff-switch", ".hand-acts a")]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert ann.evaluate("document.documentElement.scrollWidth") == 320


def test_all_set_ups_are_at_hand_beside_half_a_board(new_visitor: NewVisitor, site: Any) -> None:
    match = match_between(person("Cid"), person("Dan"), now=timezone.now(), game="seichu")
    cid = page_of(new_visitor, site, match, 0, viewport={"width": 1440, "height": 900})
    expect(cid.locator("#keep")).to_be_in_viewport(ratio=1)
    assert cid.locator("#actions").bounding_box()["y"] < 700


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (1440, 900)])
def test_the_question_takes_nothing_from_the_board(
    new_visitor: NewVisitor, site: Any, match: Match, width: int, height: int
) -> None:
    *before, taking = FOUL_CAPTURED
    elsewhere(play, match, *before, now=timezone.now())
    ann = page_of(new_visitor, site, match, 0, viewport={"width": width, "height": height})
    board, actions = ann.locator("#board"), ann.locator("#actions")
    places = [board.bounding_box(), actions.bounding_box()["y"]]
    elsewhere(play, match, taking, now=timezone.now())
    expect(ann.locator("#check")).to_be_in_viewport(ratio=1)
    assert [board.bounding_box(), actions.bounding_box()["y"]] == places


def test_the_question_hides_no_clock(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    elsewhere(play, match, *FOUL_CAPTURED, now=timezone.now())
    ann = page_of(new_visitor, site, match, 0)
    for width, height in ((320, 640), (390, 844)):
        ann.set_viewport_size({"width": width, "height": height})
        open_match(ann, match)
        row = ann.locator("#actions").bounding_box()["y"]
        for part in (".seat.near .clock", ".check-facts"):
            shown = ann.locator(part).bounding_box()
            assert shown["y"] + shown["height"] <= row, (part, width)


def test_the_two_answers_are_of_one_size(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    elsewhere(play, match, *FOUL_CAPTURED, now=timezone.now())
    ann = page_of(new_visitor, site, match, 0)
    for width in (320, 390, 1440):
        ann.set_viewport_size({"width": width, "height": 700})
        open_match(ann, match)
        answers = ann.locator('[data-row="check"] .button')
        expect(answers).to_have_count(2)
        sizes = answers.evaluate_all("all => all.map(one => [one.offsetWidth, one.offsetHeight])")
        assert sizes[0] == sizes[1], width
