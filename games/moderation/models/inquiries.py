"""Which member of staff looks into which match."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Inquiry(models.Model):
    """A match on the list of a moderator, until it is taken off."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "actor"],
                condition=Q(closed_at__isnull=True),
                name="looked_into_once",
            )
        ]
        default_permissions = ()

    def __str__(self) -> str:
        return f"match {self.match_id} looked into by {self.actor_id}"
