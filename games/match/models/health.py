"""When the house was last known to be up, so that its own outages cost nobody time."""

from __future__ import annotations

from django.db import models


class HouseHealth(models.Model):
    """One row: the sweeper's last beat, and since when beats have come without a gap."""

    last_beat = models.DateTimeField()
    healthy_since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "house health"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_house")]

    def __str__(self) -> str:
        return f"healthy since {self.healthy_since:%Y-%m-%d %H:%M}"
