"""Everything of Xiongqi that is stored or sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engines.core.endless import EndlessMoves
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.pasted import Pasted
from engines.core.plain import Plain
from engines.core.recurrence import dump_marks, load_marks
from engines.core.seats import Seat
from engines.xiongqi import foreign
from engines.xiongqi.moves import Move, read_move
from engines.xiongqi.pasted import Words, read_pasted
from engines.xiongqi.pieces import LETTERS, PIECES
from engines.xiongqi.position import Position
from engines.xiongqi.progress import arrived, begin, concede, replay
from engines.xiongqi.text import read_text, write_board, write_text
from engines.xiongqi.view import XiongqiView
from engines.xiongqi.viewtypes import XiongqiViewJson


class XiongqiCodec(EndlessMoves[Position, Move]):
    """A position is stored as where it began, the moves since, and who conceded."""

    read_move = staticmethod(lru_cache(maxsize=8192)(read_move))
    replay = staticmethod(replay)
    conceded = staticmethod(concede)
    views = Plain(XiongqiView)
    foreign_name = "jinya-xiongqi"

    def start_of(self, position: Position) -> str:
        return position.start

    def dump_snapshot(self, position: Position) -> JsonObject:
        """Return the board, what was captured, and what can come up again."""
        return {
            "plies": len(position.moves),
            "board": write_text(position.board, position.to_move),
            "taken": "".join(LETTERS[piece] for piece in position.taken),
            "seen": dump_marks(position.seen),
        }

    def of_snapshot(self, snapshot: Mapping[str, Json], start: str, moves: list[Json]) -> Position:
        match snapshot:
            case {"plies": int(done), "board": str(board), "taken": str(taken), "seen": seen}:
                squares, to_move = read_text(board)
                captured, marks = bytes(PIECES[letter] for letter in taken), load_marks(seen)
                made = self.stored_moves(moves[:done])
                before = Position(squares, Seat(1 - to_move), start, marks, made, captured)
                return arrived(before, list(squares))
        raise ValueError("not a snapshot")

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
        return begin(text)

    def write(self, position: Position) -> str:
        return write_text(position.board, position.to_move)

    def read_pasted(self, text: str) -> Pasted:
        """Return the position that a text describes as people paste it; BadText."""
        return read_pasted(text)

    def spelling(self) -> Words:
        """A reader of one line of moves as people paste them."""
        return Words()

    def foreign_position(self, position: Position) -> str:
        """FEN."""
        return foreign.fen(position)

    def foreign_moves(self, start: Position, moves: Sequence[str]) -> Iterator[str]:
        """SAN."""
        return foreign.san(start, [read_move(text) for text in moves])
