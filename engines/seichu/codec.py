"""Everything of Seichu that is stored or sent."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.concessions import after_concession, stored_concession
from engines.core.errors import IllegalMove
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.plain import Plain
from engines.core.seats import Viewer
from engines.core.storage import stored_match
from engines.seichu.moves import Placement, read_move
from engines.seichu.position import Position
from engines.seichu.progress import advance, begin, concede, moves_of
from engines.seichu.rulings import check_move
from engines.seichu.text import read_text, write_text
from engines.seichu.view import SeichuView, view_of
from engines.seichu.viewjson import json_of_view


class SeichuCodec:
    """A position is stored as where it began, what was played and said since, and who conceded."""

    schema = 1
    views = Plain(SeichuView)
    dump_move = staticmethod(str)
    load_move = staticmethod(read_move)

    def dump_position(self, position: Position) -> JsonObject:
        return {
            "start": write_text(
                position.start, position.start_hands, position.first, position.to_place
            ),
            "moves": [str(move) for move in moves_of(position)],
            "conceded": stored_concession(position.outcome),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        start, moves, conceded = stored_match(data, schema, known=self.schema)
        here = self.read(start)
        for text in moves:
            here = _after_stored(here, text)
        return after_concession(here, conceded, concede)

    def dump_view(self, view: SeichuView) -> JsonObject:
        """A view as JSON; `viewtypes.SeichuViewJson` names the fields."""
        return json_of(json_of_view(view))

    def read(self, text: str) -> Position:
        return begin(*read_text(text))

    def write(self, position: Position) -> str:
        """Inverse of `read`, without the history; open questions are not written."""
        to_act = None if position.first is None else position.answering
        return write_text(position.board, position.hands, to_act, position.to_place)


def _after_stored(position: Position, text: Json) -> Position:
    move = read_move(text) if isinstance(text, str) else None
    if move is None or isinstance(move, Placement):
        raise ValueError("not a stored move")
    try:
        check_move(view_of(position, Viewer.of(position.answering)), move)
    except IllegalMove as error:
        raise ValueError(f"a stored move was not open: {error.code}") from error
    return advance(position, move)
