"""What a page offers to be played, as its script reads it (`readOffers` in static/js/lib.js)."""

from __future__ import annotations

import json
import re
from typing import Any


def offers_of(told: Any) -> list[dict[str, Any]]:
    """The offers in what a script of a page holds."""
    if isinstance(told, list):
        return told
    offers = []
    for squares, text, piece, *more in (told or {}).get("offers", ()):
        chooser, side, sign = told["pieces"][piece]
        offer = {"action": "".join(squares), "squares": squares, "text": text}
        offer |= {"chooser": chooser, "side": side, "sign": sign}
        offers.append(offer | (more[0] if more else {}))
    return offers


def offers_in(html: str) -> list[dict[str, Any]]:
    """Those of a page; none of one that has nothing to be played."""
    found = re.search(r'<script id="offers" type="application/json">(.*?)</script>', html)
    return offers_of(json.loads(found[1])) if found else []
