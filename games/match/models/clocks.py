"""When clocks stand: pauses, vacations, and outages of the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.common.dates import exact_text
from games.common.rownames import name_of


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
        """Its name on pages."""
        return name_of(self)


class HouseHealth(models.Model):
    """One row: the sweeper's last beat, and since when beats have come without a gap."""

    last_beat = models.DateTimeField()
    healthy_since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "house health"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_house")]

    def __str__(self) -> str:
        return f"healthy since {exact_text(self.healthy_since)}"


class Credit(models.Model):
    """Time that running clocks are still to be given back; gone when all of them have it.

    Many clocks are moved in batches, in the order of their matches: a site that is killed in
    between goes on where it was, and nobody's turn waits for all the others.
    """

    amount = models.DurationField()
    until = models.DateTimeField(help_text="clocks that began later are owed nothing")
    reached = models.PositiveBigIntegerField(default=0, help_text="matches up to this key have it")

    def __str__(self) -> str:
        return f"{self.amount} for clocks running at {exact_text(self.until)}"
