"""What can be read can be told apart, in every theme; no page carries styles of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text()

TEXT, EDGE = 4.5, 3.0  # WCAG 2.2: 1.4.3 and 1.4.11
PAPERS = ("paper", "paper-2", "paper-3")
PAIRS = [
    *((ink, paper, TEXT) for ink in ("ink", "ink-2", "ink-3") for paper in PAPERS),
    *((ink, paper, TEXT) for ink in ("accent", "good", "warn", "bad") for paper in PAPERS),
    *(("focus", paper, EDGE) for paper in PAPERS),
    ("accent-ink", "accent", TEXT),
    ("accent-ink", "accent-2", TEXT),
    ("line-2", "paper", EDGE),
    ("line-2", "paper-2", EDGE),
]


def colours(selector: str) -> dict[str, tuple[str, str]]:
    """The light and the dark colour of each token that the block of *selector* sets."""
    block = TOKENS.split(f"{selector} {{", 1)[1].split("}", 1)[0]
    pattern = r"--([\w-]+): light-dark\((#\w+), (#\w+)\)"
    return {name: (light, dark) for name, light, dark in re.findall(pattern, block)}


def luminance(colour: str) -> float:
    """The relative luminance of ``#rgb`` or ``#rrggbb``."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[start : start + 2], 16) / 255 for start in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("selector", [":root", "@mixin contrast"])
@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
def test_inks_stand_out_from_papers(selector: str, shade: int) -> None:
    tokens = {name: pair[shade] for name, pair in colours(selector).items()}
    weak = [
        f"{ink} on {paper}: {contrast(tokens[ink], tokens[paper]):.2f}"
        for ink, paper, least in PAIRS
        if contrast(tokens[ink], tokens[paper]) < least
    ]
    assert weak == []


def test_black_and_white_are_told_apart() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)


def test_a_system_that_asks_for_contrast_gives_the_same_colours_as_ours() -> None:
    asked = ':root:not([data-theme="light"], [data-theme="dark"])'
    assert colours(asked) == colours('[data-theme="contrast"]')


def test_templates_carry_no_styles_and_no_handlers() -> None:
    inline = re.compile(r"""\s(style|on[a-z]+)\s*=\s*["']|<style|javascript:""")
    pages = [path for path in (ROOT / "templates").rglob("*.html") if "email" not in str(path)]
    assert len(pages) > 40
    assert [str(path) for path in pages if inline.search(path.read_text())] == []


def test_pages_ask_nobody_else_for_anything() -> None:
    elsewhere = re.compile(r"""(?:src|href|url\()=?\s*["'(]?(?:https?:)?//(?!www\.w3\.org)""")
    files = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/css/*.css")]
    assert [str(path) for path in files if elsewhere.search(path.read_text())] == []


def test_the_titles_of_pages_name_the_site_in_the_readers_language() -> None:
    templates = [*(ROOT / "templates").rglob("*.html")]
    titles = [
        re.findall(r"<title>.*</title>|{% block title %}.*", t.read_text()) for t in templates
    ]
    assert sum(map(len, titles)) > 60
    assert [title for found in titles for title in found if "· Jinya" in title] == []
