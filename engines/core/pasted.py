"""Positions and moves as people paste them: from chats, books, other sites and other programs.

The strict texts of the rules pages stay what is stored and sent; what is read here is put into
them. What cannot be read is named, with its place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from engines.core.errors import InvalidMove

if TYPE_CHECKING:
    from engines.core.engine import Codec

S = TypeVar("S")
P_contra = TypeVar("P_contra", contravariant=True)

LONGEST_POSITION = 2000
"""Signs of a position's text, more than any has however it is written."""

_UNSEEN = dict.fromkeys(
    [
        *(0, 0xAD, 0x61C, 0x180E, 0xFEFF),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    ]
)
"""Signs without width, which come along unseen."""
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−⁃"), "-")
_QUOTES = dict.fromkeys(map(ord, "“”„‟«»‘’‚‛`´"), '"')
_OTHERS = {ord("⁄"): "/", ord("×"): "x", ord("✕"): "x", ord("、"): ",", ord("。"): "."}
_PLAINER = {**_UNSEEN, **_DASHES, **_QUOTES, **_OTHERS}
_LINE_END = re.compile(r"\r\n?|[\u0085\u2028\u2029\v\f]")
_NUMBER = re.compile(r"[0-9]+(\.+\s*|\s+)")
_ANNOTATION = re.compile(r"[!?#+=±∓-]+$")
_BEYOND = re.compile(r"-|[0-9]{1,5}|[KQkq]{1,4}")
"""What may follow in a position as other programs write it: rights, and numbers of moves."""


class BadText(ValueError):
    """A text that describes no position: *code* names a sentence, *facts* what stands in it.

    The message is the code alone: stored positions are read as well, and errors end up in logs.
    """

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Pasted:
    """A position that was read."""

    text: str
    """As the rules page writes it."""
    assumed: tuple[str, ...] = ()
    """What the text left out, as codes of sentences."""


class Spelling(Protocol[P_contra]):
    """Reads the moves of one line, word by word."""

    def moves(self, position: P_contra, word: str) -> tuple[str, ...]:
        """The moves, as the rules page writes them, that *word* spells in *position*; InvalidMove.

        Whether they are legal there is not asked.
        """

    def rest(self, position: P_contra) -> tuple[str, ...]:
        """Return what the words read so far leave to be done in *position* before the next one."""


@runtime_checkable
class PastedCodec(Protocol):
    """A codec that reads what people paste; games that hide nothing have one."""

    def read_pasted(self, text: str) -> Pasted:
        """Return the position that *text* describes; BadText."""

    def spelling(self) -> Spelling[Any]:
        """A reader of one line of moves."""


@runtime_checkable
class ForeignCodec(Protocol):
    """A codec that writes what other programs read; games that hide nothing have one."""

    foreign_name: str
    """What such programs call the game; "" if they know no tags in which that could stand."""

    def foreign_position(self, position: Any) -> str:
        """Return a position as they write it."""

    def foreign_moves(self, start: Any, moves: Sequence[str]) -> Iterator[str]:
        """Yield the words for *moves*, which can be played one after the other from *start*."""


def plain(text: str) -> str:
    """*text* with signs as a program writes them: narrow, visible, one kind of dash and quote."""
    narrow = unicodedata.normalize("NFKC", _LINE_END.sub("\n", text.translate(_PLAINER)))
    return narrow.translate(_PLAINER)


def bare(word: str) -> str:
    """A move without its number and what people say of it: ``"1. e3 e4!?"``, ``"e3e4+"``."""
    text = plain(word).strip().strip("\"'.,;")
    number = _NUMBER.match(text)
    return _ANNOTATION.sub("", "".join(text[number.end() if number else 0 :].split()))


def fields_of(text: str) -> tuple[str, list[str]]:
    """Return the ranks of a position's text, and the fields behind them; BadText for none."""
    if len(text) > LONGEST_POSITION:
        raise BadText("position-too-long")
    joined = re.sub(r"\s*/\s*", "/", plain(text).replace('"', " ").replace("'", " ")).split()
    if not joined:
        raise BadText("no-text")
    return joined[0].strip("/"), joined[1:]


def seat_in(fields: list[str], names: Sequence[Sequence[str]]) -> int | None:
    """Take the field that names whose turn it is, by what each seat is called; None if none does.

    BadText for a word that names neither.
    """
    word = fields[0] if fields else "-"
    for seat, called in enumerate(names):
        if word.casefold() in called:
            del fields[0]
            return seat
    if not _BEYOND.fullmatch(word):
        raise BadText("whose-turn", word=word[:20])
    return None


def check_ended(fields: Sequence[str]) -> None:
    """BadText where something follows that no program writes there."""
    for word in fields:
        if not _BEYOND.fullmatch(word):
            raise BadText("too-much-text", word=word[:20])


def squares_of(field: str, size: int, rank: Callable[[int, str], Iterable[S]]) -> tuple[S, ...]:
    """Return what stands on a square board, from its lowest rank up; *rank* reads the text of the
    rank of a number. BadText for another size."""
    ranks = field.split("/")
    if len(ranks) != size:
        raise BadText("rank-count", found=len(ranks), wanted=size)
    rows = [list(rank(size - place, text)) for place, text in enumerate(ranks)]
    for place, row in enumerate(rows):
        if len(row) != size:
            raise BadText("rank-length", rank=size - place, found=len(row), wanted=size)
    return tuple(one for row in reversed(rows) for one in row)


def load_typed(codec: Codec[Any, Any, Any], position: object, text: str) -> Any:
    """Return the move that *text* spells in *position*, however it is written; InvalidMove."""
    try:
        return codec.load_move(text)
    except InvalidMove:
        if not isinstance(codec, PastedCodec):
            raise
        spelled = [*codec.spelling().moves(position, text)]
        if len(spelled) != 1:
            raise
    return codec.load_move(spelled[0])
