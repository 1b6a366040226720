"""When somebody is away, and loses nowhere on time that allows it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.common.rownames import name_of


class Vacation(models.Model):
    """One absence of a user; what it cost of the user's days follows from its ends."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    made_at = models.DateTimeField()
    is_automatic = models.BooleanField(
        default=False, help_text="taken by the house just before a loss on time"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="vacation_goes_forward"
            ),
        ]
        indexes = [models.Index(fields=["user", "ends_at"], name="vacations_of")]

    def __str__(self) -> str:
        return f"vacation {self.pk} of {self.user_id}"

    @property
    def name(self) -> str:
        """What it is called on pages."""
        return name_of(self)
