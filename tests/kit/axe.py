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

THEMES = ("dark", "contrast")

LOOK = """async ({ rules, contrast, themes }) => {
  const find = async (options) => {
    await document.fonts.ready;
    for (const motion of document.getAnimations()) {
      try { motion.finish(); } catch { motion.cancel(); }
    }
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => {
      const shown = node.any.concat(node.all, node.none).map((check) => check.message);
      return `${id}: ${node.target} ${node.html.slice(0, 160)} (${shown[0] ?? ""})`;
    }));
  };
  const others = themes.filter((theme) => theme !== document.documentElement.dataset.theme);
  const found = await find(rules);
  for (const theme of others) {
    document.documentElement.dataset.theme = theme;
    found.push(...(await find(contrast)).map((fault) => `in ${theme}: ${fault}`));
  }
  return found;
}"""


def findings(page: Page, *, in_themes: bool) -> list[str]:
    """What is wrong on the page as it stands: rule, place and reason of each finding.

    Its colours are looked at in the other themes too if asked for, and it is left in the last of
    them; when it is looked at again, that theme is seen to by all the rules.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.add_init_script(AXE_SCRIPT)  # what is loaded later brings it along
        page.evaluate(AXE_SCRIPT)
    how = {"rules": ALL_RULES, "contrast": CONTRAST, "themes": THEMES if in_themes else ()}
    return list(page.evaluate(LOOK, how))
