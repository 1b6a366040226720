"""Files of everything that the site has of one person, put together by the workers.

As with plans nothing leads here from a user, and no admin shows it: what is in the parts is for
their owner alone.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from queues.leases import Leased

MOST_ATTEMPTS = 8
"""After so many tries that led nowhere a file is left as it is."""


class DataExport(Leased):
    """The file of one user, as far as it has been put together; one at a time."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    asked_at = models.DateTimeField()
    section = models.CharField(max_length=40, default="", help_text="what is being read")
    after = models.BigIntegerField(default=0, help_text="the key of the last row that was read")
    written = models.PositiveIntegerField(default=0, help_text="how many rows are in it")
    rows = models.PositiveIntegerField(null=True, help_text="how many there were at the beginning")
    done_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["due_at"], name="exports_to_do", condition=models.Q(done_at__isnull=True)
            ),
            models.Index(fields=["asked_at"], name="oldest_exports"),
        ]

    def __str__(self) -> str:
        return f"export for user {self.user_id}"

    @property
    def is_given_up(self) -> bool:
        """True if no worker will finish it any more though it is not done."""
        return self.done_at is None and self.attempts >= MOST_ATTEMPTS


class ExportPart(models.Model):
    """A piece of the file, compressed: what one worker has read in one go."""

    export = models.ForeignKey(DataExport, models.CASCADE, related_name="parts")
    content = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"part {self.pk}"
