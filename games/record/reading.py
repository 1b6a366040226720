"""Records and lines of moves as people paste them; whatever `presenters` writes is read back.

What stands beside the moves is looked past: comments, variations, numbers, results, and signs of
what somebody thinks of a move. Nothing here knows the moves of any game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engines.core.pasted import BadText, plain
from games.record.presenters import FORMAT, SETUP, TEXT_FORMAT

_TAG = re.compile(
    r'^[ \t]*\[[ \t]*([^]"\s]+(?: [^]"\s]+)*)[ \t]*"((?:[^"\\\n]|\\.)*)"[ \t]*\][ \t]*$',
    re.MULTILINE,
)
_OTHER_TAG = re.compile(r"^[^\S\n]*\[[^\n]*\][^\S\n]*$", re.MULTILINE)
_PART = re.compile(
    r"""(?P<comment>\{[^}]*\}|;[^\n]*)
      | (?P<open>\{)
      | (?P<variation>\((?!\d-\d-\d\)))
      | (?P<number>\d+\s*\.+|\d+(?=\s)|\.+)
      | (?P<mark>\$\d+)
      | (?P<word>(?:\(\d-\d-\d\)|&[12],2|[^\s,;{}()])+)
      | (?P<nothing>[\s,]+|[)}])""",
    re.VERBOSE,
)
_NO_MOVE = re.compile(r"(1/2|\d)(-(1/2|\d))+|\*|[!?#+=-]+")
"""A result, or a sign by itself."""
_WRITTEN = re.compile(r"(?<=[^!])(?:(?<=\d)x[A-Za-z])?[+=-]?(?=!*$)", re.IGNORECASE)
"""What a record adds to a move: what it took, and who was left after a battle."""
_IN_VARIATIONS = re.compile(r"\{[^}]*\}|;[^\n]*|\(\d-\d-\d\)|[()]")
LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Word:
    """The text of a move, and the line in which it stands, from 1."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """The match or line of moves that a text describes."""

    words: tuple[Word, ...]
    game: str = ""
    """Its name in addresses; "" where the text names none."""
    position: str = ""
    """Where it begins, as the text has it; "" for where the game begins."""
    options: tuple[tuple[str, str], ...] = ()
    has_variations: bool = False
    """Whether something was left out."""


def read_record(text: str) -> ReadRecord:
    """Return the record in *text*; BadText for what cannot be read, as a comment without end."""
    clean = plain(text)
    if clean.lstrip().startswith("{") and FORMAT in clean:
        return _of_json(text.strip("\ufeff\u200b \r\n\t"))
    moves = _OTHER_TAG.sub("", _TAG.sub("", clean))
    words, has_variations = _words(moves)
    tags = [(name, _unescaped(value)) for name, value in _TAG.findall(clean)]
    return replace(_tagged(tags, words), has_variations=has_variations)


def _tagged(tags: Iterable[tuple[str, str]], words: tuple[Word, ...]) -> ReadRecord:
    """The record with these tags and moves."""
    named = {name.casefold(): value for name, value in tags}
    options = {
        name.removeprefix("option "): value
        for name, value in named.items()
        if name.startswith("option ")
    }
    game = named.get("game") or named.get("variant", "")
    return ReadRecord(
        words,
        game.split(" ")[0].casefold().removeprefix("jinya-"),
        named.get("position") or named.get("fen") or "",
        tuple(options.items()),
    )


def move_in(word: str) -> str:
    """Return the move of a word of a record that we wrote, without what was taken or left."""
    return _WRITTEN.sub("", word, count=1)


def _of_json(text: str) -> ReadRecord:
    try:
        stored = json.loads(text)
        return _of_text_json(stored) if stored.get("format") == TEXT_FORMAT else _of_whole(stored)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadText("broken-json") from error


def _of_whole(stored: dict[str, Any]) -> ReadRecord:
    moves = [ply["move"] for ply in stored["plies"] if ply["move"]]
    options = {str(name): str(value) for name, value in stored["options"].items()}
    game, start = str(stored["game"]), str(stored.get("start", ""))
    words = tuple(Word(str(move), 1) for move in moves if not str(move).startswith(SETUP))
    return ReadRecord(words, game, start, tuple(options.items()))


def _of_text_json(stored: dict[str, Any]) -> ReadRecord:
    moves = [str(made["move"]) for row in stored["rounds"] for made in row if made]
    tags = [(str(name), str(value)) for name, value in stored["tags"]]
    return _tagged(tags, tuple(Word(move, 1) for move in moves))


def _words(text: str) -> tuple[tuple[Word, ...], bool]:
    found, place, line, has_variations = list[Word](), 0, 1, False
    while place < len(text):
        part = _PART.match(text, place)
        if part is None or part.lastgroup == "open":
            raise BadText("open-comment", line=line)
        end = part.end()
        if part.lastgroup == "variation":
            end, has_variations = _past_variation(text, place, line), True
        elif part.lastgroup == "word" and not _NO_MOVE.fullmatch(part[0]):
            found.append(Word(part[0][:LONGEST_WORD], line))
        line += text.count("\n", place, end)
        place = end
    return tuple(found), has_variations


def _past_variation(text: str, begin: int, line: int) -> int:
    """Return where the variation that begins there ends, others inside it counted; BadText."""
    depth = 0
    for part in _IN_VARIATIONS.finditer(text, begin):
        depth += {"(": 1, ")": -1}.get(part[0], 0)
        if depth == 0:
            return part.end()
    raise BadText("open-variation", line=line)


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
