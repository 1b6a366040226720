"""The legend: pieces drawn otherwise at the board, and what each is said beside it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, open_match, sign_in, square
from tests.kit.builders import match_between, person, play
from tests.kit.gunjin import gunjin_match


def test_what_a_piece_is_shows_beside_it(new_visitor: NewVisitor, site: Any) -> None:
    page, ann = new_visitor(viewport={"width": 1366, "height": 657}), person("Ann")
    sign_in(page, site, ann)
    open_match(page, match_between(ann, person("Bob")))
    tip = page.locator("#piece-tip")
    square(page, "c2").hover()
    expect(tip).to_have_text(
        "Cannon: Any distance straight; captures by jumping over exactly one piece."
    )
    square(page, "d4").hover()
    expect(tip).to_be_hidden()
    page.locator("#board .square[data-here]").focus()
    page.keyboard.press("ArrowRight")
    expect(tip).to_be_visible()


OVER = """([tip, board]) => {
    const [one, other] = [tip, board].map((part) => part.getBoundingClientRect());
    return one.right > other.left && one.left < other.right &&
        one.bottom > other.top && one.top < other.bottom;
}"""


def is_over_the_board(page: Page) -> bool:
    """Whether what is said of a piece covers part of the board."""
    parts = [page.locator(one).element_handle() for one in ("#piece-tip", "#board-form")]
    return bool(page.evaluate(OVER, parts))


@pytest.mark.parametrize(
    "screen",
    [{"viewport": {"width": 1366, "height": 657}}, {"viewport": {"width": 390, "height": 844}}],
    ids=["laptop", "phone"],
)
def test_what_is_said_of_a_piece_is_never_over_the_board(
    new_visitor: NewVisitor, site: Any, screen: dict[str, Any]
) -> None:
    """And it is said of the piece one sees: of one that waits to be played, not of its target."""
    page, ann = new_visitor(**screen), person("Ann")
    sign_in(page, site, ann)
    match = match_between(ann, person("Bob"))
    play(match, "e3e4", "e6e5")
    open_match(page, match)
    tip = page.locator("#piece-tip")
    for name in ("a1", "e4", "h8"):
        square(page, name).hover()
        expect(tip).to_be_visible()
        assert not is_over_the_board(page)
    square(page, "e4").click()
    square(page, "e5").click()
    expect(page.locator("#board .preview")).to_be_visible()
    square(page, "d4").hover()
    square(page, "e5").hover()
    expect(tip).to_contain_text("Soldier:")
    square(page, "c2").hover()
    square(page, "e4").hover()
    expect(tip).to_be_hidden()


def test_a_hidden_piece_tells_nothing_and_a_long_press_on_an_own_one_does(
    new_visitor: NewVisitor, site: Any
) -> None:
    page, ann = new_visitor(**PHONE), person("Ann")
    page.clock.install()
    sign_in(page, site, ann)
    open_match(page, gunjin_match(ann, person("Bob"), is_placed=False))
    spare = page.locator("#spare-P")
    spare.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True})
    expect(page.locator("#piece-tip")).to_contain_text("Plane: Any distance along its file")
    open_match(page, gunjin_match(ann, person("Cid")))
    square(page, "g4").dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True})
    page.clock.run_for(1_000)
    expect(page.locator("#piece-tip")).to_be_hidden()


def test_the_pieces_are_switched_at_the_board(new_visitor: NewVisitor, site: Any) -> None:
    page, ann = new_visitor(), person("Ann")
    sign_in(page, site, ann)
    open_match(page, match_between(ann, person("Bob")))
    drawn = square(page, "c2").locator("use").last
    assert "kanji" in str(drawn.get_attribute("href"))
    page.locator("#legend summary").click()
    page.get_by_role("button", name="International").click()
    expect(square(page, "c2").locator("use").last).to_have_attribute(
        "href", "/static/pieces/xiongqi/international.svg#sC"
    )
    ann.refresh_from_db()
    assert ann.piece_set == "international"
