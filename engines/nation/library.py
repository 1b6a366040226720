"""The content that is shipped, by version. A match keeps the version it began with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from engines.nation.content_types import Content
from engines.nation.schema import FILES, read_content

NEWEST = 1
VERSIONS = (1,)


class Library:
    """Some versions of the content, the newest for new matches."""

    def __init__(self, *contents: Content) -> None:
        self._contents = {content.version: content for content in contents}

    def newest(self) -> Content:
        """What a new match is played with."""
        return self._contents[max(self._contents)]

    def version(self, number: int) -> Content:
        """The content of that version; ValueError if there is none."""
        if number not in self._contents:
            raise ValueError("unknown version of the content")
        return self._contents[number]


class Shipped(Library):
    """The versions that lie in ``content/``, each read when it is first asked for."""

    def __init__(self) -> None:
        super().__init__()

    def newest(self) -> Content:
        """What a new match is played with."""
        return shipped(NEWEST)

    def version(self, number: int) -> Content:
        """The content of that version; ValueError if there is none."""
        if number not in VERSIONS:
            raise ValueError("unknown version of the content")
        return shipped(number)


@cache
def shipped(version: int) -> Content:
    """The content of ``content/v<version>/``; ContentError if there is a mistake in it."""
    folder = resources.files("engines.nation") / "content" / f"v{version}"
    files = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in FILES
    }
    return read_content(version, files)
