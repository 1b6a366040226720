"""Facts as the selector gives them, made from real rules, for tests of presenters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import BluffingEngine, Terms
from engines.core.jsontypes import JsonObject
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.registry import AnyEngine, engine_for
from games.boards.kit.grid import GridBoard
from games.boards.names import presenter_for
from games.match.clocks.timeoff import RunningClock
from games.match.referee import Bluff
from games.matchpage.presenters.page import MatchPage
from games.matchpage.selectors.board import BoardFacts
from games.matchpage.selectors.public import PlayerFacts

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
UID = "abcDEF012345"
DICE = Dice(b"seed", "0")


def facts(
    *moves: str,
    seat: int | None = 0,
    start: str = "",
    after_ply: int | None = None,
    game: str = "xiongqi",
    **changes: object,
) -> BoardFacts:
    """What *seat* may know of a match once *moves* were played from *start* (or the opening)."""
    engine = engine_for(game, 1)
    viewer = BYSTANDER if seat is None else Viewer.of(Seat(seat))
    positions, news = _played(engine, start, moves, viewer)
    outcome = engine.outcome(positions[-1])
    is_present = after_ply is None
    shown = -1 if after_ply is None else after_ply - presenter_for(game).plies_before
    view = engine.view(positions[shown], viewer)
    acting = engine.to_act(positions[-1]) if changes.get("status", "active") == "active" else ()
    legal = list(engine.legal_moves(view)) if is_present and seat in acting else []
    values: dict[str, object] = {
        "uid": UID,
        "game": game,
        "rules_version": 1,
        "status": "finished" if outcome else "active",
        "version": 7,
        "seat": seat,
        "view": engine.codec.dump_view(view),
        "news": news,
        "reveal": next((found for kind, found in news if kind == "revealed"), None),
        "legal": tuple(engine.codec.dump_move(move) for move in legal),
        "bluffs": _bluffs(engine, view) if legal else {},
        "players": tuple(
            _player(number, name, acts=number in acting) for number, name in enumerate(NAMES)
        ),
        "seat_ply": 1,
        "has_talk": True,
        "ended_how": outcome.termination.value if outcome else "",
        "winners": tuple(outcome.winners) if outcome else (),
        "viewed_ply": after_ply,
        "time_control": "relaxed",
        "started_at": NOW,
        "may_resign": outcome is None and seat is not None,
        "may_offer_draw": outcome is None and seat is not None,
        "may_challenge": seat is not None,
        "may_rematch": outcome is not None and seat is not None,
        "now": NOW,
    }
    return BoardFacts(**{**values, **changes})  # type: ignore[arg-type]


def grid(page: MatchPage) -> GridBoard:
    """The board of *page*, which is one in ranks and files."""
    assert isinstance(page.playing.board, GridBoard)
    return page.playing.board


NAMES = ("Ann", "Bob")


def _player(seat: int, name: str, *, acts: bool) -> PlayerFacts:
    left = timedelta(days=2, hours=4, minutes=30)
    return PlayerFacts(
        seat=seat,
        name=name,
        is_bot=False,
        is_to_act=acts,
        clock=RunningClock(NOW + left, left) if acts else None,
        clock_seconds=int(left.total_seconds()),
        away=None,
        silent_since=None,
        limit=None,
        placed_by_house=False,
        result="",
    )


def _bluffs(engine: AnyEngine, view: Any) -> dict[str, Bluff]:
    if not isinstance(engine, BluffingEngine):
        return {}
    return {
        engine.codec.dump_move(option.move): Bluff(option.fouls, option.could_be_true)
        for option in engine.advice(view)
        if option.fouls
    }


def _played(
    engine: AnyEngine, start: str, moves: Sequence[str], viewer: Viewer
) -> tuple[list[Any], list[tuple[str, JsonObject]]]:
    begun = engine.start(Terms(), DICE)
    positions = [engine.codec.read(start) if start else begun.position]
    events = [] if start else list(begun.events)
    for text in moves:
        (seat,) = engine.to_act(positions[-1])
        step = engine.play(positions[-1], seat, engine.codec.load_move(text), DICE)
        positions.append(step.position)
        events += step.events
    found = [(event.kind, event.seen_by(viewer)) for event in events]
    return positions, [(kind, facts) for kind, facts in found if facts is not None]
