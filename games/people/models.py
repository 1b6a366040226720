"""What one person keeps about another: blocks, whom they follow, a private note."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Block(models.Model):
    """One kind of dealing that *user* does not want with *person*; it holds both ways.

    The person is never told: whatever the block prevents looks as if it happened by itself.
    """

    class Kind(models.TextChoices):
        """The kinds of contact that a block refuses."""

        PAIRING = "pairing"
        CHALLENGE = "challenge"
        TALK = "talk"
        WATCH = "watch"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "person", "kind"], name="blocked_once"),
        ]
        indexes = [models.Index(fields=["person", "kind"], name="blocks_of_person")]

    def __str__(self) -> str:
        return f"{self.kind} between {self.user_id} and {self.person_id}"


class Follow(models.Model):
    """*user* wants to know when *person* looks for a match."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followed_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "person"], name="followed_once")]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.person_id}"


class PersonNote(models.Model):
    """The note of *user* on *person*, for their own eyes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="person_notes")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "person"], name="one_person_note")]

    def __str__(self) -> str:
        return f"note of {self.user_id} on {self.person_id}"
