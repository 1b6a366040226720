"""Looking into matches: who of the staff does, and the two people that a reveal, or rewinding where
pieces are hidden, takes.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Consent(models.Model):
    """One asks, with a reason; another approves. Used up by the action, or by time."""

    class Action(models.TextChoices):
        """An action that takes two people."""

        REVEAL = "reveal", _("look at hidden pieces")
        REWIND = "rewind", _("rewind a match with hidden pieces")

    match = models.ForeignKey(
        "match.Match", models.CASCADE, related_name="+", verbose_name=_("match")
    )
    action = models.CharField(
        max_length=8, choices=Action, db_column="deed", verbose_name=_("action")
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    reason = models.CharField(max_length=500, verbose_name=_("reason"))
    asked_at = models.DateTimeField(verbose_name=_("asked at"))
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    approved_at = models.DateTimeField(null=True, verbose_name=_("approved at"))
    used_at = models.DateTimeField(null=True, verbose_name=_("used at"))
    disclosed_at = models.DateTimeField(null=True, verbose_name=_("told the players at"))

    class Meta:
        verbose_name = _("second approval")
        verbose_name_plural = _("second approvals")
        constraints = [
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | ~Q(approved_by=F("asked_by")),
                name="nobody_approves_their_own",
            )
        ]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.action} of match {self.match_id}"


class Inquiry(models.Model):
    """A match on the list of a moderator, until it is taken off."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["opened_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "actor"],
                condition=Q(closed_at__isnull=True),
                name="looked_into_once",
            )
        ]
        default_permissions = ()

    def __str__(self) -> str:
        return f"match {self.match_id} looked into by {self.actor_id}"
