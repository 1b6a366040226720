"""What was counted of each week: no page counts anew."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Week(models.Model):
    """One week, from Monday to Sunday in UTC, and the matches that ended in it."""

    first = models.DateField(primary_key=True, help_text="its Monday")
    people = models.PositiveIntegerField(help_text="who played in these matches; bots are none")
    ended = models.JSONField(help_text="how many matches, by game, pace and ending")
    counted_at = models.DateTimeField()

    class Meta:
        verbose_name = _("week")
        verbose_name_plural = _("weeks")
        default_permissions = ()

    def __str__(self) -> str:
        return f"week of {self.first}"
