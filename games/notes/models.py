"""What players write down for themselves. Only the services and selectors of notes import this.

As with guess marks nothing leads here from a match or a user, and no admin shows it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

LONGEST_NOTE = 4000


class MatchNote(models.Model):
    """A player's own words about a match, or about the board after one of its plies.

    No row, no words.
    """

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField(null=True, help_text="empty: about the whole match")
    text = models.TextField(max_length=LONGEST_NOTE)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user"], condition=Q(ply=None), name="one_note_per_player"
            ),
            models.UniqueConstraint(fields=["match", "user", "ply"], name="one_note_per_ply"),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"
