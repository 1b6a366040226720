"""Picking squares: which moves stay open, when one is decided, when one must choose.

The cases stand in `picking.json`; `tests/e2e/test_picking_rules.py` asks the script the same.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.boards.kit.offers import (
    Offer,
    completed,
    named,
    open_offers,
    picks_after,
    shades,
    targets,
)

CASES = json.loads(Path(__file__).with_name("picking.json").read_text())
OFFERS = tuple(
    Offer(**{**offer, "squares": tuple(offer["squares"]), "text": offer["action"]})
    for offer in CASES["offers"]
)


@pytest.mark.parametrize("case", CASES["presses"], ids=lambda case: "-".join(case["asked"]))
def test_what_is_picked_after_some_presses(case: dict[str, Any]) -> None:
    picked = picks_after(OFFERS, case["asked"])
    assert list(picked) == case["picked"]
    done = [offer.action for offer in completed(OFFERS, picked)]
    assert done == case.get("completed", [])
    if "open" in case:
        assert [offer.action for offer in open_offers(OFFERS, picked)] == case["open"]
    fouls = shades(OFFERS, picked)
    found = {name: [takes, fouls.get(name, "")] for name, takes in targets(OFFERS, picked).items()}
    assert found == case.get("targets", {})


@pytest.mark.parametrize("case", CASES["typed"], ids=lambda case: case["text"])
def test_what_a_text_spells(case: dict[str, Any]) -> None:
    found = named(OFFERS, case["text"])
    assert (found.action if found else None) == case["action"]
