"""Writing down which steps were done."""

from __future__ import annotations

from datetime import datetime

from games.learn.models import StepDone


def keep_step(*, user_id: int, game: str, step: str, now: datetime) -> None:
    """Write down that the user has done a step; the first time counts."""
    StepDone.objects.bulk_create(
        [StepDone(user_id=user_id, game=game, step=step, done_at=now)], ignore_conflicts=True
    )


def move_steps(from_id: int, to_id: int) -> None:
    """Give the steps one user has done to another, who may have done some of them."""
    rows = StepDone.objects.filter(user_id=from_id)
    StepDone.objects.bulk_create(
        [
            StepDone(user_id=to_id, game=one.game, step=one.step, done_at=one.done_at)
            for one in rows
        ],
        ignore_conflicts=True,
    )
    rows.delete()
