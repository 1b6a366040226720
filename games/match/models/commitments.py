"""What the site committed itself to when play began, and what opens it: public rows."""

from __future__ import annotations

from django.db import models


class Commitments(models.Model):
    """The digests of a match's hidden pieces; once it is over, the kinds and salts behind them.

    Written when play begins and completed by the end of the match, in the
    same transaction as either: what is not written here cannot be shown.
    """

    match = models.OneToOneField(
        "match.Match", models.CASCADE, primary_key=True, related_name="commitments"
    )
    digests = models.JSONField(editable=False, help_text="seat, place and digest of each piece")
    openings = models.JSONField(
        null=True, editable=False, help_text="seat, place, kind and salt; null until the end"
    )

    class Meta:
        verbose_name_plural = "commitments"

    def __str__(self) -> str:
        return f"commitments of match {self.match_id}"
