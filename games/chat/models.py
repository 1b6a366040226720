"""What is said around a match. Only this slice imports this; moderators see lines in reports."""

from __future__ import annotations

from django.conf import settings
from django.db import models

LONGEST_LINE = 300


class ChatLine(models.Model):
    """One line. It is text and nothing else: no links to follow, no pictures."""

    class Room(models.TextChoices):
        """The room of a line, by who reads it."""

        PLAYERS = "players"
        """The players, who sit at the board."""
        WATCHERS = "watchers"
        """Onlookers; in games that hide something, players hear it only after the end."""
        LATER = "later"
        """A player's remark to oneself, which the others read after the end."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    room = models.CharField(max_length=8, choices=Room)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_LINE)
    preset = models.CharField(max_length=12, default="")
    said_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["match", "room"], name="talk_of_match"),
            models.Index(fields=["author", "-said_at"], name="talk_of_person"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk}"


class Muted(models.Model):
    """One user does not want to hear another, anywhere."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "whom"], name="muted_once")]

    def __str__(self) -> str:
        return f"muting {self.pk}"
