"""The private calendar of a user's deadlines."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models


def new_token() -> str:
    """Return the secret half of a calendar's address: 256 random bits."""
    return secrets.token_urlsafe(32)


class CalendarFeed(models.Model):
    """The address under which calendar programs fetch one user's deadlines, without a sign-in."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    token = models.CharField(max_length=43, unique=True, default=new_token)
    made_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, help_text="when it was last fetched")
    digest = models.CharField(max_length=40, default="", db_default="", help_text="of what it said")
    changed_at = models.DateTimeField(null=True, help_text="since when it has said that")

    def __str__(self) -> str:
        return f"calendar of user {self.user_id}"


class CalendarEntry(models.Model):
    """The deadline of one seat that a calendar told last, and how often it has changed."""

    feed = models.ForeignKey(CalendarFeed, models.CASCADE, related_name="entries")
    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    deadline = models.DateTimeField()
    sequence = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["feed", "match"], name="one_calendar_entry"),
        ]

    def __str__(self) -> str:
        return f"calendar entry {self.pk}"
