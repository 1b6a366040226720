"""Everything of Nation that is stored or sent."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.jsontypes import Json, JsonObject, json_of
from engines.core.plain import Plain, Way
from engines.nation.content_types import Content
from engines.nation.further import learn, table_of
from engines.nation.library import Library
from engines.nation.moves import read_move
from engines.nation.passives import attack_of, military_of
from engines.nation.position import Position
from engines.nation.progress import begin
from engines.nation.record import conceded_in, play_on, replay
from engines.nation.text import dump_snapshot, read_text, write_text
from engines.nation.view import NationView
from engines.nation.world import Snapshot


class Views(Plain[NationView]):
    """Views name the version of their content; a stage of an operator goes with them."""

    def __init__(self, library: Library) -> None:
        content = Way(lambda value: value.version, library.version)
        super().__init__(NationView, {Content: content})

    def dump(self, value: NationView) -> Json:
        return {"view": super().dump(value), "own": _own_stages(value.now)}

    def load(self, data: Json) -> NationView:
        match data:
            case {"view": view, "own": own}:
                _learn_stages(own)
                return super().load(view)
        raise ValueError("not the view of a match of Nation")


class NationCodec:
    """A position is stored as where it began, and the actions since."""

    schema = 1
    dump_move = staticmethod(str)
    load_move = staticmethod(read_move)

    def __init__(self, library: Library) -> None:
        self._library = library
        self.views: Plain[NationView] = Views(library)

    def dump_position(self, position: Position) -> JsonObject:
        own = _own_stages(position.first)
        return {
            "start": write_text(position.first),
            "moves": list(position.moves),
            "conceded": [*conceded_in(position.moves)],
            **({"own": own} if own else {}),
        }

    def load_position(self, data: Mapping[str, Json], schema: int) -> Position:
        if schema != self.schema:
            raise ValueError(f"unknown schema {schema}")
        match data:
            case {"start": str(start), "moves": list(moves), "conceded": list(conceded)}:
                if not all(isinstance(move, str) for move in moves):
                    raise ValueError("not stored moves")
                if conceded != conceded_in(moves):
                    raise ValueError("not the seats that conceded")
                _learn_stages(data.get("own", {}))
                return replay(read_text(self._library, start), moves)
        raise ValueError("not a stored Nation position")

    def continued(
        self, position: Position, before: Mapping[str, Json], data: Mapping[str, Json]
    ) -> Position | None:
        """Return the position that *data* stands for, played on from *position*, for which *before*
        stands; None where it does not go on from there. ValueError as in `load_position`."""
        done, moves = before["moves"], data.get("moves")
        if not isinstance(done, list) or not isinstance(moves, list):
            return None
        if moves[: len(done)] != done or any(
            before.get(name) != data.get(name) for name in ("start", "own")
        ):
            return None
        if not all(isinstance(move, str) for move in moves):
            raise ValueError("not stored moves")
        if data.get("conceded") != conceded_in(map(str, moves)):
            raise ValueError("not the seats that conceded")
        return play_on(position, map(str, moves[len(done) :]))

    def dump_view(self, view: NationView) -> JsonObject:
        """A view as JSON: the position text's object, and what states make of it."""
        now = view.now
        return {
            **dump_snapshot(now),
            "military": [military_of(now.content, nation) for nation in now.nations],
            "attacks": [
                [0 if unit is None else attack_of(now.content, nation, unit)
                 for unit in nation.places]
                for nation in now.nations
            ],
            "ply": view.ply,
            "last": view.last,
            "undoable": view.undoable,
            "outcome": None if view.outcome is None else json_of(view.outcome.as_json()),
        }  # fmt: skip

    def read(self, text: str) -> Position:
        return begin(read_text(self._library, text))

    def write(self, position: Position) -> str:
        return write_text(position.now)


def _own_stages(now: Snapshot) -> JsonObject:
    """Return the operator's stage that is played, by its name; nothing for any other stage."""
    own = table_of(now.stage)
    return {} if own is None else {now.stage: dict(own)}


def _learn_stages(own: Json) -> None:
    if not isinstance(own, dict):
        raise ValueError("not the stages of an operator")
    for name, table in own.items():
        learn(name, table)
