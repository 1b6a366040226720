"""Records of matches: read from their text, and written back byte for byte.

What is read is the JSON of the same record that a site offers; the format, with its grammar, stands
in docs/records.md. This file needs the standard library alone and may be copied:

    python records.py < match.txt > match.json
    python records.py < match.json > match.txt
"""

from __future__ import annotations

import json
import re
import sys
from typing import Literal, NotRequired, TypedDict

FORMAT, VERSION = "jinya-record-text", 1


class Move(TypedDict):
    """A move as the rules write it, and what came of it where the record says so."""

    move: str
    taken: NotRequired[str]
    """The letter of the piece that was taken."""
    left: NotRequired[Literal["attacker", "defender", "nobody"]]
    """Who was left after a battle."""


class Record(TypedDict):
    """A match that is over."""

    format: str
    version: int
    tags: list[list[str]]
    """Name and value of each, in order."""
    rounds: list[list[Move | None]]
    """The moves side by side; None for a seat that did not move before one that did."""
    result: str


_SIGNS: dict[str, Literal["attacker", "defender", "nobody"]] = {
    "+": "attacker",
    "-": "defender",
    "=": "nobody",
}
_OF_SIGN = {left: sign for sign, left in _SIGNS.items()}
_TAG = re.compile(
    r'\[([A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*)'
    r' "((?:[^"\\\x00-\x1f\x85\u2028\u2029]|\\["\\])*)"\]'
)  # fmt: skip
_ROUND = re.compile(r'([1-9][0-9]*)\.((?: ["-~]+!?)+)')
_WORD = re.compile(r'(["-~]+?)(?:(?<=[1-9])x([A-Z]))?([+=-])?(!)?')
_RESULT = re.compile(r"(1/2|1|0)(-(1/2|1|0))+")
_GAP = "..."


def read(text: str) -> Record:
    """Return the record that *text* is; ValueError, with the line, where it is none."""
    if not text.endswith("\n"):
        raise ValueError("a record ends with a line's end")
    lines = text[:-1].split("\n")
    if "" not in lines:
        raise ValueError("there is no empty line between tags and moves")
    begin, end = lines.index("") + 1, len(lines) - 1
    if end < begin or not _RESULT.fullmatch(lines[end]):
        raise ValueError(f"line {len(lines)} is no result")
    return {
        "format": FORMAT,
        "version": VERSION,
        "tags": [_tag(line, at) for at, line in enumerate(lines[: begin - 1], start=1)],
        "rounds": [
            _round(line, number, begin + number)
            for number, line in enumerate(lines[begin:end], start=1)
        ],
        "result": lines[end],
    }


def write(record: Record) -> str:
    """Return the text of *record*; ValueError for one of another format."""
    if (record["format"], record["version"]) != (FORMAT, VERSION):
        raise ValueError(f"not a {FORMAT} of version {VERSION}")
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in record["tags"]]
    lines.append("")
    for number, moves in enumerate(record["rounds"], start=1):
        lines.append(" ".join([f"{number}.", *map(_written, moves)]))
    return "\n".join([*lines, record["result"], ""])


def _tag(line: str, at: int) -> list[str]:
    found = _TAG.fullmatch(line)
    if found is None:
        raise ValueError(f"line {at} is no tag")
    return [found[1], re.sub(r"\\(.)", r"\1", found[2])]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _round(line: str, number: int, at: int) -> list[Move | None]:
    found = _ROUND.fullmatch(line)
    if found is None or found[1] != str(number) or line.endswith(f" {_GAP}"):
        raise ValueError(f"line {at} is not round {number}")
    return [None if word == _GAP else _move(word) for word in found[2][1:].split(" ")]


def _move(word: str) -> Move:
    found = _WORD.fullmatch(word)
    assert found is not None  # any word is one
    text, taken, sign, trial = found.groups()
    move: Move = {"move": f"{text}{trial or ''}"}
    if taken:
        move["taken"] = taken
    if sign:
        move["left"] = _SIGNS[sign]
    return move


def _written(move: Move | None) -> str:
    if move is None:
        return _GAP
    text, last = move["move"], "!" if move["move"].endswith("!") else ""
    taken = f"x{move['taken']}" if "taken" in move else ""
    sign = _OF_SIGN[move["left"]] if "left" in move else ""
    return f"{text.removesuffix('!')}{taken}{sign}{last}"


def main() -> None:
    """Turn what is read into the other form."""
    sys.stdin.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
    given = sys.stdin.read()
    if given.startswith("{"):
        sys.stdout.write(write(json.loads(given)))
    else:
        sys.stdout.write(json.dumps(read(given), ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
