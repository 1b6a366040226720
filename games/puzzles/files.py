"""Files of puzzles, one a game and rules version: a line of JSON a match, below one that says how
it was made."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

from engines.puzzles.found import Found, Source

SHIPPED = Path(__file__).parent / "stock"


class Head(NamedTuple):
    """The source of a file: its game, the version of its rules, and the seed."""

    game: str
    rules: int
    seed: str
    ask: str = ""
    """The one question that is in it; empty where it is no file of one question."""

    def as_line(self) -> str:
        """Return the first line of the file."""
        said = {name: value for name, value in self._asdict().items() if value != ""}
        return json.dumps(said) + "\n"


def shipped_files() -> list[Path]:
    """All files that the site comes with."""
    return sorted(SHIPPED.glob("*.jsonl*"))


def shipped_file(game: str) -> Path:
    """Return the file of a game's puzzles that comes with the site; compressed where it is long."""
    packed = SHIPPED / f"{game}.jsonl.gz"
    return packed if packed.exists() else SHIPPED / f"{game}.jsonl"


def file_for(head: Head) -> Path:
    """Return where the puzzles are that are made so: in the file of their game, or of their game
    and question, or where that is of other rules in one of their own."""
    path = shipped_file(f"{head.game}-{head.ask}" if head.ask else head.game)
    if not path.exists() or read_stock(path)[0].rules == head.rules:
        return path
    return shipped_file(f"{head.game}-{head.rules}")


def text_file(path: Path, mode: str) -> TextIO:
    """Return the file to be read ("rt") or to be added to ("at"), compressed or not."""
    if path.suffix == ".gz":
        return cast("TextIO", gzip.open(path, mode, encoding="utf-8"))
    return cast("TextIO", path.open(mode, encoding="utf-8"))


def key_of(head: Head, number: int, one: Found) -> str:
    """Names a puzzle for good. Nothing that its view hides goes into it."""
    text = f"{head.game} {head.rules} {head.seed} {number} {one.ply} {one.seat} {one.ask} {one.at}"
    return sha256(text.encode()).hexdigest()[:10]


def line_of(source: Source) -> str:
    """A match with what was found in it, as a line."""
    data: dict[str, Any] = {"match": source.number}
    if any(not one.position for one in source.found):
        data["plies"] = " ".join(source.plies[: max(one.ply for one in source.found)])
    if source.options:
        data["options"] = dict(source.options)
    data["found"] = [one.as_json() for one in source.found]
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"


def read_stock(path: Path) -> tuple[Head, Iterator[Source]]:
    """Return how the file was made, and its matches one after the other."""
    with text_file(path, "rt") as file:
        lines = file.read().splitlines()
    head = Head(**json.loads(lines[0]))
    return head, map(_source, lines[1:])


def _source(line: str) -> Source:
    data = json.loads(line)
    return Source(
        number=data["match"],
        plies=tuple(data.get("plies", "").split()),
        options=tuple(sorted(data.get("options", {}).items())),
        found=tuple(_found(one) for one in data["found"]),
    )


def _found(data: dict[str, Any]) -> Found:
    return Found(**{**data, "themes": tuple(data["themes"])})
