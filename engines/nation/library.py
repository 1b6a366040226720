"""The content that is shipped, by version. A match keeps the version it began with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from engines.nation.content_types import Content
from engines.nation.further import furthered
from engines.nation.schema import FILES, read_content

NEWEST = 3
VERSIONS = (1, 2, 3)


class Library:
    """Some versions of the content, the newest for new matches."""

    def __init__(self, *contents: Content) -> None:
        self._contents = {content.version: content for content in contents}

    def newest(self) -> Content:
        """Return what a new match is played with."""
        return self._contents[max(self._contents)]

    def version(self, number: int) -> Content:
        """Return the content of that version; ValueError if there is none."""
        if number not in self._contents:
            raise ValueError("unknown version of the content")
        return self._contents[number]


class Shipped(Library):
    """The versions that lie in ``content/`` up to *newest*, each read when it is asked for."""

    def __init__(self, newest: int = NEWEST) -> None:
        super().__init__()
        self._newest = newest

    def newest(self) -> Content:
        """Return what a new match is played with."""
        return shipped(self._newest)

    def version(self, number: int) -> Content:
        """Return the content of that version; ValueError if there is none."""
        if number not in VERSIONS or number > self._newest:
            raise ValueError("unknown version of the content")
        return shipped(number)


@cache
def shipped(version: int) -> Content:
    """Return the content of ``content/v<version>/``; ContentError if there is a mistake in it."""
    return furthered(read_content(version, files_of(version)))


def files_of(version: int) -> dict[str, dict[str, Any]]:
    """The tables of a version by file: those of the version before, and what this one changes."""
    before = files_of(version - 1) if version > 1 else {name: {} for name in FILES}
    return {name: changed(before[name], _read(version, name)) for name in FILES}


def changed(before: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Entries are added at the end; of those that were there, the fields given are exchanged."""
    found = dict(before)
    for name, entry in changes.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(entry, dict):
            found[name] = {**old, **entry}
        else:
            found[name] = entry
    return found


def _read(version: int, name: str) -> dict[str, Any]:
    path = resources.files("engines.nation") / "content" / f"v{version}" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
