"""What programs have asked under a name, so that asking again does nothing more."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class KeyedRequest(models.Model):
    """A request that was done, and its answer, which its sender may ask for again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keyed_requests"
    )
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, editable=False)
    """Of the address and the body: another request cannot go by the same name."""
    answer = models.TextField(default="", editable=False)
    version = models.CharField(max_length=20, default="", editable=False)
    """The `ETag` of the answer; "" where it had none."""
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="request_asked_once_by_key")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.key}"
