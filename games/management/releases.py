"""Whether there is a newer release, where the operator has said whom to ask (JINYA_RELEASES)."""

from __future__ import annotations

import logging
import re

from django.conf import settings
from django.core.cache import cache

from accounts.common import outgoing

logger = logging.getLogger(__name__)

KEY, KEPT = "newest-release", 3 * 24 * 60 * 60  # seconds; it is asked for once a day
NUMBER = re.compile(r'(?:\A\s*|"tag_name"\s*:\s*")v?(\d{1,4}\.\d{1,4}\.\d{1,4})(?:"|\s|\Z)')
"""A version alone, or as forges tell of their latest release in JSON."""


def look_for_release() -> str:
    """Ask for the newest release, remember and return it; "" where nobody is asked or answers."""
    if not settings.RELEASES:
        return ""
    try:
        text = outgoing.get(settings.RELEASES)
    except outgoing.Unreachable as error:
        logger.warning("nobody says which release is the newest: %s", error)
        return ""
    found = NUMBER.search(text.decode("utf-8", "replace"))
    if found is None:
        logger.warning("what JINYA_RELEASES leads to names no version")
        return ""
    cache.set(KEY, found[1], KEPT)
    return found[1]


def newest_known() -> str:
    """Return the newest release that was heard of lately; "" for none."""
    return str(cache.get(KEY, ""))


def is_newer(version: str, own: str) -> bool:
    """Return whether *version* came after *own*, which may be one under way ("0.2.0+dev")."""
    return _numbers(version) > _numbers(own)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
