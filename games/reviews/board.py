"""The analysis board: a line of moves that stands in the address, and what can follow it.

Lines and positions are read as people paste them. A line that is too long for an address is kept
for a while, see `imported`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engines.catalogue import GAMES, meta_for
from engines.core.pasted import BadText
from games.match.referee.analysing import (
    OpenBoard,
    can_be_analysed,
    check_reached,
    open_board,
)
from games.match.referee.spelling import Spelled, read_position, spelled
from games.match.referee.studies import Laid, NoSuchPly
from games.record.reading import ReadRecord, Word, move_in, read_record
from games.reviews import imported
from games.reviews.exceptions import BadWord, HiddenGame, NoSuchPosition, TooManyMoves

MOST_MOVES = 500


@dataclass(frozen=True, slots=True)
class Line:
    """A position and moves from there, as they are asked for."""

    game: str
    position: str
    options: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    kept: str = ""
    """What the first moves are kept under for a while; "" where all stand in the address."""
    of_kept: int = 0
    """How many of the moves those are."""

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
    word: str = ""
    """The move that could not."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A line that was pasted, whole."""

    line: Line
    notes: tuple[str, ...]
    """What is to be told of it, as codes."""


def read_line(game: str, query: Mapping[str, str]) -> Line:
    """The line that an address asks for; what cannot be played stays in it as it was written.

    Raises LookupError for a game that has no such board, NoSuchPosition, TooManyMoves, or
    ImportGone where its beginning is no longer kept.
    """
    if not can_be_analysed(game):
        raise LookupError(game)
    record, line = _record(query.get("moves") or ""), _beginning(game, query)
    words = [move_in(word.text) for word in record.words]
    found = _spelled(line, words)
    return replace(line, moves=(*line.moves, *found.moves, *words[found.words :]))


def import_line(game: str, pasted: Mapping[str, str]) -> Imported:
    """The line of a record or a position that somebody pasted, from the board of *game*.

    Raises LookupError, NoSuchPosition, TooManyMoves, HiddenGame for a record of a game that has
    no such board, or BadWord for what cannot be read or played.
    """
    record = _record(pasted.get("moves") or "")
    game = _game_of(record) or game
    if not can_be_analysed(game):
        raise LookupError(game)
    text = (pasted.get("position") or "").strip() or record.position
    position, assumed = _position(game, text)
    line = Line(game, position, _options(game, dict(record.options) | dict(pasted)), ())
    moves = read_on(line, record.words)
    left_out = ("variations",) if record.has_variations else ()
    return Imported(replace(line, moves=moves), (*assumed, *left_out))


def read_words(text: str) -> tuple[Word, ...]:
    """The words of a text that spell moves; raises NoSuchPosition for none that can be read."""
    return _record(text).words


def read_on(line: Line, words: Sequence[Word]) -> tuple[str, ...]:
    """The moves that *words* spell after those of *line*, all of them; raises BadWord."""
    found = _spelled(line, [move_in(word.text) for word in words])
    if found.code:
        raise BadWord(found.words + 1, words[found.words], found.code)
    return found.moves


def board_asked(line: Line) -> BoardAsked:
    """The board of *line* as far as its moves can be made; NoSuchPosition where there is none."""
    played, refused, word = line, "", ""
    try:
        check_reached(replace(line, moves=()).laid)
    except (ValueError, LookupError) as error:
        raise NoSuchPosition from error
    for count in range(1, len(line.moves) + 1):
        try:
            check_reached(replace(line, moves=line.moves[:count]).laid)
        except NoSuchPly as error:
            played = replace(
                line, moves=line.moves[: count - 1], of_kept=min(line.of_kept, count - 1)
            )
            refused, word = error.code, line.moves[count - 1]
            break
    return BoardAsked(played, open_board(played.laid), refused, word)


def _beginning(game: str, query: Mapping[str, str]) -> Line:
    """The position, the options, and the moves that are kept."""
    if name := query.get("line"):
        kept = imported.kept_line(name, game)
        moves = kept.moves[: _count(query.get("ply"), len(kept.moves))]
        return Line(game, kept.position, kept.options, moves, name, len(moves))
    position, _assumed = _position(game, query.get("position") or "")
    return Line(game, position, _options(game, query), ())


def _record(text: str) -> ReadRecord:
    try:
        record = read_record(text)
    except BadText as error:
        raise NoSuchPosition(error) from error
    if len(record.words) > MOST_MOVES:
        raise TooManyMoves(len(record.words), MOST_MOVES)
    return record


def _spelled(line: Line, words: Sequence[str]) -> Spelled:
    try:
        return spelled(line.laid, words)
    except NoSuchPly:  # of the moves before them, which is told of there
        return Spelled((), 0)
    except (ValueError, LookupError) as error:
        raise NoSuchPosition from error


def _game_of(record: ReadRecord) -> str:
    """The game that a record names; "" for none of ours. Raises HiddenGame."""
    if record.game not in {meta.slug for meta in GAMES}:
        return ""
    if not can_be_analysed(record.game):
        raise HiddenGame
    return record.game


def _position(game: str, text: str) -> tuple[str, tuple[str, ...]]:
    if not text.strip():
        return "", ()
    try:
        read = read_position(game, text)
    except BadText as error:
        raise NoSuchPosition(error) from error
    return read.text, read.assumed


def _options(game: str, asked: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    offered = meta_for(game).options
    return tuple(
        (name, asked[name]) for name, values in offered.items() if asked.get(name) in values
    )


def _count(text: str | None, most: int) -> int:
    number = int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else most
    return min(number, most)
