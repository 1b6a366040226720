"""That players want to play on, for nothing, from where one of them has lost on time."""

from __future__ import annotations

from django.db import models


class Sequel(models.Model):
    """The request to play a match on that was lost on time, and the match that came of it."""

    match = models.OneToOneField(
        "match.Match", models.CASCADE, primary_key=True, related_name="sequel"
    )
    asked_by = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField()
    made = models.OneToOneField(
        "match.Match", models.SET_NULL, null=True, related_name="sequel_of", editable=False
    )

    def __str__(self) -> str:
        return f"what comes after match {self.match_id}"
