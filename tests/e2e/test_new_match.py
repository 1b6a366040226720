"""The form of a new match in a browser: whom and which game, Start in sight, one line of terms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.counting import counted
from tests.e2e.visits import sign_in
from tests.kit.builders import person

SIZES = ((1366, 657), (390, 844), (844, 390))
MOST_CONTROLS = 8
MOST_WORDS = 80
WHOM = {"guest": ("bot", "link"), "member": ("bot", "link", "here", "person")}


def choose(page: Page, opponent: str) -> None:
    """Press the label, as the box itself is drawn by it; what it brings has come."""
    with page.expect_response(re.compile("/matches/new/")):
        page.locator(f"label[for=whom-{opponent}]").click()
    expect(page.locator(f"#whom-{opponent}")).to_be_checked()
    expect(page.locator(".htmx-swapping, .htmx-settling")).to_have_count(0)


SETTLED = """() => {
    window.settled = new Promise((resolve) =>
        document.addEventListener("htmx:afterSettle", () => resolve(true), { once: true }));
}"""
"""Begins to wait until what was asked for stands on the page."""


def choose_game(page: Page, game: str) -> None:
    """Choose it of the list; what it brings has come."""
    page.get_by_label("Game").focus()
    page.evaluate(SETTLED)
    page.get_by_label("Game").select_option(game)
    page.evaluate("settled")


def expect_in_sight(page: Page, height: int) -> None:
    """Start is, and what is set, on a screen that is not low; nothing is wider than the screen."""
    for part in (".new-go .button", ".terms summary")[: 2 if height > 400 else 1]:
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("who", ["guest", "member"])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_it_is_short_and_start_is_in_sight(
    new_visitor: NewVisitor, site: Any, who: str, locale: str
) -> None:
    page = new_visitor(locale=locale)
    if who == "member":
        sign_in(page, site, person("Ann"))
    for opponent in WHOM[who]:
        page.goto(f"/matches/new/?opponent={opponent}&game=gungi")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            controls, words = counted(page)
            said = (opponent, width, controls, words)
            assert controls <= MOST_CONTROLS, said
            assert words <= MOST_WORDS, said
            expect_in_sight(page, height)
    assert page.locator("[name=opponent]").count() == len(WHOM[who])


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_the_form_of_a_skirmish_is_short_and_its_button_in_sight(
    new_visitor: NewVisitor, site: Any, locale: str
) -> None:
    page = new_visitor(locale=locale)
    page.goto("/campaign/skirmish/?seed=abc")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        controls, words = counted(page)
        assert controls <= MOST_CONTROLS and words <= MOST_WORDS, (width, controls, words)
        expect_in_sight(page, height)
    page.locator(".terms summary").click()
    expect(page.locator("#terms-line")).to_contain_text("abc")
    page.locator("[name=rounds]").fill("7")
    page.locator("[name=seed]").fill("xyz")
    page.locator("[name=seed]").blur()
    expect(page.locator("#terms-line")).to_have_text(re.compile("7.*xyz"))
    page.locator(".new-go .button").click()
    expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))


def test_the_line_tells_what_is_set_while_it_is_changed(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor()
    sign_in(page, site, person("Ann"))
    page.goto("/matches/new/?opponent=person")
    line = page.locator("#terms-line")
    expect(line).to_contain_text("Relaxed: 5 days + 1 day per move")
    page.locator(".terms summary").click()
    page.get_by_label("Time", exact=True).select_option("days3")
    expect(line).to_contain_text("3 days per move")
    page.get_by_label("Match type").select_option("no")
    expect(line).to_contain_text("Casual")
    page.get_by_label("Weekends off").check()
    expect(line).to_contain_text("Weekends off")


def test_another_game_brings_the_terms_chosen_last_for_it(
    new_visitor: NewVisitor, site: Any
) -> None:
    page = new_visitor()
    sign_in(page, site, person("Ann"))
    page.goto("/matches/new/?opponent=link&game=gungi")
    page.locator(".terms summary").click()
    page.get_by_label("Time", exact=True).select_option("brisk")
    page.get_by_label("Rules").select_option("advanced")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/take/"))
    page.goto("/matches/new/")
    line = page.locator("#terms-line")
    expect(line).to_have_text(re.compile("^Rules: Advanced · Brisk"))
    choose_game(page, "xiongqi")
    expect(line).to_have_text(re.compile("^Relaxed"))
    expect(page.get_by_label("Game")).to_be_focused()
    choose(page, "bot")
    expect(line).to_have_text(re.compile("^No time limit"))
    choose(page, "link")
    choose_game(page, "gungi")
    expect(line).to_have_text(re.compile("^Rules: Advanced · Brisk"))


@pytest.mark.parametrize("script", [True, False])
def test_what_can_be_chosen_goes_with_opponent_and_game(
    new_visitor: NewVisitor, site: Any, script: bool
) -> None:
    page = new_visitor(java_script_enabled=script)
    sign_in(page, site, person("Ann"))
    page.goto("/matches/new/?opponent=here")
    page.locator(".terms summary").click()
    for part in ("Who can join", "Rating from", "Open for", "Match type"):
        expect(page.get_by_label(part)).to_be_visible()
    for part in ("Bot", "Name of the player", "Begin in a position"):
        expect(page.get_by_label(part, exact=True)).to_be_hidden()
    page.goto("/matches/new/?opponent=bot")
    page.locator(".terms summary").click()
    for part in ("Who can join", "Match type", "Weekends off", "Name of the player"):
        expect(page.get_by_label(part)).to_be_hidden()
    for game, name in (("gunjin", "Gunjin Shogi"), ("gungi", "Gungi")):
        if script:
            choose_game(page, game)
            page.locator(".terms summary").click()
        else:
            page.get_by_label("Game").select_option(name)
        expect(page.locator(f"[name={game}-handicap]")).to_be_visible()
        shown = page.locator(".option-of select").filter(visible=True)
        names = [one.get_attribute("name") or "" for one in shown.all()]
        assert names and all(one.startswith(f"{game}-") for one in names), names
    expect(page.locator(".level-field .bot-line").filter(visible=True)).to_have_count(1)
    page.get_by_label("Bot", exact=True).select_option("strong")
    expect(page.locator(".level-field .bot-line").filter(visible=True)).to_have_attribute(
        "data-level", "strong"
    )


@pytest.mark.parametrize("script", [True, False])
def test_a_bot_is_played_by_one_press(new_visitor: NewVisitor, script: bool) -> None:
    page = new_visitor(java_script_enabled=script)
    page.goto("/rules/xiongqi/")
    page.get_by_role("button", name="Play the bot").click()
    expect(page).to_have_url(re.compile(r"/matches/\w{12}/"))
