"""When the two players of a match have agreed to let its clocks stand."""

from __future__ import annotations

from django.db import models


class Pause(models.Model):
    """One pause of a match; most matches have none."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="pauses")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="pause_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"pause {self.pk} of match {self.match_id}"
