"""Nation in a browser: the first stage to its end by its hints, undo, and a round followed live."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    PHONE,
    elsewhere,
    expect_settled,
    expect_to_say,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import person
from tests.kit.stages import ROUND, act, locked_stage, stage_of

ROUNDS = 6
COMPOSED = """field => field.dispatchEvent(new KeyboardEvent(
  "keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }))"""
"""The Enter that ends a conversion, as Safari sends it."""
COMMANDS = {"Tax": "c-tax", "Market day": "c-market", "Drill": "c-drill"}


@pytest.fixture
def ann(new_visitor: NewVisitor, site: Any) -> Page:
    page = new_visitor(viewport={"width": 1280, "height": 900})
    sign_in(page, site, person("Ann"))
    start(page)
    return page


def start(page: Page) -> None:
    """From the map to the board, when the neighbours have had their first turn."""
    page.goto("/campaign/")
    page.locator('button[name="stage"]').first.click()
    expect(page.locator("#match-live")).to_have_attribute("data-live", "on")
    expect_turn(page, 1)


def expect_turn(page: Page, number: int) -> None:
    expect(page.locator(".n-round")).to_have_text(re.compile(f"Round {number} of {ROUNDS}"))
    expect(page.locator(".n-left")).to_have_text("3 commands left")
    expect_settled(page)


def do(page: Page, name: str) -> None:
    """Press it and confirm; the page shows one ply more."""
    plies = int(page.locator("#board").get_attribute("data-ply") or 0)
    square(page, name).click()
    page.locator("#move-form button.primary").click()
    expect(page.locator("#board")).not_to_have_attribute("data-ply", str(plies))
    expect_settled(page)


def follow_the_hint(page: Page) -> None:
    """Do in this round what the page says."""
    hint = page.locator(".n-hint").inner_text()
    for name, command in COMMANDS.items():
        if name in hint:
            do(page, command)
    do(page, "b-npc1" if "Battle" in hint else "train")


def test_who_follows_the_hints_wins_the_first_stage(ann: Page) -> None:
    follow_the_hint(ann)
    match = Match.objects.get()
    for number in range(2, ROUNDS):
        expect_turn(ann, number)
        for action in ROUND:
            elsewhere(act, match, action)
    expect_turn(ann, ROUNDS)
    follow_the_hint(ann)
    expect(ann.locator("#result-headline")).to_have_text("You have won")
    expect(ann.locator(".n-ranking li").first).to_contain_text("Your nation")
    expect(ann.locator(".n-unlocked")).to_contain_text("Abbey lands")
    expect(ann.locator(".n-chart figure > svg")).to_have_count(2)
    ann.locator(".n-next a.primary").click()
    expect(ann.locator("li.stage.cleared h3")).to_have_text("First harvest")
    expect(ann.locator("li.stage.open h3")).to_have_text("Abbey lands")


def test_a_command_is_taken_back_and_the_round_followed(ann: Page) -> None:
    expect(ann.locator(".n-undo")).to_have_count(0)
    do(ann, "c-tax")
    expect(ann.locator(".own-nation .power dd")).to_have_text("1,050")
    ann.locator(".n-undo").click()
    expect(ann.locator(".own-nation .power dd")).to_have_text("1,000")
    expect(ann.locator(".n-undo")).to_have_count(0)

    # by keys: a target is chosen like a square
    square(ann, "c-drill").focus()
    ann.keyboard.press("Enter")
    expect(ann.locator(".cell.target")).to_have_count(1)
    square(ann, "F").focus()
    ann.keyboard.press("Enter")
    expect_to_say(ann, "Drill: power 1,000 → 960, military 150 → 168")
    ann.keyboard.press("Escape")
    # by drag: the infantry goes to the bench, where no battle can begin with it
    square(ann, "F").drag_to(square(ann, "2"))
    ann.locator("#move-form button.primary").click()
    expect(square(ann, "2")).to_have_attribute("aria-label", re.compile("bench 2, Infantry"))
    expect(ann.locator(".n-end:has(#sq-b-npc1) .n-why")).to_be_visible()
    ann.locator(".n-undo").click()
    expect(square(ann, "F")).to_have_attribute("aria-label", re.compile("vanguard, Infantry"))

    # the neighbours' actions come one by one, and can be skipped
    do(ann, "train")
    expect_turn(ann, 2)
    actions, skip = ann.locator("#lately li"), ann.locator("[data-skip]")
    expect(actions).to_have_count(2)
    expect(skip).to_be_visible()
    skip.click()
    expect(skip).to_be_hidden()
    assert [action.is_visible() for action in actions.all()] == [True, True]


IN_VIEW = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


BROKEN = """() => [...document.querySelectorAll('.n-name, .n-title h2')]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.getClientRects().length > 1 || one.scrollWidth > one.clientWidth + 1 ||
        one.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(one).fontSize))
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("size", [(1280, 720), (1366, 657), (390, 844)])
def test_commands_and_the_own_nation_are_in_view_and_no_name_breaks(
    new_visitor: NewVisitor, site: Any, size: tuple[int, int]
) -> None:
    page = new_visitor(viewport={"width": size[0], "height": size[1]})
    sign_in(page, site, person("Ann"))
    start(page)
    for name in ("#sq-c-tax", "#sq-F", ".own-nation .n-skill", "#sq-1", "#sq-5"):
        assert page.locator(name).evaluate(IN_VIEW), name
    assert page.evaluate(BROKEN) == []
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", [(1440, 900), (1366, 657), (844, 390), (390, 844)])
def test_what_ends_the_turn_is_in_view_and_plays_by_one_press_and_play(
    new_visitor: NewVisitor, site: Any, size: tuple[int, int]
) -> None:
    page = new_visitor(viewport={"width": size[0], "height": size[1]})
    sign_in(page, site, person("Ann"))
    start(page)
    buttons = page.locator(".n-end .square")
    expect(buttons).to_have_count(2)
    assert [button.evaluate(IN_VIEW) for button in buttons.all()] == [True, True]
    assert page.evaluate("scrollY") == 0
    square(page, "train").click()
    expect_to_say(page, "Training: military 150 → 158")
    page.locator("#move-cancel").click()
    expect(square(page, "train")).to_be_focused()
    expect(page.locator(".cell.picked")).to_have_count(0)
    do(page, "train")
    expect_turn(page, 2)


def test_at_a_desk_a_stage_of_many_commands_needs_no_scrolling(
    new_visitor: NewVisitor, site: Any
) -> None:
    user = person("Ann")
    match = locked_stage(user, "four-winds", now=timezone.now())
    page = new_visitor(viewport={"width": 1366, "height": 657})
    sign_in(page, site, user)
    open_match(page, match)
    names = ("#find-command", "#sq-c-tax", "#sq-F", "#sq-B", "#sq-train", "#sq-b-npc3")
    seen = {name: page.locator(name).evaluate(IN_VIEW) for name in names}
    powers = page.locator(".n-nation .power dd")
    # all of a neighbour can be pressed, so its square lies above its numbers
    in_view = IN_VIEW.replace("one.contains", 'one.closest(".n-nation").contains')
    seen |= {f"power {at}": one.evaluate(in_view) for at, one in enumerate(powers.all())}
    assert len(seen) == len(names) + 4
    assert [name for name, is_seen in seen.items() if not is_seen] == []
    assert page.evaluate("scrollY") == 0


def test_commands_are_found_by_name_and_picked_by_keys(new_visitor: NewVisitor, site: Any) -> None:
    user = person("Ann")
    match = locked_stage(user, "four-winds", now=timezone.now())
    page = new_visitor(viewport={"width": 1366, "height": 657})
    sign_in(page, site, user)
    open_match(page, match)
    orders, field = page.locator("#commands [data-names]"), page.locator("#find-command")

    def shown() -> list[str | None]:
        return [one.get_attribute("data-names") for one in orders.all() if one.is_visible()]

    before = shown()
    page.keyboard.press("/")
    expect(field).to_be_focused()
    for written in ("drill", "調練", "DRILL"):
        field.fill(written)
        assert "Drill 調練" in shown(), "folded away before, and found in either language"
        assert len(shown()) < 4
    field.fill("no such")
    assert shown() == []
    expect(page.locator(".n-none")).to_have_text("No command is called so.")
    page.keyboard.press("Escape")
    assert (field.input_value(), shown()) == ("", before)
    field.fill("et1")  # keys mean nothing where somebody types
    assert page.locator(".cell.picked").count() == 0
    field.fill("tax")
    field.evaluate(COMPOSED)
    assert page.locator(".cell.picked").count() == 0
    page.keyboard.press("Enter")
    expect_to_say(page, "Tax: power 1,8")
    page.keyboard.press("Escape")

    # by two keys, from wherever one is
    page.keyboard.press("e")
    expect(page.locator("#commands .called").first).to_be_visible()
    page.keyboard.press("2")
    expect_to_say(page, "Market day: power 1,8")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    page.keyboard.press("4")
    expect_to_say(page, "Training: military")
    page.locator("#keys > summary").click()
    expect(page.locator("#keys")).to_contain_text("find a command by its name")


def test_what_an_action_would_change_stands_beside_what_is(ann: Page) -> None:
    own, rival = ann.locator(".own-nation .n-after"), ann.locator(".rival .n-after")
    square(ann, "c-tax").hover()
    expect(own).to_have_text(["→ 1,050 +50"])
    expect(rival).to_have_count(0)
    square(ann, "b-npc1").click()
    expect_to_say(ann, "Battle against Village league: power")
    expect(own.first).to_contain_text("→ 1,0")
    expect(rival.first).to_contain_text("−")
    ann.locator("#move-cancel").click()
    ann.mouse.move(0, 0)
    square(ann, "c-drill").click()
    square(ann, "F").hover()
    expect(own).to_have_text(["→ 960 −40", "→ 168 +18"])
    ann.mouse.move(0, 0)
    ann.keyboard.press("Escape")
    ann.locator("#find-command").focus()
    expect(ann.locator(".n-after")).to_have_count(0)


def test_a_battle_is_played_back_on_a_phone(new_visitor: NewVisitor, site: Any) -> None:
    page = new_visitor(**PHONE)
    sign_in(page, site, person("Bob"))
    start(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    do(page, "b-npc1")
    expect_turn(page, 2)
    battle = page.locator("details.n-battle").first
    battle.locator("summary").click()
    steps = battle.locator("ol > li")
    every = steps.count()
    paces = battle.locator("[data-pace]")
    pressed = [pace.get_attribute("aria-pressed") for pace in paces.all()]
    assert pressed == ["true", "false", "false"]
    paces.nth(2).click()
    pressed = [pace.get_attribute("aria-pressed") for pace in paces.all()]
    assert pressed == ["false", "false", "true"]
    paces.nth(0).click()
    battle.locator('[data-play="go"]').click()
    expect(battle.locator("li.now")).to_have_count(1)
    assert len([step for step in steps.all() if step.is_visible()]) < every
    battle.locator('[data-play="all"]').click()
    assert all(step.is_visible() for step in steps.all())


def test_where_nothing_is_to_move_by_itself_a_battle_goes_step_by_step(
    new_visitor: NewVisitor, site: Any
) -> None:
    page = new_visitor(reduced_motion="reduce")
    sign_in(page, site, person("Bob"))
    start(page)
    do(page, "b-npc1")
    expect_turn(page, 2)
    battle = page.locator("details.n-battle").first
    battle.locator("summary").click()
    expect(battle.locator('[data-play="go"]')).to_be_hidden()
    expect(battle.locator(".n-paces")).to_be_hidden()
    for number in (1, 2, 3):
        battle.locator('[data-play="step"]').click()
        shown = [step for step in battle.locator("ol > li").all() if step.is_visible()]
        assert len(shown) == number


def chronicle(page: Page) -> list[str]:
    """What the chronicle says, word for word, folded or not, and how its lines are drawn."""
    return list(
        page.locator(".n-chronicle").evaluate("""(chronicle) => {
          const walker = document.createTreeWalker(chronicle, NodeFilter.SHOW_TEXT);
          const words = [];
          while (walker.nextNode()) words.push(...walker.currentNode.data.split(/\\s+/));
          const charts = [...chronicle.querySelectorAll(".n-chart svg svg")];
          const drawn = charts.flatMap((chart) => [chart, ...chart.children]).map((one) =>
            ["viewBox", "points", "x1", "x2"].map((name) => one.getAttribute(name)).join(" "));
          return [...words.filter(Boolean), ...drawn];
        }""")
    )


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_new_rounds_join_the_chronicle_that_the_page_holds(
    new_visitor: NewVisitor, site: Any, locale: str
) -> None:
    user = person("Ann")
    match = stage_of(user, now=timezone.now())
    page = new_visitor(locale=locale)
    sign_in(page, site, user)
    open_match(page, match)
    rounds, found = page.locator(".n-log-round"), page.locator("#rounds-list")
    for number in range(1, 5):
        do(page, "c-tax") if number == 2 else do(page, "b-npc1" if number == 3 else "train")
        if number == 2:
            page.locator(".n-undo").click()
            expect(page.locator(".n-undo")).to_have_count(0)
            page.locator("#round-1 > summary").click()
            do(page, "train")
        expect(rounds).to_have_count(number + 1)
        expect(page.locator(".n-left")).to_contain_text("3")  # the neighbour has done all it does
        expect(found).to_have_attribute("data-from", re.compile(f"{number}|{number + 1}"))
    expect(page.locator("#round-1")).not_to_have_attribute("open", "")
    expect(page.locator(".n-chart")).to_be_visible()
    joined = chronicle(page)
    page.reload()
    expect(found).to_have_attribute("data-from", "1")
    assert chronicle(page) == joined
