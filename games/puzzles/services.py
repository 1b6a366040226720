"""Taking puzzles in, judging answers, and counting what is thought of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from engines.puzzles.found import Found, Source
from games.puzzles.files import SHIPPED, Head, key_of, read_stock
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating

SEED_DEVIATION = 200.0
"""How little the guess is trusted of how hard a puzzle is that nobody has tried."""
AT_ONCE = 200


def load_shipped() -> int:
    """Take in the puzzles the house comes with; returns how many were new. Safe to repeat."""
    return sum(load_stock(path) for path in sorted(SHIPPED.glob("*.jsonl")))


def load_stock(path: Path) -> int:
    """Take in a file of puzzles; those that are there are left as they are."""
    head, sources = read_stock(path)
    there = set(Puzzle.objects.filter(game=head.game).values_list("key", flat=True))
    new = [row for row in _rows(head, sources) if row.key not in there]
    Puzzle.objects.bulk_create(new, batch_size=AT_ONCE, ignore_conflicts=True)
    return len(new)


def _rows(head: Head, sources: Iterator[Source]) -> Iterator[Puzzle]:
    for source in sources:
        for one in source.found:
            yield _row(head, source, one)


def _row(head: Head, source: Source, one: Found) -> Puzzle:
    return Puzzle(
        key=key_of(head, source.number, one),
        game=head.game,
        rules=head.rules,
        position=one.position,
        plies="" if one.position else " ".join(source.plies[: one.ply]),
        options=dict(source.options),
        seat=one.seat,
        ask=one.ask,
        at=one.at,
        answer=one.answer,
        themes=f" {' '.join(one.themes)} ",
        rating=one.rating,
        deviation=SEED_DEVIATION,
    )


def move_tries(from_id: int, to_id: int) -> None:
    """Give what one user has tried to another; what the other has tried too stays the other's."""
    _move(PuzzleRating.objects.all(), "game", from_id, to_id)
    _move(Attempt.objects.all(), "puzzle", from_id, to_id)
    _move(PuzzleOpinion.objects.all(), "puzzle", from_id, to_id)


def _move(rows: QuerySet[Any], same: str, from_id: int, to_id: int) -> None:
    there = list(rows.filter(user_id=to_id).values_list(same, flat=True))
    mine = rows.filter(user_id=from_id)
    mine.exclude(**{f"{same}__in": there}).update(user_id=to_id)
    mine.delete()
