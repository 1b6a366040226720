"""The analysis board: a line of moves that stands in the address, and what can follow it.

Lines and positions are read as people paste them. A line that is too long for an address is kept
for a while, see `imported`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts.common.requests import whole_number
from engines.catalogue import GAMES, meta_for
from engines.core.pasted import BadText
from games.match.referee.analysing import (
    OpenBoard,
    can_be_analysed,
    check_reached,
    open_board,
)
from games.match.referee.spelling import Spelled, read_position, spelled
from games.match.referee.studies import Laid, News, NoSuchPly, news_of
from games.record.reading import LONGEST_WORD, ReadRecord, Word, move_in, read_record
from games.reviews import imported
from games.reviews.exceptions import BadMove, BadWord, HiddenGame, NoSuchPosition, TooManyMoves
from games.reviews.trees import START, Tree, has_branches, parts_in, read_parts, tree_of

MOST_MOVES = 500


@dataclass(frozen=True, slots=True)
class Line:
    """A position, moves from there with branches, and which of them the board shows."""

    game: str
    position: str
    options: tuple[tuple[str, str], ...]
    tree: Tree
    at: int
    kept: str = ""
    """What the tree is kept under for a while; "" where it stands in the address."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Those that lead to the board."""
        return self.tree.line(self.at)

    @property
    def laid(self) -> Laid:
        """The same for the referee."""
        return Laid(self.game, self.position, self.options, self.moves)

    def to(self, number: int) -> Line:
        """The same at another move."""
        return replace(self, at=number)

    def grown(self, moves: Iterable[str]) -> Line:
        """The same with *moves* made from its board; raises TooManyMoves."""
        tree, at = self.tree.grown(self.at, moves)
        return replace(self, tree=_bounded(tree), at=at, kept="")


def line_from(
    game: str, position: str, options: tuple[tuple[str, str], ...], moves: Sequence[str]
) -> Line:
    """A line without branches, at its end."""
    tree = tree_of(moves)
    return Line(game, position, options, tree, tree.end_of(START))


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
    """The line that an address asks for, at the move of the number ``at``, or at the end of its
    main way; what cannot be played stays in it as it was written.

    Raises LookupError for a game that has no such board, NoSuchPosition, TooManyMoves, or
    ImportGone where it is no longer kept.
    """
    if not can_be_analysed(game):
        raise LookupError(game)
    line = _written(game, query)
    number = whole_number(query.get("at"), 6, otherwise=-1)
    return line.to(number if number in line.tree.nodes else line.tree.end_of(START))


def _written(game: str, query: Mapping[str, str]) -> Line:
    """The whole of it."""
    if name := query.get("line"):
        kept = imported.kept_line(name, game)
        tree = read_parts(kept.moves)
        return Line(game, kept.position, kept.options, _bounded(tree), START, name)
    text = query.get("moves") or ""
    position, _assumed = _position(game, query.get("position") or "")
    line = line_from(game, position, _options(game, query), ())
    if has_branches(text):
        parts = parts_in(text)
        if any(len(part) > LONGEST_WORD for part in parts):
            raise NoSuchPosition
        return replace(line, tree=_bounded(read_parts(parts)))
    words = [move_in(word.text) for word in _record(text).words]
    found = _spelled(line, words)
    return line.grown([*found.moves, *words[found.words :]])


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
    line = line_from(game, position, _options(game, dict(record.options) | dict(pasted)), ())
    moves = read_on(line, record.words)
    left_out = ("variations",) if record.has_variations else ()
    return Imported(line.grown(moves), (*assumed, *left_out))


def words_after(line: Line, move: str) -> tuple[str, ...]:
    """The moves that *move* spells after the board of *line*; itself where it spells none."""
    try:
        words = [move_in(word.text) for word in read_words(move)]
    except NoSuchPosition:
        return (move,)
    found = _spelled(line, words)
    return (*found.moves, *words[found.words :])


def read_words(text: str) -> tuple[Word, ...]:
    """The words of a text that spell moves; raises NoSuchPosition for none that can be read."""
    return _record(text).words


def read_on(line: Line, words: Sequence[Word]) -> tuple[str, ...]:
    """The moves that *words* spell after those of *line*, all of them; raises BadWord."""
    found = _spelled(line, [move_in(word.text) for word in words])
    if found.code:
        raise BadWord(found.words + 1, words[found.words], found.code, line.game)
    return found.moves


def board_asked(line: Line) -> BoardAsked:
    """The board of *line* as far as its moves can be made; NoSuchPosition where there is none."""
    played, refused, word = line.to(START), "", ""
    try:
        check_reached(played.laid)
    except (ValueError, LookupError) as error:
        raise NoSuchPosition from error
    for node in line.tree.way_to(line.at):
        try:
            check_reached(line.to(node.number).laid)
        except NoSuchPly as error:
            refused, word = error.code, node.move
            break
        played = line.to(node.number)
    return BoardAsked(played, open_board(played.laid), refused, word)


def news_of_moves(laid: Laid, tree: Tree) -> dict[int, News]:
    """Return everybody's news of the moves of *tree*, from *laid*, by node; moves that cannot be
    made are left out."""
    reached, news = {START: laid}, dict[int, News]()
    for node in tree.nodes.values():
        if node.number == START or node.after not in reached:
            continue
        here = reached[node.after].after(node.move)
        try:
            news[node.number] = news_of(here)
        except (ValueError, LookupError):
            continue
        reached[node.number] = here
    return news


def check_playable(line: Line) -> None:
    """Raises BadMove unless every way of *line* can be played to its end, or NoSuchPosition."""
    after = {node.after for node in line.tree.nodes.values() if node.number != START}
    for number in line.tree.nodes:
        if number not in after and board_asked(line.to(number)).refused:
            raise BadMove


def _bounded(tree: Tree) -> Tree:
    found = len(tree.nodes) - 1
    if found > MOST_MOVES:
        raise TooManyMoves(found, MOST_MOVES)
    return tree


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
