"""What a nation can do now, why not what it cannot, and what would come of it: as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.jsontypes import Json, JsonObject, json_of
from engines.nation.campaign import hint_for
from engines.nation.forecast import Forecast, commands_a_turn, forecast, offers
from engines.nation.moves import Move
from engines.nation.rulings import open_actions, open_commands
from engines.nation.view import NationView


def outlook_of(view: NationView) -> JsonObject:
    """Empty for a bystander; forecasts only where the viewer is to act."""
    if view.seat is None:
        return {}
    hint = hint_for(view)
    fields: dict[str, object] = {
        "actions": commands_a_turn(view, view.seat),
        "hint": None if hint is None else hint._asdict(),
        "offers": [
            {
                "command": one.command,
                "why_not": one.why_not,
                "cooldown": one.cooldown,
                "targets": list(one.targets),
            }
            for one in offers(view)
        ],
        "forecasts": {
            str(move): _forecast_json(forecast(view, move)) for move in _moves(view)
        },
    }  # fmt: skip
    return json_of(fields)


def _moves(view: NationView) -> Iterator[Move]:
    """Yield everything open but changes of places, which change nothing else."""
    if view.outcome is None and view.seat == view.now.turn:
        yield from open_commands(view.now)
        yield from open_actions(view.now)


def _forecast_json(foreseen: Forecast) -> JsonObject:
    changes: list[Json] = [one.as_json() for one in foreseen.changes if not one.is_none]
    return {"changes": changes, "actions": list(foreseen.actions)}
