"""Matches without end, written in one go: what shows them is to cost the same however long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.jsontypes import JsonObject
from engines.registry import engine_for
from engines.xiongqi import ending as xiongqi_ending
from engines.xiongqi import progress
from games.match.models import Match
from games.match.referee import eyes, position_cache
from games.match.referee.table import Table
from games.match.sealed import SealedPly, SealedPosition
from tests.kit.builders import NOON, match_between, person

ROUND = ("a1a2", "a8a7", "a2a1", "a7a8")
"""Xiongqi: two chariots that go out and come back."""

NEVER = 10**9


def without_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no match of Xiongqi be drawn because its position comes up again."""
    for module in (progress, xiongqi_ending):
        monkeypatch.setattr(module, "REPETITIONS_TO_DRAW", NEVER)


def endless_match(plies: int, **changes: Any) -> Match:
    """A match that has gone on for so many plies, a multiple of four, to be played on."""
    match = match_between(person(), person(), **changes)
    events = _told_by_round()
    SealedPly.objects.bulk_create(
        SealedPly(
            match=match,
            number=number,
            seat=(number - 1) % 2,
            seat_ply=(number + 1) // 2,
            move=ROUND[(number - 1) % 4],
            key=f"key-{number:08}",
            made_at=NOON + timedelta(seconds=number),
            events=events[(number - 1) % 4],
        )
        for number in range(1, plies + 1)
    )
    sealed = SealedPosition.objects.get(pk=match.pk)
    sealed.data = {**sealed.data, "moves": list(ROUND) * (plies // 4)}
    sealed.plies, sealed.seat_plies = plies, [plies // 2] * 2
    sealed.versions = [version + plies for version in sealed.versions]
    sealed.save()
    match.refresh_from_db()
    return match


def _told_by_round() -> list[list[list[object]]]:
    """What each ply of a round tells, as it is stored."""
    engine = engine_for("xiongqi", 1)
    told: list[list[list[object]]] = []
    here = engine.start(Terms(), Dice(b"", "0")).position
    for text in ROUND:
        (seat,) = engine.to_act(here)
        step = engine.play(here, seat, engine.codec.load_move(text), Dice(b"", "0"))
        told.append([[event.kind, event.public, {}] for event in step.events])
        here = step.position
    return told


@dataclass
class Cost:
    """What was done for an answer."""

    statements: int = 0
    replayed: int = 0
    """Moves played again to come to a position."""
    told: int = 0
    """Plies read for what they tell."""


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cost]:
    """Count what is done, as by a process that has opened no match before."""
    cost, replay, read, play = Cost(), progress.replay, eyes.PlyEvents, Table._replayed

    def counting(here: Any, moves: Any) -> Any:
        cost.replayed += len(moves)
        return replay(here, moves)

    def counting_plies(*of: Any) -> Any:
        cost.replayed += 1
        return play(*of)

    def counting_rows(*row: Any) -> Any:
        cost.told += 1
        return read(*row)

    def counting_statements(execute: Any, *rest: Any) -> Any:
        cost.statements += 1
        return execute(*rest)

    position_cache._kept.clear()
    with monkeypatch.context() as patch, connection.execute_wrapper(counting_statements):
        patch.setattr("engines.xiongqi.codec.replay", counting)
        patch.setattr(Table, "_replayed", counting_plies)
        patch.setattr(eyes, "PlyEvents", counting_rows)
        yield cost


def opening_of(match: Match) -> JsonObject:
    """What is stored of its position."""
    return SealedPosition.objects.get(pk=match.pk).data
