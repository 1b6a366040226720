"""Reading JSON objects field by field: exactly the fields that are known, whole numbers only."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from engines.nation.numbers import CAP


def parsed(text: str) -> Any:
    """The JSON value of *text*; ValueError for a key given twice, or a number that is not whole."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_float=_refused,
            parse_constant=_refused,
        )
    except RecursionError as error:
        raise ValueError("too deep for a position") from error


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field is given twice")
    return found


def _refused(text: str) -> Any:
    raise ValueError("numbers are whole")


class Fields:
    """One object of a text; *name* says in errors which."""

    def __init__(self, value: object, name: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{name}: not an object")
        self._left: dict[str, Any] = dict(value)
        self._name = name

    def _take(self, key: str) -> Any:
        if key not in self._left:
            raise ValueError(f"{self._name}: {key} is missing")
        return self._left.pop(key)

    def number(self, key: str, least: int, most: int = CAP) -> int:
        """A whole number in a range."""
        value = self._take(key)
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{self._name}: a number is out of range")
        return value

    def maybe(self, key: str) -> int | None:
        """A number from 1 on, or null."""
        return None if self.is_null(key) else self.number(key, 1, 999)

    def is_null(self, key: str) -> bool:
        """Return whether the field is null; then it is taken, else it is still to be."""
        if self._left.get(key, key) is not None:
            return False
        del self._left[key]
        return True

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._take(key)
        if not isinstance(value, bool):
            raise ValueError(f"{self._name}: neither true nor false")
        return value

    def text(self, key: str) -> str:
        """Any text."""
        value = self._take(key)
        if not isinstance(value, str):
            raise ValueError(f"{self._name}: not a text")
        return value

    def word(self, key: str, known: Collection[str]) -> str:
        """An id of the content."""
        return self.known(self.text(key), known)

    def known(self, word: str, known: Collection[str]) -> str:
        """*word*, if the content has it."""
        if word not in known:
            raise ValueError(f"{self._name}: an unknown id")
        return word

    def fields(self, key: str) -> Fields:
        """An object within."""
        return Fields(self._take(key), key)

    def objects(self, key: str) -> list[Fields]:
        """A list of objects within."""
        value = self._take(key)
        if not isinstance(value, list):
            raise ValueError(f"{self._name}: not a list")
        return [Fields(one, key) for one in value]

    def names(self) -> list[str]:
        """The fields that have not been taken."""
        return list(self._left)

    def finish(self) -> None:
        """Refuse what is left."""
        if self._left:
            raise ValueError(f"{self._name}: a field too many")
