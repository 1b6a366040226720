"""Files of puzzles, one a game: a line of JSON a match, below one that says how it was made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from engines.puzzles.found import Found, Source

SHIPPED = Path(__file__).parent / "stock"


class Head(NamedTuple):
    """How a file was made: of which game, under which version of its rules, from which seed."""

    game: str
    rules: int
    seed: str

    def as_line(self) -> str:
        """The first line of the file."""
        return json.dumps({"game": self.game, "rules": self.rules, "seed": self.seed}) + "\n"


def shipped_file(game: str) -> Path:
    """Where the puzzles of a game are that the house comes with."""
    return SHIPPED / f"{game}.jsonl"


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
    """How the file was made, and its matches one after the other."""
    lines = path.read_text("utf-8").splitlines()
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
