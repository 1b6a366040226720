"""How one match counts for the two ratings it is between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.ratings.glicko import PERIOD, Strength, aged
from games.ratings.glicko import rated as rated_by
from games.ratings.models import Rating

NUMBERS = ["rating", "deviation", "volatility", "matches", "rated_at"]


def locked(rows: QuerySet[Rating]) -> Iterable[Rating]:
    """Return the rows, locked in the order all lock them in."""
    return rows.select_for_update(no_key=True).order_by("pk")


def count(rows: Sequence[Rating], scores: Sequence[float], at: datetime) -> None:
    """Let one match between two ratings count for both, each as the other was before."""
    before = [aged(row.strength, _periods(row, at)) for row in rows]
    for row, opponent, score in zip(rows, reversed(before), scores, strict=True):
        _write(row, rated_by(row.strength, [(opponent, score)], _periods(row, at)), at)


def reset(row: Rating) -> None:
    """Let the rating be that of a newcomer."""
    fresh = Rating()
    for name in NUMBERS:
        setattr(row, name, getattr(fresh, name))


def _periods(row: Rating, at: datetime) -> float:
    """Return how many rating periods after its last match the rating is asked for."""
    return max((at - row.rated_at) / PERIOD, 0.0) if row.rated_at else 0.0


def _write(row: Rating, after: Strength, at: datetime) -> None:
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.matches += 1
    row.rated_at = at
