"""An address of the user's own that is told what happens to them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.endpoints.models.signed import SignedAddress


class Webhook(SignedAddress):
    """An address to post a user's own news to, signed by a secret that was shown once."""

    class Form(models.TextChoices):
        """The format of the body."""

        STANDARD = "standard", "Standard Webhooks"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        NTFY = "ntfy", "ntfy"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    form = models.CharField(max_length=10, choices=Form, default=Form.STANDARD)

    def __str__(self) -> str:
        return f"webhook of user {self.user_id}"
