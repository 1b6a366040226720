"""What has come of stages that were played to their end."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StageResult(models.Model):
    """One match of one stage, by its player; written in the transaction that ends the match."""

    match = models.OneToOneField("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    stage = models.CharField(max_length=40)
    is_cleared = models.BooleanField()
    power = models.BigIntegerField(help_text="of the player's side at the end")
    rounds = models.PositiveSmallIntegerField(help_text="the round in which it ended")
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["user", "stage"], name="results_of_user"),
            models.Index(fields=["stage", "-power", "rounds"], name="best_of_stage"),
        ]

    def __str__(self) -> str:
        return f"result of {self.stage} in match {self.match_id}"
