"""Everything of Xiongqi that is stored or sent."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.concessions import after_concession, stored_concession
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.pasted import Pasted
from engines.core.plain import Plain
from engines.core.seats import Seat
from engines.core.storage import stored_match
from engines.xiongqi.moves import Move, read_move
from engines.xiongqi.pasted import Words, read_pasted
from engines.xiongqi.pieces import LETTERS
from engines.xiongqi.position import Position
from engines.xiongqi.progress import begin, concede, replay
from engines.xiongqi.text import read_text, write_board, write_text
from engines.xiongqi.view import XiongqiView
from engines.xiongqi.viewtypes import XiongqiViewJson


class XiongqiCodec:
    """A position is stored as where it began, the moves since, and who conceded."""

    schema = 1
    views = Plain(XiongqiView)

    def dump_position(self, position: Position) -> JsonObject:
        """The complete position with its history, as JSON."""
        first_to_move = Seat((position.to_move + len(position.moves)) % 2)
        return {
            "start": write_text(tuple(position.boards[0]), first_to_move),
            "moves": [str(move) for move in position.moves],
            "conceded": stored_concession(position.outcome),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        """Inverse of `dump_position`; ValueError for data that no position dumps to."""
        start, moves, conceded = stored_match(data, schema, known=self.schema)
        position = replay(*read_text(start), [_stored_move(move) for move in moves])
        return after_concession(position, conceded, concede)

    def dump_move(self, move: Move) -> str:
        """The action text of the rules page, such as ``"e3e4"`` or ``"a7a8=E"``."""
        return str(move)

    def load_move(self, text: str) -> Move:
        """Inverse of `dump_move`; raises InvalidMove for any other text."""
        return read_move(text)

    def dump_view(self, view: XiongqiView) -> JsonObject:
        """A view as JSON; `viewtypes.XiongqiViewJson` names the fields."""
        fields: XiongqiViewJson = {
            "board": write_board(view.board),
            "to_move": view.to_move,
            "check": view.check,
            "last": None if view.last is None else str(view.last),
            "captured": "".join(LETTERS[piece] for piece in view.taken),
            "ply": view.ply,
            "repetitions": view.repetitions,
            "outcome": None if view.outcome is None else view.outcome.as_json(),
        }
        return json_of(fields)

    def read(self, text: str) -> Position:
        """The position a text of the rules page describes, with a fresh history; ValueError."""
        return begin(*read_text(text))

    def write(self, position: Position) -> str:
        """Inverse of `read`, without the history."""
        return write_text(position.board, position.to_move)

    def read_pasted(self, text: str) -> Pasted:
        """The position that a text describes as people paste it; BadText."""
        return read_pasted(text)

    def spelling(self) -> Words:
        """A reader of one line of moves as people paste them."""
        return Words()


def _stored_move(text: Json) -> Move:
    if not isinstance(text, str):
        raise ValueError(f"not a stored move: {text!r}")
    return read_move(text)
