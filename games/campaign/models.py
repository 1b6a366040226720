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


class DailyRun(models.Model):
    """The match that counts of one player on one day: the first one begun."""

    day = models.DateField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.OneToOneField("match.Match", models.CASCADE, related_name="+")
    stage = models.CharField(max_length=40)
    lead = models.BigIntegerField(
        null=True,
        help_text="over the strongest rival, in thousandths; once it is over",
    )
    rounds = models.PositiveSmallIntegerField(null=True)
    is_won = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "user"], name="one_run_a_day"),
        ]
        indexes = [models.Index(fields=["day", "-lead"], name="leads_of_day")]

    def __str__(self) -> str:
        return f"run of {self.day} in match {self.match_id}"
