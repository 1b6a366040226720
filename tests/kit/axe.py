"""What axe finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

ALL_RULES: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}

CONTRAST: dict[str, Any] = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
}

FIND = """async options => {
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) => nodes.map(node => {
    const shown = node.any.concat(node.all, node.none).map(check => check.message);
    return `${id}: ${node.target} ${node.html.slice(0, 160)} (${shown[0] ?? ""})`;
  }));
}"""

AT_REST = """async () => {
  await document.fonts.ready;
  for (const motion of document.getAnimations()) {
    try { motion.finish(); } catch { motion.cancel(); }
  }
}"""


THEMES = ("dark", "contrast")

IN_THEME = "theme => { document.documentElement.dataset.theme = theme }"


def findings(page: Page, *, in_themes: bool) -> list[str]:
    """What is wrong on the page as it stands: rule, place and reason of each finding.

    Its colours are looked at in all themes if asked for, and it is left in the last of them.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    page.evaluate(AT_REST)
    found = list(page.evaluate(FIND, ALL_RULES))
    for theme in THEMES if in_themes else ():
        page.evaluate(IN_THEME, theme)
        page.evaluate(AT_REST)
        found += [f"in {theme}: {fault}" for fault in page.evaluate(FIND, CONTRAST)]
    return found
