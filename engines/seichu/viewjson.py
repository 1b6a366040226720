"""A view as JSON: what the match page is built on. `manifest.VIEW` says who is told what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.seichu.fouls import Foul
from engines.seichu.history import NOWHERE, History, history_of, name_of
from engines.seichu.pieces import KINDS, LETTERS, UNKNOWN, letters_of
from engines.seichu.position import ACCEPTED, Played
from engines.seichu.setup import placement_on
from engines.seichu.squares import HAND, SQUARE_NAMES
from engines.seichu.view import SeichuView
from engines.seichu.viewtypes import (
    FoulJson,
    HandJson,
    PieceJson,
    SeichuViewJson,
    StandingJson,
    TakenJson,
)


def json_of_view(view: SeichuView) -> SeichuViewJson:
    """*view* as JSON; the class of what is returned explains the fields."""
    history = history_of(view)
    return {
        "phase": view.phase,
        "asked": view.asked,
        "seat": view.seat,
        "ready": list(view.ready),
        "to_act": sorted(view.to_act),
        "pieces": _pieces(history),
        "taken": _taken(history),
        "hands": [_hand(hand) for hand in view.hands],
        "owned": [_owned(counts) for counts in history.owned],
        "first": view.first,
        "moves": list(_moves(view)),
        "plies": len(history.pictures) - 1,
        "setups": _setups(view),
        "outcome": None if view.outcome is None else view.outcome.as_json(),
        "fouls": json_of_fouls(view.fouls),
    }


def json_of_fouls(fouls: Sequence[Foul]) -> list[FoulJson]:
    """Fouls as JSON; ply 0 is the set-up."""
    return [{"ply": foul.ply, "seat": foul.seat, "foul": foul.what} for foul in fouls]


def text_of_ply(played: Played, dropped: int = UNKNOWN) -> str:
    """A ply as text, with the kind of a drop if the reader knows it."""
    target = SQUARE_NAMES[played.target]
    if played.origin == HAND:
        return f"{LETTERS[dropped] if dropped else ''}*{target}"
    taken = f"x{LETTERS[played.captured]}" if played.captured else ""
    return f"{SQUARE_NAMES[played.origin]}{target}{taken}{'!' * played.trial}"


def _moves(view: SeichuView) -> Iterator[str]:
    drops, mover = tuple(map(iter, view.dropped)), int(view.first or 0)
    for played in view.record:
        if not played.is_ply:
            yield "accept" if played.origin == ACCEPTED else "doubt"
            continue
        yield text_of_ply(played, next(drops[mover]) if played.origin == HAND else UNKNOWN)
        mover = 1 - mover


def _pieces(history: History) -> list[StandingJson]:
    standing = [(square, piece) for piece, square in history.square_of.items() if square != NOWHERE]
    return [
        {"square": SQUARE_NAMES[square], **_identity(history, piece)}
        for square, piece in sorted(standing)
    ]


def _taken(history: History) -> list[TakenJson]:
    return [{"ply": ply, **_identity(history, piece)} for piece, ply in history.taken_in.items()]


def _identity(history: History, piece: int) -> PieceJson:
    kind = history.kinds.get(piece)
    return {
        "piece": name_of(piece),
        "seat": history.seat_of[piece],
        "kind": LETTERS[kind] if kind else None,
    }


def _hand(hand: Sequence[int]) -> HandJson:
    return {"count": len(hand), "kinds": None if UNKNOWN in hand else letters_of(hand)}


def _owned(counts: Sequence[int]) -> str:
    return "".join(LETTERS[kind] * counts[kind] for kind in KINDS)


def _setups(view: SeichuView) -> list[str | None]:
    setups = [placement_on(view.start, seat, view.armies[seat]) for seat in (0, 1)]
    return [setup.letters if setup else None for setup in setups]
