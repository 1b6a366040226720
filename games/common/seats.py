"""What the site calls a seat where a program reads it."""

from __future__ import annotations

from collections.abc import Iterable


def seat_keys(names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of seats by their names in the meta: "South" has the key "south".

    A key names the seat's disc in a sprite, its class in styles and its eyes in addresses.
    """
    return tuple(name.lower().replace(" ", "-") for name in names)
