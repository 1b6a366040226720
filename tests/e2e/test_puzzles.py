"""Puzzles in a browser: an answer that was wrong, and the solution stepped through on the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.puzzles.presenters.pages import puzzle_url
from games.puzzles.selectors import opened, solution_of
from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, sign_in, square
from tests.kit.builders import person
from tests.puzzles.test_pages import a_puzzle


@pytest.mark.parametrize("screen", [{"viewport": {"width": 1366, "height": 657}}, PHONE])
def test_a_wrong_answer_is_seen_and_the_solution_stepped_through_by_keys_and_buttons(
    new_visitor: NewVisitor, site: Any, screen: dict[str, Any]
) -> None:
    page = new_visitor(**screen)
    puzzle = a_puzzle("xiongqi", "win")
    one = opened(puzzle)
    wrong = next(move for move in one.study.legal if move not in one.right)
    sign_in(page, site, person("Ann"))
    page.goto(puzzle_url(puzzle, is_chosen=True))
    top = top_of_board(page)
    square(page, wrong[:2]).click()
    square(page, wrong[2:4]).click()
    answer = page.locator("#puzzle-answer")
    expect(answer).to_contain_text("✗ Not quite.")
    assert top_of_board(page) < top + 60, "the answer pushes the board away"
    right, wrong_colour = colours(page)
    expect(answer).to_have_css("border-left-color", wrong_colour)
    assert right != wrong_colour
    expect_row(page, "Try again, or step through the solution.")
    before, plies = stands(page), len(solution_of(puzzle))
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("End")
    expect_row(page, f"Move {plies} of {plies}")
    page.locator("[data-step=back]").click()
    expect_row(page, f"Move {plies - 1} of {plies}")
    page.keyboard.press("Home")
    expect_row(page, f"Move 0 of {plies}")
    assert stands(page) == before
    page.locator(".solution-moves a").first.click()
    expect_row(page, f"Move 1 of {plies}")
    assert stands(page) != before


def top_of_board(page: Page) -> float:
    """How far down the page the board begins."""
    return float(
        page.evaluate("document.querySelector('#board').getBoundingClientRect().top + scrollY")
    )


def expect_row(page: Page, words: str) -> None:
    """The row says what is next."""
    expect(page.locator("#row-text")).to_have_text(words)


def stands(page: Page) -> list[str | None]:
    """What stands on the squares."""
    squares = page.locator("#board .square")
    return [one.get_attribute("aria-label") for one in squares.all()]


def colours(page: Page) -> tuple[str, str]:
    """How right and wrong look here."""
    right, wrong = page.evaluate(
        """() => ["--good", "--bad"].map((name) => {
            const one = document.body.appendChild(document.createElement("i"));
            one.style.color = `var(${name})`;
            return getComputedStyle(one).color;
        })"""
    )
    return right, wrong
