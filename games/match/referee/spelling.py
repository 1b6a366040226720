"""What people paste, put into the texts of the rules pages: positions and moves of open games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.catalogue import meta_for
from engines.core.errors import InvalidMove
from engines.core.pasted import BadText, ForeignCodec, Pasted, PastedCodec
from engines.registry import engine_for
from games.match.referee.studies import Laid, NoSuchPly, begun, engine_of, position_of


@dataclass(frozen=True, slots=True)
class Spelled:
    """Moves that words spell, as far as they can be read and played."""

    moves: tuple[str, ...]
    words: int
    """How many words were read."""
    code: str = ""
    """Of why the next one was not; "" if all were."""


def read_position(game: str, text: str) -> Pasted:
    """Return the position that *text* describes; BadText for none.

    LookupError for a game that we do not host, or that hides something.
    """
    codec = engine_for(game, meta_for(game).rules_version).codec
    if not isinstance(codec, PastedCodec):
        raise LookupError(game)
    read = codec.read_pasted(text)
    try:
        codec.read(read.text)
    except BadText:
        raise
    except ValueError as error:  # it is over before it begins, or no match comes there
        raise BadText("no-such-start") from error
    return read


def spelled(laid: Laid, words: Sequence[str]) -> Spelled:
    """Return the moves that *words* spell from where *laid* has led; raises as `study_of` for no
    position there."""
    here, reader = laid, engine_of(laid).codec.spelling()
    position_of(here)
    for number, word in enumerate(words):
        try:
            here = _played(here, reader.rest(position_of(here)))
            here = _played(here, reader.moves(position_of(here), word))
        except (InvalidMove, NoSuchPly) as error:
            code = error.code if isinstance(error, NoSuchPly) else "unreadable-move"
            return Spelled(here.plies[len(laid.plies) :], number, code)
    here = _played(here, reader.rest(position_of(here)))
    return Spelled(here.plies[len(laid.plies) :], len(words))


class Foreign(NamedTuple):
    """A line of moves as other programs write it."""

    name: str
    """What they call the game; "" if they know no tags."""
    position: str
    words: Iterator[str]


def foreign(laid: Laid, moves: Sequence[str]) -> Foreign:
    """Return *moves* from where *laid* begins as other programs write them.

    LookupError for a game that none of them knows.
    """
    codec, start = engine_of(laid).codec, begun(laid)
    if not isinstance(codec, ForeignCodec):
        raise LookupError(laid.game)
    name, position = codec.foreign_name, codec.foreign_position(start)
    return Foreign(name, position, codec.foreign_moves(start, moves))


def _played(laid: Laid, moves: Iterable[str]) -> Laid:
    """Return *laid* with *moves* made; raises NoSuchPly."""
    for move in moves:
        laid = laid.after(move)
        position_of(laid)
    return laid
