"""Which matches are coached. What the coach says is stored nowhere: it follows from the view."""

from __future__ import annotations

from django.db import models


class Coached(models.Model):
    """A match in which the coach speaks to the person who plays it."""

    match = models.OneToOneField("match.Match", models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return f"coach of match {self.match_id}"
