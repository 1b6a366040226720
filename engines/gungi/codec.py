"""Everything of Gungi that is stored or sent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.core.concessions import after_concession, stored_concession
from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.pasted import Pasted
from engines.core.plain import Plain, Way
from engines.core.recurrence import dump_marks, load_marks, quiet_plies
from engines.core.storage import stored_match
from engines.gungi.moves import Move, read_move
from engines.gungi.pasted import Words, read_pasted
from engines.gungi.position import Position, Start
from engines.gungi.progress import begin, concede, judged, replay
from engines.gungi.text import read_any, read_text, write_hand, write_ranks, write_text
from engines.gungi.view import GungiView


class GungiCodec:
    """A position is stored as where it began, the moves since, and who conceded."""

    schema = 1
    views = Plain(GungiView, {Move: Way(str, read_move)})
    """Where moves are compiled, their class does not say any more what its tuples are of."""

    def dump_position(self, position: Position) -> JsonObject:
        """Return the complete position with its history, as JSON."""
        return {
            "start": write_text(position.start),
            "moves": [str(move) for move in position.moves],
            "conceded": stored_concession(position.outcome),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        """Inverse of `dump_position`; ValueError for data that no position dumps to."""
        if schema != self.schema:
            raise ValueError(f"unknown schema {schema}")
        return self.played_on(self.resumed(data, None), data)

    def dump_snapshot(self, position: Position) -> JsonObject:
        """Return what stands where, and what can come up again."""
        return {
            "plies": len(position.moves),
            "now": write_text(position.now),
            "seen": dump_marks(position.seen),
        }

    def resumed(self, data: Mapping[str, Json], snapshot: Mapping[str, Json] | None) -> Position:
        """Return the position of a snapshot, or the start; see `EndlessCodec`."""
        start, moves, _conceded = stored_match(data, self.schema, known=self.schema)
        begun = read_text(start)
        return begin(begun) if snapshot is None else _of_snapshot(snapshot, begun, moves)

    def played_on(
        self, position: Position, data: Mapping[str, Json], plies: int | None = None
    ) -> Position:
        """Return the position after so many moves, or after all; see `EndlessCodec`."""
        _start, moves, conceded = stored_match(data, self.schema, known=self.schema)
        rest = [_stored_move(move) for move in moves[len(position.moves) : plies]]
        here = replay(position, rest)
        return here if plies is not None else after_concession(here, conceded, concede)

    def quiet_plies(self, position: Position) -> int:
        """Since the last capture, or since something has left a hand."""
        return quiet_plies(position.seen)

    def dump_move(self, move: Move) -> str:
        """Return the action text of the rules page, such as ``"e3+e4"`` or ``"t*e4&1"``."""
        return str(move)

    def load_move(self, text: str) -> Move:
        """Inverse of `dump_move`; raises InvalidMove for any other text."""
        return read_move(text)

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
        """The position a text of the rules page describes, with a fresh history; ValueError."""
        return begin(read_text(text))

    def write(self, position: Position) -> str:
        """Inverse of `read`, without the history."""
        return write_text(position.now)

    def read_pasted(self, text: str) -> Pasted:
        """Return the position that a text describes as people paste it; BadText."""
        return read_pasted(text)

    def spelling(self) -> Words:
        """A reader of one line of moves as people paste them."""
        return Words()


def _of_snapshot(snapshot: Mapping[str, Json], start: Start, moves: list[Json]) -> Position:
    """Return the position that a snapshot tells together with the *moves* since the start."""
    match snapshot:
        case {"plies": int(done), "now": str(now), "seen": seen}:
            made = tuple(map(_stored_move, moves[:done]))
            return judged(Position(read_any(now), start, made, load_marks(seen)))
    raise ValueError("not a snapshot")


def _stored_move(text: Json) -> Move:
    if not isinstance(text, str):
        raise ValueError("not a stored move")
    return _known_move(text)


_known_move = lru_cache(maxsize=8192)(read_move)
