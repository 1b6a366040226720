"""What is taught: chapters of steps, read from the files in each game's folder of boards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language, gettext

import games.boards
from engines.catalogue import GAMES
from games.match.referee.studies import Laid

MOST_MOVES = 12
"""No step takes more moves of the reader's."""

Text = Mapping[str, str]
"""A text by language."""


def said(text: Text) -> str:
    """*text* in the reader's language: its own, else what the catalogue has of the English."""
    return text.get(get_language() or "en") or gettext(text["en"])


@dataclass(frozen=True, slots=True)
class WrongWay:
    """Moves that lead nowhere, and why."""

    moves: tuple[str, ...]
    """Patterns of them: "c2~" is any move from c2."""
    text: Text
    after: int | None
    """At which of the reader's moves it is one, counted from 0; None for any."""

    def is_for(self, action: str, number: int) -> bool:
        """Return whether *action*, the reader's move after *number* others, is this one."""
        return self.after in (None, number) and any(_fits(action, one) for one in self.moves)


def _fits(action: str, pattern: str) -> bool:
    """A tilde in a pattern stands for anything; a star is the sign of a drop."""
    return action == pattern or fnmatchcase(action, pattern.replace("*", "[*]").replace("~", "*"))


@dataclass(frozen=True, slots=True)
class Step:
    """A position with a goal."""

    id: str
    title: Text
    task: Text
    done: Text
    otherwise: Text
    """What is said of a way that is none, where no other sentence fits."""
    laid: Laid
    seat: int
    moves: int
    """In so many of the reader's moves."""
    goal: Mapping[str, Any]
    solution: tuple[str, ...]
    replies: Mapping[str, str]
    """What the other side answers, by the reader's moves so far, with blanks between them."""
    shuttle: tuple[str, ...]
    """What it plays else: the first of these that can be; where none can, the easy bot thinks."""
    wrong: tuple[WrongWay, ...] = ()
    bluffs: bool = False
    """Whether fouls can be played, where the game accepts any."""
    army: str = ""
    """The letters of an army to be placed by exchanging pieces, in the order of its squares."""

    def wrong_way(self, action: str, number: int) -> WrongWay | None:
        """Return what there is to say of *action*, the reader's move after *number* others."""
        return next((one for one in self.wrong if one.is_for(action, number)), None)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some steps about one thing."""

    title: Text
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All that is taught of a game."""

    game: str
    chapters: tuple[Chapter, ...]
    steps: Mapping[str, Step] = field(default_factory=dict)

    def after(self, step: str) -> str:
        """Return the id of the step after that; empty at the end."""
        ids = [*self.steps]
        at = ids.index(step) + 1
        return ids[at] if at < len(ids) else ""


@cache
def course_of(game: str) -> Course:
    """Return the path of a game; LookupError where nothing is taught of it."""
    if game not in {meta.slug for meta in GAMES}:
        raise LookupError(game)
    folder = Path(games.boards.__file__).parent / game / "lessons"
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise LookupError(game)
    chapters = tuple(_chapter(game, tomllib.loads(file.read_text("utf-8"))) for file in files)
    steps = {step.id: step for chapter in chapters for step in chapter.steps}
    return Course(game, chapters, steps)


def all_courses() -> tuple[Course, ...]:
    """Return every path, in the order of the catalogue."""
    found = []
    for meta in GAMES:
        try:
            found.append(course_of(meta.slug))
        except LookupError:
            continue
    return tuple(found)


def _chapter(game: str, data: Mapping[str, Any]) -> Chapter:
    usual = data.get("usual", {})
    return Chapter(data["title"], tuple(_step(game, {**usual, **one}) for one in data["step"]))


def _step(game: str, data: Mapping[str, Any]) -> Step:
    options = tuple(sorted(data.get("options", {}).items()))
    return Step(
        id=data["id"],
        title=data["title"],
        task=data["task"],
        done=data["done"],
        otherwise=data["otherwise"],
        laid=Laid(
            game,
            data.get("position", ""),
            options,
            tuple(data.get("plies", ())),
            data.get("rules"),
        ),
        seat=data.get("seat", 0),
        moves=data.get("moves", 1),
        goal=data["goal"],
        solution=tuple(data["solution"]),
        replies=data.get("replies", {}),
        shuttle=tuple(data.get("shuttle", ())),
        wrong=tuple(
            WrongWay(tuple(one["moves"]), one["text"], one.get("after"))
            for one in data.get("wrong", ())
        ),
        bluffs=data.get("bluffs", False),
        army=data.get("army", ""),
    )
