"""Time zones: which there are, and how a list of them is offered."""

from __future__ import annotations

import zoneinfo
from functools import cache

REGIONS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
)
FALLBACK = "UTC"


@cache
def known_zones() -> frozenset[str]:
    """Every zone a browser may report, old spellings included."""
    return frozenset(zoneinfo.available_timezones()) - {"Factory", "localtime"}


def is_zone(name: str) -> bool:
    return name in known_zones()


def zone_or_utc(name: str) -> zoneinfo.ZoneInfo:
    """The zone of this name; UTC when there is none (any more)."""
    return zoneinfo.ZoneInfo(name if is_zone(name) else FALLBACK)


def choices(current: str = FALLBACK) -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones grouped by region, for a select; *current* is always among them."""
    groups: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(known_zones()):
        region, _, city = name.partition("/")
        if city and region in REGIONS:
            groups.setdefault(region, []).append((name, city.replace("_", " ")))
        elif name == current and name != FALLBACK:
            groups["UTC"].append((name, name))
    return list(groups.items())
