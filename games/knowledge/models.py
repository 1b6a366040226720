"""What players take hidden pieces for. Only the services and selectors of marks import this module.

As with sealed rows the reverse accessors are switched off, so nothing leads here from
a match or a user; no admin shows these rows, and their number is private too.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models


class GuessMark(models.Model):
    """A guess at one piece, made after one ply; the newest one stands.

    Earlier ones are kept: they are the history, which its owner alone reads.
    """

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    piece = models.CharField(max_length=16, help_text="the name the rules give it for good")
    ply = models.PositiveIntegerField(help_text="how many plies had been made")
    kind = models.CharField(max_length=8, help_text="its letter; empty: no guess any more")
    square = models.CharField(max_length=8, help_text="where it stood; empty once it had fallen")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["ply", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user", "piece", "ply"], name="one_mark_per_piece_and_ply"
            ),
        ]

    def __str__(self) -> str:
        return f"mark {self.pk}"
