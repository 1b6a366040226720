"""Gunjin in a browser: keys over wide squares and water, a battle, the end, and nothing hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from engines.catalogue import meta_for
from games.match.changes import ending
from games.match.models import Match
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import (
    PHONE,
    elsewhere,
    expect_move_shown,
    expect_settled,
    expect_to_say,
    open_match,
    sign_in,
    square,
)
from tests.kit.builders import match_between, person, play, submit

PLACING = meta_for("gunjin").placing
assert PLACING is not None
FORTRESS, HAMMER = (PLACING.action(army.letters) for army in PLACING.armies[:2])


@pytest.fixture
def match(site: Any) -> Match:
    """Play has just begun: South's Fortress against North's Hammer."""
    match = match_between(person("Ann"), person("Bob"), now=timezone.now(), game="gunjin")
    for seat, action in enumerate((FORTRESS, HAMMER)):
        user = match.players.get(seat=seat).user
        submit(match, user, action, key=f"army-of-{seat}", now=timezone.now())
    return match


def page_of(new_visitor: NewVisitor, site: Any, match: Match, seat: int, **options: Any) -> Page:
    page = new_visitor(**options)
    sign_in(page, site, match.players.get(seat=seat).user)
    return page


def signs(page: Page) -> dict[str, str]:
    """What the pieces on the board are drawn as, by square."""
    return page.locator("#board .square:has(.piece)").evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.value, one.firstElementChild.dataset.sign]))"
    )


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.value"))


def test_the_arrows_know_the_headquarters_and_the_water(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    ann = page_of(new_visitor, site, match, 0)
    open_match(ann, match)
    square(ann, "e2").focus()
    walked = []
    for key in ("ArrowDown", "ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        ann.keyboard.press(key)
        walked.append(focused(ann))
    assert walked == ["d1", "e2", "d1", "f1", "d1", "c1"]
    square(ann, "e3").focus()
    ann.keyboard.press("ArrowUp")
    assert focused(ann) == "e4"
    ann.keyboard.press("x")
    assert focused(ann) in ("d2", "e2")


def test_an_attack_is_confirmed_and_the_umpire_speaks(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    ann = page_of(new_visitor, site, match, 0)
    bob = page_of(new_visitor, site, match, 1, **PHONE)
    for page in (ann, bob):
        open_match(page, match)
    square(ann, "h2").click()
    expect(ann.locator(".cell.capture")).to_have_count(3)
    square(ann, "h4").click()
    expect_to_say(ann, "Plane h2 attacks Unknown piece on h4")
    ann.locator("#move-play").click()
    expect(ann.locator(".move-now")).to_have_text(
        "South: Plane h2 attacks Unknown piece on h4: the attacker wins."
    )
    expect(bob.locator(".move-now")).to_have_text(
        "South: Unknown piece h2 attacks Second lieutenant on h4: the attacker wins."
    )
    assert signs(ann)["h4"] == "P"
    assert signs(bob)["h4"] == "U"
    expect(bob.locator(".seat.near .captured li")).to_have_count(1)
    expect(ann.locator(".seat.far .captured")).to_have_count(0)


def test_the_colours_of_the_system_mark_what_is_chosen_and_no_more(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    bob = page_of(new_visitor, site, match, 1, forced_colors="active", **PHONE)
    open_match(bob, match)
    edge = "one => getComputedStyle(one).{}"
    for marked, other, side in (
        ("label[for=tab-moves]", "label[for=tab-knowledge]", "borderBlockEndColor"),
        (".seat.far", ".seat.near", "borderInlineStartColor"),
    ):
        assert bob.locator(other).evaluate(edge.format(side)) == "rgb(255, 255, 255)"
        assert bob.locator(marked).evaluate(edge.format(side)) != "rgb(255, 255, 255)"


def test_nothing_moves_when_pieces_fall(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    ann = page_of(new_visitor, site, match, 0, viewport={"width": 1120, "height": 800})
    bob = page_of(new_visitor, site, match, 1, **PHONE)
    open_match(bob, match)
    before = bob.locator(".board-place").bounding_box()
    for text in ("b3b4", "b4b3", "h2h4"):
        elsewhere(play, match, text, now=timezone.now())
    elsewhere(ending.resign, uid=match.uid, user=match.players.get(seat=0).user, now=timezone.now())
    expect(bob.locator(".captured")).to_have_count(2)
    assert bob.locator(".board-place").bounding_box() == before
    ann.goto(f"/matches/{match.uid}/?as=all&ply=3")
    wide = ann.locator(".move-list").evaluate("list => list.scrollWidth - list.clientWidth")
    assert wide == 0


def test_a_defender_that_holds_does_not_come_flying(
    new_visitor: NewVisitor, site: Any, match: Match
) -> None:
    ann = page_of(new_visitor, site, match, 0)
    open_match(ann, match)
    ann.evaluate("""() => {
        window.flights = 0;
        const fly = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            window.flights += 1;
            return fly.apply(this, how);
        };
    }""")
    elsewhere(play, match, "b3b4", now=timezone.now())  # a tank runs into a major general
    expect(ann.locator("#sq-b4").locator("..")).to_have_class(re.compile("fought"))
    expect_settled(ann)
    assert signs(ann)["b4"] == "U"
    assert "b3" not in signs(ann)
    assert ann.evaluate("window.flights") == 0
    elsewhere(play, match, "b4b3", now=timezone.now())  # and now it walks over
    expect_move_shown(ann, "b4b3")
    assert ann.evaluate("window.flights") == 1


def test_the_end_opens_both_armies(new_visitor: NewVisitor, site: Any, match: Match) -> None:
    bob = page_of(new_visitor, site, match, 1)
    open_match(bob, match)
    assert sorted(set(signs(bob).values())) == sorted({*"GLMCKJABDPTHESXF", "U"})
    elsewhere(ending.resign, uid=match.uid, user=match.players.get(seat=0).user, now=timezone.now())
    expect(bob.locator("#result-headline")).to_have_text("You have won")
    assert "U" not in signs(bob).values()
