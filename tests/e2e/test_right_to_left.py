"""Pages in a language that is written from right to left: an Arabic that nobody speaks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import sign_in
from tests.kit.builders import person
from tests.kit.pseudo import pseudo_languages

PAGES = (
    *("/desk/", "/lobby/", "/matches/new/", "/events/", "/news/", "/statistics/", "/settings/"),
    *("/rules/gungi/", "/learn/xiongqi/", "/puzzles/", "/learn/xiongqi/cannon/"),
)
PICTURES = os.environ.get("PICTURES", "")
"""A folder for a picture of each page."""

STICKS_OUT = """() => [...document.querySelectorAll('body *')]
  .filter(one => !one.closest('.unseen, svg, .table-scroll, dialog:not([open])'))
  .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(one => { const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && (box.left < -1 || box.right > innerWidth + 1); })
  .map(one => one.outerHTML.slice(0, 90))"""


def faults_of(page: Page) -> list[str]:
    """What sticks out of the window, and boards that are turned round."""
    turned = (
        "() => [...document.querySelectorAll('.board')].map(one => getComputedStyle(one).direction)"
    )
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    boards = [
        f"board: {way}" for way in page.locator(".board").evaluate_all(turned) if way != "ltr"
    ]
    return [*boards, *(page.evaluate(STICKS_OUT)[:3] if wide > 0 else [])]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 657)])
def test_nothing_sticks_out_and_boards_stand_as_ever(
    new_visitor: NewVisitor, site: Any, tmp_path: Path, width: int, height: int
) -> None:
    with pseudo_languages(tmp_path):
        me = person("Masako")
        page = new_visitor(locale="ar", viewport={"width": width, "height": height})
        sign_in(page, site, me)
        found = {}
        for address in PAGES:
            answer = page.goto(address)
            assert answer is not None and answer.status == 200, address
            assert page.locator("html").get_attribute("dir") == "rtl"
            found[address] = faults_of(page)
            if PICTURES:
                name = f"{width}{address.replace('/', '-')}.png"
                page.screenshot(path=Path(PICTURES, name))
        assert {address: faults for address, faults in found.items() if faults} == {}
