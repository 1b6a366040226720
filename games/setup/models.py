"""What users prepare in private: set-ups under way and formations kept for later.

Nobody but the owner is ever shown any of it, staff included: the reverse
accessors are off, no admin shows the rows, and only the services and selectors
of the same name import this module.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SetupDraft(models.Model):
    """The pieces that a player has placed so far in one match."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    letters = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_draft_per_seat"),
        ]

    def __str__(self) -> str:
        return f"draft of user {self.user_id} for match {self.match_id}"


class Sketch(models.Model):
    """The set-up of a game a user works on outside a match: one a game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    letters = models.CharField(max_length=60)
    name = models.CharField(
        max_length=40, blank=True, help_text="of the formation it was made from or kept as"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_sketch_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game} sketch of user {self.user_id}"


class Formation(models.Model):
    """A complete set-up a user keeps under a name, for a game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=40)
    letters = models.CharField(max_length=60)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "name"], name="one_formation_per_name"),
        ]

    def __str__(self) -> str:
        return f"{self.game} formation of user {self.user_id}"
