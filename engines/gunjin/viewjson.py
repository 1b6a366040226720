"""A view as JSON: what the match page is built on. `manifest.VIEW` says who is told what."""

from __future__ import annotations

from engines.gunjin.battle import SIGNS
from engines.gunjin.history import NOWHERE, History, history_of
from engines.gunjin.moves import step_of
from engines.gunjin.pieces import CODES, SEAT_OF, letter_of
from engines.gunjin.setup import placement_on
from engines.gunjin.squares import SQUARE_NAMES
from engines.gunjin.view import GunjinView
from engines.gunjin.viewtypes import FallenJson, GunjinViewJson, PieceJson, StandingJson


def json_of_view(view: GunjinView) -> GunjinViewJson:
    """*view* as JSON; the class of what is returned explains the fields."""
    history = history_of(view)
    return {
        "phase": view.phase,
        "seat": view.seat,
        "ready": list(view.ready),
        "to_act": sorted(view.to_act),
        "pieces": _pieces(view, history),
        "fallen": _fallen(view, history),
        "first": view.first,
        "moves": [f"{step_of(*step[:2])}{SIGNS[step[2]]}" for step in view.record],
        "quiet": view.quiet,
        "repetitions": view.repetitions,
        "setups": _setups(view),
        "outcome": None if view.outcome is None else view.outcome.as_json(),
        "armies": [CODES.letters_in(army) for army in view.armies],
    }


def _pieces(view: GunjinView, history: History) -> list[StandingJson]:
    standing = [
        (square, start) for start, square in enumerate(history.square_of) if square != NOWHERE
    ]
    return [
        {"square": SQUARE_NAMES[square], **_identity(view, start)}
        for square, start in sorted(standing)
    ]


def _fallen(view: GunjinView, history: History) -> list[FallenJson]:
    fallen = [(ply, start) for start, ply in enumerate(history.fallen_at) if ply]
    return [{"ply": ply, **_identity(view, start)} for ply, start in sorted(fallen)]


def _identity(view: GunjinView, start: int) -> PieceJson:
    piece = view.start[start]
    return {"start": SQUARE_NAMES[start], "seat": SEAT_OF[piece], "kind": letter_of(piece)}


def _setups(view: GunjinView) -> list[str | None]:
    setups = [placement_on(view.start, seat, view.armies[seat]) for seat in (0, 1)]
    return [setup.letters if setup else None for setup in setups]
