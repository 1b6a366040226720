from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models

from accounts.common import names

KEPT = timedelta(days=365)
"""So long nobody can take the name of an account that was deleted."""


class GivenUpNameManager(models.Manager["GivenUpName"]):
    def is_kept(self, name: str) -> bool:
        """Return whether this name, or one that looks like it, belonged to a deleted account."""
        return self.filter(digest=names.look_digest(name)).exists()

    def keep(self, name: str, now: datetime) -> None:
        """Nobody is to take *name* for a year."""
        self.update_or_create(digest=names.look_digest(name), defaults={"since": now})


class GivenUpName(models.Model):
    """The name of an account that was deleted, as a digest: nobody is to pass for its owner."""

    digest = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField(db_index=True)

    objects: ClassVar[GivenUpNameManager] = GivenUpNameManager()

    def __str__(self) -> str:
        return f"given up name {self.pk}"
