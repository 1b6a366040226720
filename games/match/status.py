"""Where a match is in its life."""

from __future__ import annotations

from django.db import models


class Status(models.TextChoices):
    """Where a match is in its life."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"
