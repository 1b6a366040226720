"""Taking puzzles in, judging answers, and counting what is thought of puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from engines.catalogue import meta_for
from engines.puzzles.found import Found, Source
from engines.puzzles.making import found_in
from games.puzzles.files import Head, key_of, read_stock, shipped_files
from games.puzzles.models import Attempt, Puzzle, PuzzleOpinion, PuzzleRating
from games.puzzles.selectors import Judged, played_matches
from games.ratings.glicko import rated

SEED_DEVIATION = 200.0
"""How little the guess is trusted of how hard a puzzle is that nobody has tried."""
AT_ONCE = 200


def load_shipped() -> int:
    """Take in the puzzles the site comes with; returns how many were new. Safe to repeat."""
    return sum(load_stock(path) for path in shipped_files())


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
            yield row_of(head, source, one)


def row_of(head: Head, source: Source, one: Found) -> Puzzle:
    """Return the row of one puzzle of a file; not saved."""
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


def make_from_matches(game: str, most: int) -> int:
    """Look for puzzles in the newest finished matches; returns how many were new. Safe to repeat.

    No name goes into a puzzle, and its key leads to no match.
    """
    head, new = Head(game, meta_for(game).rules_version, ""), list[Puzzle]()
    for match in played_matches(game, most):
        try:
            found = found_in(game, head.rules, match.options, match.plies)
        except ValueError:
            continue  # something in it was ruled by hand, say
        source = Source(0, tuple(text for _seat, text in match.plies), tuple(match.options.items()))
        for one in found:
            row = row_of(head, source, one)
            row.key = salted_hmac(
                "a puzzle of a match", f"{match.uid} {one.ply} {one.ask} {one.at}"
            ).hexdigest()[:10]
            new.append(row)
    there = set(Puzzle.objects.filter(game=game).values_list("key", flat=True))
    rows = [row for row in new if row.key not in there]
    Puzzle.objects.bulk_create(rows, batch_size=AT_ONCE, ignore_conflicts=True)
    return len(rows)


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


PERSON_FLOOR, PUZZLE_FLOOR = 45.0, 60.0
"""Below these no deviation falls: who is tried a thousand times would move no more."""
MOST_STEP = 120.0
"""A person's rating moves by no more a try."""
REPORTS = 3
"""So many people who say that something is wrong withdraw a puzzle until staff have looked."""


def keep_try(
    *, user_id: int, puzzle: Puzzle, judged: Judged, is_chosen: bool, now: datetime
) -> Attempt:
    """Write down a user's first try at a puzzle; a later one is nothing.

    Both are rated by it if the site has chosen the puzzle, and it stands.
    """
    is_right = judged.is_right
    with transaction.atomic():
        puzzle = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
        known = Attempt.objects.filter(user_id=user_id, puzzle=puzzle).first()
        if known is not None:
            return known
        PuzzleRating.objects.bulk_create(
            [PuzzleRating(user_id=user_id, game=puzzle.game)], ignore_conflicts=True
        )
        mine = PuzzleRating.objects.select_for_update().get(user_id=user_id, game=puzzle.game)
        before, is_rated = mine.rating, is_chosen and puzzle.withdrawn_at is None
        if is_rated:
            _rate(mine, puzzle, is_right=is_right, now=now)
        puzzle.tries += 1
        puzzle.solved += is_right
        mine.tries += 1
        mine.solved += is_right
        puzzle.save()
        mine.save()
        return Attempt.objects.create(
            user_id=user_id,
            puzzle=puzzle,
            given=judged.given[:120],
            is_right=is_right,
            is_rated=is_rated,
            before=before,
            after=mine.rating,
            made_at=now,
        )


def _rate(mine: PuzzleRating, puzzle: Puzzle, *, is_right: bool, now: datetime) -> None:
    """One match between the two, each as the other was before."""
    person, other, score = mine.strength, puzzle.strength, float(is_right)
    after = rated(person, [(other, score)], mine.periods(now))
    within = min(max(after.rating, person.rating - MOST_STEP), person.rating + MOST_STEP)
    mine.count(replace(after, rating=within), PERSON_FLOOR, now)
    puzzle.count(rated(other, [(person, 1 - score)], puzzle.periods(now)), PUZZLE_FLOOR, now)
    mine.streak = mine.streak + 1 if is_right else 0
    mine.best_streak = max(mine.best_streak, mine.streak)


def vote(*, user_id: int, puzzle: Puzzle, value: int, now: datetime) -> None:
    """Say that a puzzle is good (1) or bad (-1); a second vote takes the place of the first."""
    PuzzleOpinion.objects.update_or_create(
        user_id=user_id, puzzle=puzzle, defaults={"vote": value, "made_at": now}
    )


def report(*, user_id: int, puzzle: Puzzle, why: str, now: datetime) -> None:
    """Say that something is wrong with a puzzle; enough people who say so withdraw it."""
    with transaction.atomic():
        row = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
        PuzzleOpinion.objects.update_or_create(
            user_id=user_id, puzzle=row, defaults={"report": why, "made_at": now}
        )
        if row.withdrawn_at is None and row.opinions.exclude(report="").count() >= REPORTS:
            withdraw(row, "reported", now)


def withdraw(puzzle: Puzzle, why: str, now: datetime) -> None:
    """Take a puzzle out: nobody is given it any more."""
    puzzle.withdrawn_at, puzzle.withdrawn_why = now, why
    puzzle.save(update_fields=["withdrawn_at", "withdrawn_why"])


def bring_back(puzzle: Puzzle) -> None:
    """Let a puzzle stand again; what was reported of it is forgotten."""
    puzzle.opinions.update(report="")
    puzzle.withdrawn_at, puzzle.withdrawn_why = None, ""
    puzzle.save(update_fields=["withdrawn_at", "withdrawn_why"])
