"""An address of the user's own that is told what happens to them."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Webhook(models.Model):
    """An address to post a user's own news to, signed by a secret that was shown once."""

    class Form(models.TextChoices):
        """The format of the body."""

        STANDARD = "standard", "Standard Webhooks"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        NTFY = "ntfy", "ntfy"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    url = models.CharField(max_length=500)
    form = models.CharField(max_length=10, choices=Form, default=Form.STANDARD)
    secret = models.CharField(max_length=60, help_text="as it was shown: whsec_ and base64")
    made_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, help_text="when it last answered well")
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    stopped_at = models.DateTimeField(null=True, help_text="switched off: it failed too often")

    def __str__(self) -> str:
        return f"webhook of user {self.user_id}"
