"""Everything of Gungi that is stored or sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from engines.core.endless import EndlessMoves
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.pasted import Pasted
from engines.core.plain import Plain, Way
from engines.core.recurrence import dump_marks, load_marks
from engines.gungi import foreign
from engines.gungi.moves import Move, read_move
from engines.gungi.pasted import Words, read_pasted
from engines.gungi.position import Position
from engines.gungi.progress import begin, concede, judged, replay
from engines.gungi.text import read_any, read_text, write_hand, write_ranks, write_text
from engines.gungi.view import GungiView


class GungiCodec(EndlessMoves[Position, Move]):
    """A position is stored as where it began, the moves since, and who conceded."""

    read_move = staticmethod(lru_cache(maxsize=8192)(read_move))
    replay = staticmethod(replay)
    conceded = staticmethod(concede)
    views = Plain(GungiView, {Move: Way(str, read_move)})
    """Where moves are compiled, their class does not say any more what its tuples are of."""
    foreign_name = ""

    def start_of(self, position: Position) -> str:
        return write_text(position.start)

    def dump_snapshot(self, position: Position) -> JsonObject:
        """Return what stands where, and what can come up again."""
        return {
            "plies": len(position.moves),
            "now": write_text(position.now),
            "seen": dump_marks(position.seen),
        }

    def of_snapshot(self, snapshot: Mapping[str, Json], start: str, moves: list[Json]) -> Position:
        match snapshot:
            case {"plies": int(done), "now": str(now), "seen": seen}:
                made = self.stored_moves(moves[:done])
                return judged(Position(read_any(now), read_text(start), made, load_marks(seen)))
        raise ValueError("not a snapshot")

    def dump_view(self, view: GungiView) -> JsonObject:
        """A view as JSON."""
        fields: dict[str, object] = {
            "board": write_ranks(view.stacks),
            "hands": [write_hand(hand, seat) for seat, hand in enumerate(view.hands)],
            "rules": view.rules,
            "to_move": view.to_move,
            "placing": [*view.placing],
            "check": view.check,
            "last": None if view.last is None else str(view.last),
            "ply": view.ply,
            "repetitions": view.repetitions,
            "outcome": None if view.outcome is None else view.outcome.as_json(),
        }
        return json_of(fields)

    def read(self, text: str) -> Position:
        return begin(read_text(text))

    def write(self, position: Position) -> str:
        return write_text(position.now)

    def read_pasted(self, text: str) -> Pasted:
        """Return the position that a text describes as people paste it; BadText."""
        return read_pasted(text)

    def spelling(self) -> Words:
        """A reader of one line of moves as people paste them."""
        return Words()

    def foreign_position(self, position: Position) -> str:
        """FEN of gungi.js."""
        return foreign.fen(position.now)

    def foreign_moves(self, start: Position, moves: Sequence[str]) -> Iterator[str]:
        """Moves of gungi.js."""
        return foreign.words(start.now, [read_move(text) for text in moves])
