"""What was done in a match besides moves, as everybody may read it: its own public story."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Ruling(models.Model):
    """One action in a match: of a moderator (who it was is written elsewhere, for staff), or what
    was given or paused by the players."""

    class Verb(models.TextChoices):
        """The change that was made."""

        FREEZE = "freeze"
        RESUME = "resume"
        INVESTIGATE = "investigate"
        EXTEND = "extend"
        TAKE_TIME = "take-time"
        RENEW = "renew"
        GRACE = "grace"
        NO_GRACE = "no-grace"
        ADJUDICATE = "adjudicate"
        ANNUL = "annul"
        RESTORE = "restore"
        REWIND = "rewind"
        REPLACE = "replace"
        REOPEN = "reopen"
        REVEAL = "reveal"
        CLOSE_TALK = "close-talk"
        OPEN_TALK = "open-talk"
        HIDE = "hide"
        SHOW = "show"
        EXCUSE = "excuse"
        CLAIMABLE = "claimable"
        TWO_DAYS = "two-days"
        GIFT = "gift"
        PAUSE = "pause"
        GO_ON = "go-on"
        TAKE_BACK = "take-back"
        STAND_IN = "stand-in"

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="rulings")
    verb = models.CharField(max_length=12, choices=Verb)
    made_at = models.DateTimeField()
    text = models.CharField(max_length=500, default="", help_text="what the players are told")
    seat = models.PositiveSmallIntegerField(null=True, help_text="whom it is about")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="who was put out of the seat",
    )
    ply = models.PositiveIntegerField(null=True, help_text="gone back to after this ply")
    moved = models.DurationField(null=True, help_text="by how much clocks or deadlines were moved")

    class Meta:
        ordering = ["made_at", "pk"]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(user__isnull=False), name="seats_taken_by_bots"
            )
        ]

    def __str__(self) -> str:
        return f"{self.verb} in match {self.match_id}"
