"""Chat in a browser: one line after the other, without loading the page again."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from games.chat.services import say
from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, elsewhere, open_match, sign_in
from tests.kit.builders import match_between, north, person


@pytest.fixture
def chatting(new_visitor: NewVisitor, site: Any) -> Page:
    """Ann's page of a match with Bob, with the chat open."""
    ann = person("Ann")
    match = match_between(ann, person("Bob"))
    page = new_visitor()
    sign_in(page, site, ann)
    open_match(page, match)
    page.locator("#talk-place summary").click()
    expect(page.get_by_label("Your message")).to_be_visible()  # it has come: no route holds it
    return page


def test_lines_are_sent_one_after_the_other(chatting: Page) -> None:
    lines = chatting.locator("#talk-lines li")
    field = chatting.get_by_label("Your message")
    field.fill("Nice to meet you")
    field.press("Enter")
    expect(lines).to_have_count(1)
    expect(lines.last).to_contain_text("Nice to meet you")
    chatting.get_by_text("Quick messages").click()
    chatting.get_by_role("button", name="Hello! Have fun.").click()
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("Hello! Have fun.")
    field.fill("I am new here")
    field.press("Enter")
    expect(lines).to_have_count(3)
    expect(lines.last).to_contain_text("I am new here")
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def test_a_line_written_while_one_is_on_its_way_follows_it(chatting: Page) -> None:
    held: list[Route] = []
    chatting.route("**/talk/", lambda one: one.continue_() if held else held.append(one))
    lines, field = chatting.locator("#talk-lines li.mine"), chatting.get_by_label("Your message")
    field.fill("one")
    field.press("Enter")
    field.fill("two")
    field.press("Enter")
    held[0].continue_()
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("two")
    expect(field).to_have_value("")


def test_enter_twice_in_a_row_stays_at_the_board(chatting: Page) -> None:
    at, field = chatting.url, chatting.get_by_label("Your message")
    field.fill("Nice to meet you")
    field.press("Enter")
    for _again in range(6):
        chatting.wait_for_timeout(30)
        chatting.keyboard.press("Enter")
    expect(chatting.locator("#talk-lines li.mine")).to_have_count(1)
    expect(chatting.locator(".talk-refused")).to_have_count(0)
    assert chatting.url == at


def test_the_last_line_is_seen_and_one_too_many_is_refused_in_words(chatting: Page) -> None:
    field, lines = chatting.get_by_label("Your message"), chatting.locator("#talk-lines li.mine")
    for number in range(5):
        field.fill(f"{number} " + "words " * 40)
        field.press("Enter")
        expect(lines).to_have_count(number + 1)
    expect(lines.last).to_be_in_viewport()
    expect(lines.first).not_to_be_in_viewport()
    field.fill("and one more")
    field.press("Enter")
    expect(chatting.locator(".talk-refused")).to_have_text("That was too fast. Wait half a minute.")
    expect(field).to_have_value("and one more")
    assert "<" not in chatting.locator("body").inner_text()
    expect(chatting.locator("#toast")).to_be_hidden()


def test_muting_leaves_the_chat_where_it_is(chatting: Page) -> None:
    chatting.get_by_role("button", name="Mute Bob", exact=True).click()
    chatting.get_by_role("button", name="Unmute Bob", exact=True).click()
    expect(chatting.get_by_role("button", name="Mute Bob", exact=True)).to_be_visible()
    expect(chatting.get_by_label("Your message")).to_be_visible()
    expect(chatting.locator("#talk")).to_have_count(1)


def hear(match: Match, words: str) -> None:
    """North says so, elsewhere."""
    bob = north(match)
    elsewhere(say, uid=match.uid, user=bob, room="players", text=words, now=timezone.now())


@pytest.mark.parametrize("options", [{}, PHONE])
def test_a_line_that_comes_while_the_chat_is_closed_is_marked_until_it_is_read(
    new_visitor: NewVisitor, site: Any, options: dict[str, Any]
) -> None:
    ann = person("Ann")
    match = match_between(ann, person("Bob"))
    page = new_visitor(**options)
    sign_in(page, site, ann)
    open_match(page, match)
    mark = page.locator(".talk-new")
    for words in ("Hello there", "Are you well?"):
        hear(match, words)
        expect(page.locator("#match-message")).to_have_text("New chat message")
        expect(page.locator("#match-live")).to_have_attribute("data-talk", "new")
        if options:
            page.locator("[for=tab-facts]").click()
        expect(mark).to_be_visible()
        page.locator("#talk-place > summary").click()
        expect(page.locator("#talk-lines li").last).to_contain_text(words)
        expect(mark).to_be_hidden()
        page.locator("#talk-place > summary").click()
        if options:
            page.locator("[for=tab-moves]").click()
        page.evaluate("document.getElementById('match-message').textContent = ''")


@pytest.mark.parametrize("options", [{}, PHONE])
def test_the_notice_of_a_line_leads_to_the_chat(
    new_visitor: NewVisitor, site: Any, options: dict[str, Any]
) -> None:
    ann = person("Ann")
    match = match_between(ann, person("Bob"))
    hear(match, "Hello there")
    page = new_visitor(**options)
    sign_in(page, site, ann)
    page.goto("/notices/")
    page.get_by_text("Bob has written to you").click()
    expect(page.locator("#talk-lines li")).to_contain_text("Hello there")
    expect(page.locator("#talk-text")).to_be_visible()
