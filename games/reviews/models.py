"""Reviews of matches that are over, worked out by the workers ply by ply."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from queues.leases import Leased

MOST_ATTEMPTS = 8
"""After so many tries that led nowhere a review is left as it is."""


class Review(Leased):
    """What each seat of a match could have known, as far as it has been gone through.

    It is the same for everybody and holds nothing that the record of the match does not lead to.
    """

    match = models.OneToOneField(
        "match.Match", models.CASCADE, related_name="+", verbose_name=_("match"), primary_key=True
    )
    asked_at = models.DateTimeField()
    reached = models.PositiveIntegerField(default=0, help_text="the last ply that is worked out")
    plies = models.PositiveIntegerField(help_text="how many there are")
    data = models.JSONField(default=dict)
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        indexes = [
            models.Index(
                fields=["due_at"], name="reviews_to_do", condition=models.Q(done_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"review of match {self.match_id}"
