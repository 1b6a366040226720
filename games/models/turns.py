"""Turns that bots owe."""

from __future__ import annotations

from django.db import models


class BotTurn(models.Model):
    """The debt of a bot seat: written with the ply that causes it, deleted with the one that pays.

    Two leases keep the queue short: ``hinted_until`` holds back the next
    message about the row, ``thinking_until`` a second worker. When a worker
    dies in its turn both run out and the sweeper hands the debt to another.
    """

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="bot_turns")
    seat = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField(db_index=True)
    hinted_until = models.DateTimeField()
    thinking_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_debt_per_bot_seat"),
        ]

    def __str__(self) -> str:
        return f"bot turn of seat {self.seat} in match {self.match_id}"
