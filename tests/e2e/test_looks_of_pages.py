"""Pages look as they did: fifteen of them in two looks against coarse pictures of 72 × 40 greys.

So coarse a picture hardly knows dates and names, and is another one where a style is lost, a column
falls below another, or a theme does not reach a page. JINYA_NEW_LOOKS=1 writes down what there is
now, with the fonts of this machine: look at it in `make pages` first.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import NewVisitor
from tests.e2e.visits import PHONE, sign_in
from tests.kit.builders import person

KEPT = Path(__file__).with_name("looks_of_pages.json")
WIDE, HIGH = 72, 40
FAR, SHARE = 14, 0.015
"""So many of the cells of a picture may differ by more than that many of 256 greys."""

PAGES = (
    *("/lobby/", "/learn/", "/events/", "/clubs/", "/ratings/", "/search/", "/people/"),
    *("/archive/", "/notices/", "/analyses/", "/analysis/xiongqi/", "/analysis/gungi/"),
    *("/rules/", "/learn/gungi/", "/fair-play/"),
)
LOOKS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1366, "height": 657}, "color_scheme": "light"},
    "phone": {**PHONE, "color_scheme": "dark", "locale": "ja"},
}

GREYS = """async ([picture, wide, high]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, high];
    const brush = canvas.getContext('2d');
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(image, 0, 0, wide, high);
    const { data } = brush.getImageData(0, 0, wide, high);
    return Array.from({ length: wide * high }, (_one, at) =>
        Math.round((data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3));
}"""


def difference(one: list[int], other: list[int]) -> float:
    """The share of cells that are far apart."""
    return sum(abs(a - b) > FAR for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.prove
@pytest.mark.parametrize("look", LOOKS)
def test_pages_look_as_they_did(
    new_visitor: NewVisitor, site: Any, browser: Browser, look: str
) -> None:
    page, easel = new_visitor(**LOOKS[look]), browser.new_page()
    sign_in(page, site, person("Newcomer"))
    kept: dict[str, str] = json.loads(KEPT.read_text())
    found = {}
    for address in PAGES:
        page.goto(address)
        page.wait_for_timeout(300)
        picture = b64encode(page.screenshot(scale="css")).decode()
        found[f"{look} {address}"] = easel.evaluate(GREYS, [picture, WIDE, HIGH])
    easel.close()
    if os.environ.get("JINYA_NEW_LOOKS"):
        kept |= {name: bytes(greys).hex() for name, greys in found.items()}
        KEPT.write_text(json.dumps(kept, indent=0) + "\n")
    apart = {
        name: difference(list(bytes.fromhex(kept[name])), greys) for name, greys in found.items()
    }
    assert {name: share for name, share in apart.items() if share > SHARE} == {}


def test_a_page_that_lost_something_is_another_picture() -> None:
    """Each is further from all others than is allowed, and from what is as good as empty."""
    kept = {name: list(bytes.fromhex(text)) for name, text in json.loads(KEPT.read_text()).items()}
    assert len(kept) == len(PAGES) * len(LOOKS)
    for name, greys in kept.items():
        assert len(greys) == WIDE * HIGH
        paper = max(set(greys), key=greys.count)
        assert difference(greys, [paper] * len(greys)) > SHARE, name
    for (name, greys), (other, there) in combinations(kept.items(), 2):
        assert difference(greys, there) > SHARE, (name, other)
