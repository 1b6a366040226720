"""Positions of games that can go on for ever, stored with all their moves (`EndlessCodec`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engines.core.concessions import after_concession, stored_concession
from engines.core.jsontypes import Json, JsonObject
from engines.core.outcome import Outcome
from engines.core.recurrence import quiet_plies
from engines.core.seats import Seat
from engines.core.storage import stored_match


class Recorded(Protocol):
    """A position with its history."""

    @property
    def moves(self) -> tuple[Any, ...]: ...
    @property
    def seen(self) -> bytes: ...
    @property
    def outcome(self) -> Outcome | None: ...


P = TypeVar("P", bound=Recorded)
M = TypeVar("M")


class EndlessMoves(Generic[P, M]):
    """A position is stored as where it began, the moves since, and who conceded."""

    schema = 1
    dump_move = staticmethod(str)
    read_move: Callable[[str], M]
    replay: Callable[[P, Sequence[M]], P]
    conceded: Callable[[P, frozenset[Seat]], P]

    def start_of(self, position: P) -> str:
        """Return the text of where *position* began."""
        raise NotImplementedError

    def read(self, text: str) -> P:
        raise NotImplementedError

    def of_snapshot(self, snapshot: Mapping[str, Json], start: str, moves: list[Json]) -> P:
        """Return the position that a snapshot tells together with the *moves* since the start."""
        raise NotImplementedError

    def dump_position(self, position: P) -> JsonObject:
        return {
            "start": self.start_of(position),
            "moves": [str(move) for move in position.moves],
            "conceded": stored_concession(position.outcome),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> P:
        if schema != self.schema:
            raise ValueError(f"unknown schema {schema}")
        return self.played_on(self.resumed(data, None), data)

    def resumed(self, data: Mapping[str, Json], snapshot: Mapping[str, Json] | None) -> P:
        start, moves, _conceded = stored_match(data, self.schema, known=self.schema)
        return self.read(start) if snapshot is None else self.of_snapshot(snapshot, start, moves)

    def played_on(self, position: P, data: Mapping[str, Json], plies: int | None = None) -> P:
        _start, moves, conceded = stored_match(data, self.schema, known=self.schema)
        here = self.replay(position, self.stored_moves(moves[len(position.moves) : plies]))
        return here if plies is not None else after_concession(here, conceded, self.conceded)

    def stored_moves(self, moves: list[Json]) -> tuple[M, ...]:
        texts = [move for move in moves if isinstance(move, str)]
        if len(texts) < len(moves):
            raise ValueError("not stored moves")
        return tuple(map(self.read_move, texts))

    def quiet_plies(self, position: P) -> int:
        return quiet_plies(position.seen)

    def load_move(self, text: str) -> M:
        return self.read_move(text)
