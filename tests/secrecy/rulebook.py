"""Which twins a viewer may not tell apart, by the second statement of the rules.

The product's own news are not asked, since a leak in them would hide its witnesses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Protocol, cast

from engines.core.seats import Viewer


class Rulebook(Protocol):
    """`tests/engines/<game>/known.py`."""

    DIFFERING: frozenset[str]

    def known_of(
        self, acts: Sequence[tuple[int, str]], seats: Collection[int | None], start: str
    ) -> Iterator[object]:
        """Of each act of a match from *start*, all that may be known."""


def rulebook_of(game: str) -> Rulebook:
    """What the tests of *game* say again of who may know what."""
    return cast("Rulebook", import_module(f"tests.engines.{game}.known"))


def known_of(
    game: str, acts: Sequence[tuple[int, str]], eyes: Iterable[Viewer], start: str
) -> Iterator[object]:
    """Of each of *acts* of a match from *start*, all that *eyes* may know together."""
    return rulebook_of(game).known_of(acts, {eye.seat for eye in eyes}, start)
