"""Where a match is in its life, and why none comes of an offer."""

from __future__ import annotations

from django.db import models


class Reason(models.TextChoices):
    """Why somebody does not want to play: a challenge or a rematch is declined with it."""

    LATER = "later"
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    RATED = "rated"
    CASUAL = "casual"
    GAME = "game"
    SIDE = "side"
    OTHER = "other"


class Status(models.TextChoices):
    """Where a match is in its life."""

    OPEN = "open"
    ACTIVE = "active"
    FINISHED = "finished"
    ABORTED = "aborted"
