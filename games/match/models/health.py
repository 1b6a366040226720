"""When the house was last known to be up, so that its own outages cost nobody time."""

from __future__ import annotations

from django.db import models

from accounts.common.dates import exact_text


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

    Many clocks are moved in batches, in the order of their matches: a house that is killed in
    between goes on where it was, and nobody's turn waits for all the others.
    """

    amount = models.DurationField()
    until = models.DateTimeField(help_text="clocks that began later are owed nothing")
    reached = models.PositiveBigIntegerField(default=0, help_text="matches up to this key have it")

    def __str__(self) -> str:
        return f"{self.amount} for clocks running at {exact_text(self.until)}"
