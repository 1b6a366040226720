"""The tables of the rules page, made from the content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.nation.almanac import Entry
from games.boards.nation.words import FAMILIES, book_of, said


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the content."""

    name: str
    text: str
    flavour: str
    group: str = ""


def chapter() -> Mapping[str, object]:
    """Commands by family, units, skills and states, in the reader's language."""
    book = book_of()
    return {
        "families": [
            (str(name), _rows(one for one in book.commands.values() if one.kind == kind))
            for kind, name in FAMILIES.items()
        ],
        "units": _rows(book.units.values()),
        "skills": _rows(book.skills.values()),
        "states": _rows(book.states.values()),
        "specials": _rows(book.specials.values()),
        "stage_count": len(book.stages),
    }


def _rows(entries: Iterable[Entry]) -> list[Row]:
    return [Row(said(one.name), said(one.text), said(one.flavour), one.kind) for one in entries]
