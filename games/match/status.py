"""Where a match is in its life, and why none comes of an offer."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


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

    OPEN = "open", _("waits for players")
    ACTIVE = "active", _("in progress")
    FINISHED = "finished", _("over")
    ABORTED = "aborted", _("cancelled")


class Late(models.TextChoices):
    """What becomes of a turn whose time has run out."""

    EXCUSED = "excused"
    """It is excused for a day."""
    CLAIM = "claim"
    """The opponent may claim the win."""
    GIVEN = "given"
    """The opponent has given two days."""
