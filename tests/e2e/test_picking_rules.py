"""The script picks by the rules of the site: it answers every case as `kit/offers.py` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import BrowserContext

from config.bundles import EXPORT
from tests.boards.test_presenters_offers import CASES

PICKING = Path(settings.STATICFILES_DIRS[0]) / "js" / "picking.js"

ANSWERS = """({ offers, presses, typed }) => {
  %s
  const actions = (found) => found.map((offer) => offer.action);
  return {
    presses: presses.map(({ asked }) => {
      const picked = asked.reduce((so_far, square) => afterPress(offers, so_far, square), []);
      const goals = [...targets(offers, picked)];
      return {
        picked,
        completed: actions(completed(offers, picked)),
        open: actions(openOffers(offers, picked)),
        targets: Object.fromEntries(goals.map(([at, to]) => [at, [to.captures, to.shade]])),
      };
    }),
    typed: typed.map(({ text }) => named(offers, text)?.action ?? null),
  };
}"""


def test_the_script_answers_every_case_alike(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    answers: Any = page.evaluate(ANSWERS % EXPORT.sub("", PICKING.read_text()), CASES)
    for case, answer in zip(CASES["presses"], answers["presses"], strict=True):
        wanted = {"completed": [], "open": answer["open"], "targets": {}, **case}
        assert {"asked": case["asked"], **answer} == wanted
    assert answers["typed"] == [case["action"] for case in CASES["typed"]]
