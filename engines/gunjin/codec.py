"""Everything of Gunjin that is stored or sent."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.concessions import after_concession, stored_concession
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.plain import Plain
from engines.core.storage import stored_match
from engines.gunjin.moves import Step, read_move, step_of
from engines.gunjin.position import Position
from engines.gunjin.progress import begin, concede, replay
from engines.gunjin.text import read_text, write_text
from engines.gunjin.view import GunjinView
from engines.gunjin.viewjson import json_of_view


class GunjinCodec:
    """A position is stored as where it began, the steps since, and who conceded."""

    schema = 1
    views = Plain(GunjinView)
    dump_move = staticmethod(str)
    load_move = staticmethod(read_move)

    def dump_position(self, position: Position) -> JsonObject:
        return {
            "start": write_text(position.start, position.first, position.armies),
            "moves": [str(step_of(origin, target)) for origin, target, _ in position.record],
            "conceded": stored_concession(position.outcome),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        start, moves, conceded = stored_match(data, schema, known=self.schema)
        position = replay(self.read(start), [_stored_step(move) for move in moves])
        return after_concession(position, conceded, concede)

    def dump_view(self, view: GunjinView) -> JsonObject:
        """A view as JSON; `viewtypes.GunjinViewJson` names the fields."""
        return json_of(json_of_view(view))

    def read(self, text: str) -> Position:
        return begin(*read_text(text))

    def write(self, position: Position) -> str:
        to_move = None if position.first is None else position.to_move
        return write_text(position.board, to_move, position.armies)


def _stored_step(text: Json) -> Step:
    move = read_move(text) if isinstance(text, str) else None
    if not isinstance(move, Step):
        raise ValueError(f"not a stored step: {str(text)[:40]!r}")
    return move
