"""The browsers that show a user's notices."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class PushDevice(models.Model):
    """A browser that has asked for web push: where to send to, and for whose key to encrypt."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sign_in = models.ForeignKey(
        "accounts.SignIn",
        models.CASCADE,
        null=True,
        related_name="+",
        help_text="by which it was there when last seen: ended, it ends the pushes too",
    )
    endpoint = models.CharField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=90, help_text="the browser's public key, base64url")
    auth = models.CharField(max_length=30, help_text="its authentication secret, base64url")
    browser = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="when a page there last said that it listens")
    sent_at = models.DateTimeField(null=True, help_text="when a push was last accepted")
    delivered = models.JSONField(
        default=list,
        db_column="told",
        help_text="the newest deliveries that were handed over, by their keys",
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"device {self.pk} of user {self.user_id}"
