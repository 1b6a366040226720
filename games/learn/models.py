"""Steps that were done. What is tried in a step is kept nowhere: it stands in the address."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class StepDone(models.Model):
    """A step of a path that a user has brought to its goal."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    step = models.CharField(max_length=40)
    done_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "step"], name="once_a_step"),
        ]

    def __str__(self) -> str:
        return f"step {self.step} of {self.game} by user {self.user_id}"
