"""Stages that others have written: read on top of what is shipped, and refused in sentences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from engines.nation.content_types import Content
from engines.nation.further import offer, own_name, read_own
from engines.nation.library import NEWEST, changed, files_of, shipped
from engines.nation.lookahead import Watch
from engines.nation.measuring import HEADINGS, measured, table
from engines.nation.meta import OWN
from engines.nation.schema import FILES, read_content
from engines.nation.schema_fields import ID, ContentError

__all__ = ["HEADINGS", "BadStage", "offer", "read_own_stages", "read_stages", "row_of"]

LONGEST = 200_000
"""So many characters a file may have."""
MOST_STAGES = 100
"""So many a site may add to the campaign."""


class BadStage(ValueError):
    """A mistake in a file, as a sentence that says where it is."""


def read_stages(texts: Mapping[str, str]) -> tuple[Content, tuple[str, ...]]:
    """Return the shipped content with what *texts*, by the name of their file, add or change.

    Returns it with the stages that they name. A file that is called like none of the content is
    read as stages. Raises BadStage for the first mistake.
    """
    files, sources = files_of(NEWEST), dict[str, tuple[str, str]]()
    for path, text in texts.items():
        name = path.removesuffix(".toml")
        name = name if name in FILES else "stages"
        if name in sources:
            raise BadStage(f"{path}: there is more than one file of {name}.")
        sources[name] = path, text
        files[name] = changed(files[name], _parsed(path, text))
    try:
        content = read_content(NEWEST, files)
    except ContentError as error:
        path, text = sources.get(error.file.removesuffix(".toml"), (error.file, ""))
        raise BadStage(_sentence(path, text, error)) from error
    named = _parsed(*sources["stages"]) if "stages" in sources else {}
    return content, tuple(named)


def row_of(content: Content, stage: str, watch: Watch) -> str:
    """Return the row of the balance table; *watch* is called before each action, and may raise."""
    return table([measured(stage, content, watch)])


def _parsed(path: str, text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BadStage(f"{path}: the file is longer than {LONGEST:,} characters.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadStage(f"{path}: this is not TOML: {error}.") from error
    except RecursionError as error:
        raise BadStage(f"{path}: tables lie too deep in each other.") from error


def _sentence(path: str, text: str, error: ContentError) -> str:
    problem = str(error).partition(": ")[2].partition(": ")[2]
    field = error.field or "it"
    line = line_of(text, error.entry, error.field)
    where = f"{path}, line {line}" if line else path
    return f"{where}: {error.entry}: {field} {problem}."


def line_of(text: str, entry: str, field: str) -> int:
    """The line nearest to *field* of *entry*, counted from 1; 0 if nothing of it is there."""
    lines = text.splitlines()
    first, *rest = re.findall(r"[\w-]+", f"{entry}.{field}")
    at = _find(lines, 0, len(lines), rf"\s*\[+\s*{first}\s*[\].]")
    if at < 0:
        return 0
    end = _end_of(lines, at, first)
    for token in rest:
        if token.isdigit():
            for _ in range(int(token)):
                at = max(at, _find(lines, at + 1, end, r"\s*(\[\[|\{)"))
            continue
        word = rf"\s*(\[\[?{first}\.{token}\]|{token}\s*=)|.*[\"{{ ,.]{token}\b"
        at = max(at, _find(lines, at, end, word))
    return at + 1


def _find(lines: list[str], start: int, end: int, pattern: str) -> int:
    found = (at for at in range(start, end) if re.match(pattern, lines[at]))
    return next(found, -1)


def _end_of(lines: list[str], at: int, name: str) -> int:
    """Return where the next entry begins."""
    other = rf"\s*\[+(?!\[|{name}[\].])"
    end = _find(lines, at + 1, len(lines), other)
    return len(lines) if end < 0 else end


# --- the stages of a site ------------------------------------------------------------------


def read_own_stages(texts: Mapping[str, str]) -> dict[str, Mapping[str, Any]]:
    """Return the tables of the stages in *texts*, by the name under which they are played.

    Nothing but stages may be in it, and each has a name of its own. Raises BadStage for the first
    mistake.
    """
    content = shipped(NEWEST)
    found: dict[str, Mapping[str, Any]] = {}
    seen: dict[str, str] = {}
    for path, text in texts.items():
        name = path.rpartition("/")[2].removesuffix(".toml")
        if name in FILES and name != "stages":
            raise BadStage(f"{path}: a site adds stages, and no other content.")
        for plain, entry in _parsed(path, text).items():
            _check_plain(path, plain, seen, content)
            seen[plain] = path
            try:
                read_own(content, plain, entry)
            except ContentError as error:
                raise BadStage(_sentence(path, text, error)) from error
            found[own_name(plain, entry)] = entry
    if len(found) > MOST_STAGES:
        raise BadStage(f"There are {len(found)} stages; a site adds at most {MOST_STAGES}.")
    return found


def _check_plain(path: str, plain: str, seen: Mapping[str, str], content: Content) -> None:
    if OWN.fullmatch(f"own-1-{plain}-{'0' * 12}") is None or ID.fullmatch(plain) is None:
        raise BadStage(f"{path}: {plain[:40]!r} must be at most 20 small letters and hyphens.")
    if plain in content.stages.keys() | seen.keys():
        raise BadStage(f"{path}: there is another stage called {plain}.")
