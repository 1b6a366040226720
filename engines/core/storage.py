"""Positions stored as where they began, the moves made since, and who conceded."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.jsontypes import Json


def stored_match(
    data: Mapping[str, Json], schema: int, *, known: int
) -> tuple[str, list[Json], list[Json]]:
    """Return the fields ``start``, ``moves`` and ``conceded`` of *data*.

    ValueError for a *schema* other than the *known* one and for data of another shape, which is
    not quoted.
    """
    if schema != known:
        raise ValueError(f"unknown schema {schema}")
    match data:
        case {"start": str(start), "moves": list(moves), "conceded": list(conceded)}:
            return start, moves, conceded
    raise ValueError("not a stored position")
