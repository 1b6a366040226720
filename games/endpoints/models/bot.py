"""The address of a bot account, which is asked for its moves."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.endpoints.models.signed import SignedAddress


class BotAddress(SignedAddress):
    """Where the turns of a bot account are posted, and how that address has answered.

    ``sent_at`` is when it last answered at all, whatever it said.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    failing_since = models.DateTimeField(null=True, help_text="when it first did not answer")
    rests_until = models.DateTimeField(
        null=True, help_text="nothing is posted before: it has just not answered"
    )
    ping_at = models.DateTimeField(help_text="when it is asked next whether it is there")
    troubles = models.JSONField(
        default=list, help_text="the newest of what went wrong: moment, match, code, words"
    )

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["ping_at"],
                condition=models.Q(stopped_at__isnull=True),
                name="bot_addresses_to_ping",
            ),
        ]

    def __str__(self) -> str:
        return f"address of bot account {self.user_id}"
