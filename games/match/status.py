"""The stages in the life of a match, and the reasons why none comes of an offer."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Reason(models.TextChoices):
    """A reason to decline a challenge or a rematch."""

    LATER = "later"
    TOO_FAST = "too-fast"
    TOO_SLOW = "too-slow"
    RATED = "rated"
    CASUAL = "casual"
    GAME = "game"
    SIDE = "side"
    OTHER = "other"


class Status(models.TextChoices):
    """A stage in the life of a match."""

    OPEN = "open", _("waits for players")
    ACTIVE = "active", _("in progress")
    FINISHED = "finished", _("over")
    ABORTED = "aborted", _("cancelled")


class Late(models.TextChoices):
    """The state of a turn whose time has run out."""

    EXCUSED = "excused"
    """It is excused for a day."""
    CLAIM = "claim"
    """The opponent may claim the win."""
    GIVEN = "given"
    """The opponent has given two days."""
