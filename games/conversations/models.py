"""What two people write to each other, and whether the second has said yes to it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

LONGEST = 500


class Conversation(models.Model):
    """Two people who write to each other. Nobody else reads it; moderators what is reported."""

    first = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    second = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, help_text="the other has said yes, or answered")
    is_silent = models.BooleanField(
        default=False, help_text="only for who began it: the other has blocked them, or said no"
    )

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="one_conversation_of_two"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="conversation_in_order_of_keys"
            ),
        ]

    def __str__(self) -> str:
        return f"conversation {self.pk}"


class Message(models.Model):
    """A message of one to the other: text and nothing else."""

    room, hidden_at = "message", None
    """Where moderators read it, among lines of chat; it is never hidden."""

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST)
    key = models.CharField(max_length=64, help_text="the request's own name")
    said_at = models.DateTimeField()
    is_silent = models.BooleanField(default=False, help_text="a block keeps it from the other")

    class Meta:
        ordering = ["pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["author", "key"], name="one_message_per_request"),
        ]
        indexes = [
            models.Index(fields=["author", "-said_at"], name="messages_of_person"),
            models.Index(fields=["said_at"], name="messages_by_age"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"
