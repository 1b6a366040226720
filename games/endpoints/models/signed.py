"""An address to which what is posted is signed."""

from __future__ import annotations

from datetime import datetime

from django.db import models


class SignedAddress(models.Model):
    """An https address of somebody's own, and the secrets by which it knows our posts.

    While there are two, both sign: the old one until its time is over, or its owner ends it.
    """

    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=60, help_text="as it was shown: whsec_ and base64")
    old_secret = models.CharField(
        max_length=60, default="", db_default="", help_text="the one before, which signs as well"
    )
    old_until = models.DateTimeField(null=True, help_text="until when the old one signs")
    made_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, help_text="when it last answered well")
    failures = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    stopped_at = models.DateTimeField(null=True, help_text="switched off: it failed too often")

    class Meta:
        abstract = True

    def secrets_at(self, now: datetime) -> list[str]:
        """Return the secrets that sign at that moment, the newest first."""
        is_kept = self.old_until is not None and self.old_until > now
        return [self.secret, *([self.old_secret] if is_kept and self.old_secret else [])]
