"""Reading fields of the content one by one; every mistake names file, entry and field."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from engines.nation.content_types import Words
from engines.nation.numbers import CAP

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class ContentError(ValueError):
    """A mistake in the content: where, and what is wrong there."""

    def __init__(self, file: str, entry: str, field: str, problem: str) -> None:
        super().__init__(f"{file}: {entry}.{field}: {problem}")
        self.file, self.entry, self.field = file, entry, field


class Entry:
    """One table of a content file. Whatever has not been asked for in the end is unknown."""

    def __init__(self, file: str, name: str, table: object) -> None:
        self.file, self.name = file, name
        if not isinstance(table, Mapping):
            raise ContentError(file, name, "", "must be a table")
        self._table: Mapping[str, Any] = table
        self._asked: set[str] = set()

    def fail(self, field: str, problem: str) -> ContentError:
        """Return the error for a mistake in *field*."""
        return ContentError(self.file, self.name, field, problem)

    def has(self, field: str) -> bool:
        """Return whether *field* is given."""
        return field in self._table

    def take(self, field: str, default: Any = None) -> Any:
        """Return the raw value; a field without a default must be there."""
        self._asked.add(field)
        if field not in self._table and default is None:
            raise self.fail(field, "is missing")
        return self._table.get(field, default)

    def number(self, field: str, default: int | None, least: int = 0, most: int = CAP) -> int:
        """A whole number in a range."""
        value = self.take(field, default)
        if type(value) is not int or not least <= value <= most:
            raise self.fail(field, f"must be a whole number from {least} to {most}")
        return value

    def maybe(self, field: str, least: int = 0, most: int = CAP) -> int | None:
        """A whole number, or None where the field is not given."""
        return self.number(field, None, least, most) if self.has(field) else None

    def choice(self, field: str, options: Collection[str], default: str | None = None) -> str:
        """One of some words."""
        value = self.take(field, default)
        if not isinstance(value, str) or value not in options:
            raise self.fail(field, f"must be one of {', '.join(sorted(options))}")
        return value

    def text(self, field: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.take(field, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.fail(field, "must be a text")
        return value

    def words(self, field: str) -> Words:
        """A text in both languages."""
        value = self.take(field)
        if not isinstance(value, Mapping) or set(value) != {"en", "ja"}:
            raise self.fail(field, "must have an 'en' and a 'ja'")
        for language in ("en", "ja"):
            if not isinstance(value[language], str) or not value[language].strip():
                raise self.fail(f"{field}.{language}", "must be a text")
        return Words(value["en"], value["ja"])

    def ids(self, field: str) -> tuple[str, ...]:
        """A list of ids, each once."""
        value = self.take(field, [])
        if not isinstance(value, list) or not all(_is_id(item) for item in value):
            raise self.fail(field, "must be a list of ids")
        if len(set(value)) < len(value):
            raise self.fail(field, "names something twice")
        return tuple(value)

    def numbers(self, field: str, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers in a range, rising."""
        value = self.take(field)
        fits = isinstance(value, list) and value and all(type(one) is int for one in value)
        if not fits or sorted(set(value)) != value or not least <= value[0] <= value[-1] <= most:
            raise self.fail(field, f"must be rising whole numbers from {least} to {most}")
        return tuple(value)

    def any(self) -> bool:
        """Return whether any field is given."""
        return bool(self._table)

    def tables(self, field: str) -> list[Entry]:
        """A list of tables, each an entry named after its place in the list."""
        value = self.take(field, [])
        if not isinstance(value, list):
            raise self.fail(field, "must be a list of tables")
        return [
            Entry(self.file, f"{self.name}.{field}[{number}]", table)
            for number, table in enumerate(value)
        ]

    def table(self, field: str) -> Entry:
        """A table within, empty if it is not given."""
        return Entry(self.file, f"{self.name}.{field}", self.take(field, {}))

    def fields(self) -> list[str]:
        """Return all fields, which then count as asked for."""
        self._asked.update(self._table)
        return list(self._table)

    def finish(self) -> None:
        """Refuse whatever is left over: most likely a slip of the pen."""
        for field in self._table:
            if field not in self._asked:
                raise self.fail(field, "is unknown here")


def _is_id(value: object) -> bool:
    return isinstance(value, str) and ID.fullmatch(value) is not None
