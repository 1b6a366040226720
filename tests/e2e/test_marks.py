"""The knowledge sheet and guess marks in a browser: picked on the board, marked, seen by one."""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.visits import PHONE, elsewhere, expect_move_shown, open_match, sign_in, square
from tests.kit.builders import person, play
from tests.kit.gunjin import gunjin_match


def slip(page: Page, name: str) -> Any:
    """The mark on the piece of a square."""
    return square(page, name).locator(".guess use")


def test_a_piece_is_picked_on_the_board_and_marked_for_oneself_alone(
    new_visitor: Any, site: Any
) -> None:
    south, north = person(), person()
    match = gunjin_match(south, north)
    page, other = new_visitor(**PHONE), new_visitor()
    received: list[str] = []
    other.on(
        "websocket", lambda socket: socket.on("framereceived", lambda text: received.append(text))
    )
    for each, user in ((page, south), (other, north)):
        sign_in(each, site, user)
        open_match(each, match)
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))

    square(page, "g4").tap()
    expect(page.locator("#palette-title")).to_have_text("The piece on g4")
    page.locator("#knowledge").get_by_role("button", name="Tank").tap()
    expect(slip(page, "g4")).to_have_attribute("href", re.compile("#T$"))
    expect(square(page, "g4")).to_have_accessible_name(re.compile("your guess: Tank"))
    expect(page.locator("#mark-T")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_contain_text("Your guess: Tank.")

    # the next that the other page hears of is the next move, and then it asks for the board
    elsewhere(play, match, "b3b4", now=timezone.now())
    expect_move_shown(other, "b3b4")
    frames = [json.loads(frame) for frame in received]
    first, *news = [frame["version"] for frame in frames if "match" in frame]
    assert news == [first + 1]
    # the desk's news may come before the board is looked at, not at all, or again after it
    desk = [frame["desk"] for frame in frames if "desk" in frame]
    assert desk == [0] + [1] * (len(desk) - 1)
    assert sum("/board/" in url for url in asked) == 1
    expect(other.locator(".board .guess")).to_have_count(0)


def test_the_sheet_is_worked_by_keys(new_visitor: Any, site: Any) -> None:
    south = person()
    match = gunjin_match(south, person(), "b3b4", "g4g3")
    page = new_visitor()
    sign_in(page, site, south)
    open_match(page, match)
    square(page, "g3").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#mark-G")).to_be_focused()
    expect(page.locator(".cell.suspected #sq-g3")).to_be_visible()
    expect(page.locator("#suspect-g4")).to_have_attribute("aria-current", "true")
    page.locator("#mark-X").focus()
    expect(page.locator("#mark-X")).to_have_accessible_name("Mine, impossible")
    page.keyboard.press("Enter")
    expect(slip(page, "g3")).to_have_attribute("href", re.compile("#X$"))
    expect(page.locator("#mark-X")).to_be_focused()
    expect(page.locator(".palette")).to_contain_text("it stays until you remove it")
    page.keyboard.press("Escape")
    expect(square(page, "g3")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Your guess: Mine")

    # what is said of a move is not talked over by the sheet that comes anew with it
    with page.expect_response(lambda answer: "/knowledge/" in answer.url):
        square(page, "b4").click()
        square(page, "b5").click()
        page.locator("#move-play").click()
    expect(page.locator("#live")).to_contain_text("General b4 attacks")


def test_the_place_scrolled_to_stays(new_visitor: Any, site: Any) -> None:
    south = person()
    match = gunjin_match(south, person())
    page = new_visitor(**PHONE)
    sign_in(page, site, south)
    open_match(page, match)
    page.locator("label[for=tab-knowledge]").tap()
    page.locator("#suspect-h6").click()
    mark = page.locator("#mark-T")
    expect(mark).to_be_in_viewport()
    page.evaluate("scrollTo(0, 900)")
    mark.evaluate("button => button.click()")
    expect(mark).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("scrollY") == 900
    elsewhere(play, match, "b3b4", now=timezone.now())
    expect_move_shown(page, "b3b4")
    assert page.evaluate("scrollY") == 900


def test_the_sheet_does_not_lengthen_the_page(new_visitor: Any, site: Any) -> None:
    south = person()
    match = gunjin_match(south, person())
    page = new_visitor(viewport={"width": 1440, "height": 900})
    sign_in(page, site, south)
    open_match(page, match)
    height = "document.documentElement.scrollHeight"
    before = page.evaluate(height)
    page.locator("label[for=tab-knowledge]").click()
    expect(page.locator(".suspect")).to_have_count(23)
    assert page.evaluate(height) == before


def test_marks_work_without_a_script(new_visitor: Any, site: Any) -> None:
    south = person()
    match = gunjin_match(south, person())
    page = new_visitor(java_script_enabled=False)
    sign_in(page, site, south)
    page.goto(f"/matches/{match.uid}/")
    page.get_by_text("Knowledge", exact=True).first.click()
    page.get_by_role("link", name="What can the unknown pieces be?").click()
    page.locator("#suspect-g4").click()
    page.locator(".palette").get_by_role("button", name="Tank").click()
    expect(page.locator("#mark-T")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="To the match").click()
    expect(square(page, "g4")).to_have_accessible_name(re.compile("your guess: Tank"))
