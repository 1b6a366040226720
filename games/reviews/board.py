"""The analysis board: a line of moves that stands in the address, and what can follow it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engines.catalogue import meta_for
from games.match.referee.analysing import (
    OpenBoard,
    can_be_analysed,
    check_reached,
    is_being_played,
    open_board,
)
from games.match.referee.studies import Laid, NoSuchPly
from games.reviews.exceptions import BeingPlayed, NoSuchPosition

MOST_MOVES, LONGEST_MOVE, LONGEST_POSITION = 300, 20, 800
_NUMBER = re.compile(r"\d+\.")
_NO_MOVE = re.compile(r"\.\.\.|(1/2|\d)(-(1/2|\d))+")
"""What stands in a record besides moves: a seat that made none, and the result."""
_TAKEN = re.compile(r"(?<=\d)x[A-Za-z]$")
"""What a move took, as a record has it."""
_TAG = re.compile(r"^\s*\[.*\]\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Line:
    """A position and moves from there, as they are asked for."""

    game: str
    position: str
    options: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]

    @property
    def laid(self) -> Laid:
        """The same for the referee."""
        return Laid(self.game, self.position, self.options, self.moves)


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """A line that can be shown, as far as it can be played."""

    line: Line
    board: OpenBoard
    refused: str
    """Code of why the rest of the line could not be played; "" if all was."""


def read_line(game: str, query: Mapping[str, str]) -> Line:
    """The line that *query* asks for; raises LookupError for a game that has no such board."""
    if not can_be_analysed(game):
        raise LookupError(game)
    offered = meta_for(game).options
    options = tuple(
        (name, query[name]) for name, values in offered.items() if query.get(name) in values
    )
    return Line(
        game=game,
        position=" ".join((query.get("position") or "")[:LONGEST_POSITION].split()),
        options=options,
        moves=read_moves(query.get("moves") or ""),
    )


def read_moves(text: str) -> tuple[str, ...]:
    """The moves of a text: parted by commas or blanks, or the moves of a record as text."""
    bare = _NUMBER.sub(" ", _TAG.sub(" ", text[: MOST_MOVES * (LONGEST_MOVE + 5)]))
    words = [word for word in re.split(r"[\s,]+", bare) if word and not _NO_MOVE.fullmatch(word)]
    return tuple(_TAKEN.sub("", word)[:LONGEST_MOVE] for word in words[:MOST_MOVES])


def board_asked(line: Line, user_id: int | None) -> BoardAsked:
    """The board of *line* for a user, as far as its moves can be made.

    Raises NoSuchPosition where there is nothing to show, BeingPlayed where a running match stands,
    or where one of the user's own can stand after its next move.
    """
    played, refused = line, ""
    try:
        check_reached(replace(line, moves=()).laid)
    except (ValueError, LookupError) as error:
        raise NoSuchPosition from error
    for count in range(1, len(line.moves) + 1):
        try:
            check_reached(replace(line, moves=line.moves[:count]).laid)
        except NoSuchPly as error:
            played, refused = replace(line, moves=line.moves[: count - 1]), error.code
            break
    if is_being_played(played.laid, user_id):
        raise BeingPlayed
    return BoardAsked(played, open_board(played.laid), refused)
