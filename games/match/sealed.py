"""The secret side of a match. Only the referee imports this module.

The reverse accessors are switched off (``related_name="+"``), so a `Match` in
a template, a serializer or the admin offers no way to reach these rows.

Plies are the table that grows. They have no number of their own: the match leads every key, so that
they can be divided by it (docs/operations.md).
"""

from __future__ import annotations

from datetime import datetime

from django.db import models

from engines.core.jsontypes import JsonObject

SealedEvent = tuple[str, JsonObject | None, dict[str, JsonObject]]
"""One fact, split by who may know it: its kind, what is public, what each seat alone may know."""


class SealedPosition(models.Model):
    """The full position of a match, the seed of its dice, and its counters.

    The counters are sealed because they would let one seat count what another
    does in secret: ``seat_plies`` holds the accepted plies of each seat,
    ``versions`` how often what each seat (and last, a bystander) sees has changed.
    """

    match = models.OneToOneField("match.Match", models.CASCADE, primary_key=True, related_name="+")
    seed = models.BinaryField(editable=False)
    schema = models.PositiveSmallIntegerField()
    data = models.JSONField(editable=False)
    plies = models.PositiveIntegerField(default=0)
    seat_plies = models.JSONField(editable=False)
    versions = models.JSONField(editable=False)
    opening = models.JSONField(editable=False, help_text="the events of the start")

    earlier: str | None
    made_last: datetime | None
    """What `Umpire.repeats` reads besides: the move by the same key, when the last was made."""
    lately: list[list[object]]
    """What the last plies tell, where it is read with it."""

    def __str__(self) -> str:
        return f"sealed position of match {self.match_id}"


class SealedPly(models.Model):
    """One accepted move, exactly as submitted; ``move`` is null for a concession.

    Seats that concede together share a number, and the first of them holds the events.
    """

    pk = models.CompositePrimaryKey("match_id", "number", "seat")
    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    seat_ply = models.PositiveIntegerField()
    move = models.CharField(max_length=400, null=True)  # noqa: DJ001 - null is not a move
    key = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    events = models.JSONField(help_text="what it led to, in the order told")

    class Meta:
        ordering = ["number", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "seat_ply"], name="one_ply_per_seat_ply"
            ),
            models.UniqueConstraint(fields=["match", "seat", "key"], name="one_ply_per_key"),
        ]

    def __str__(self) -> str:
        return f"ply {self.number} of match {self.match_id}"


class SealedSnapshot(models.Model):
    """The position after one of the plies of a match that can go on for ever, to look back from.

    It holds for the moves of which *follows* is the digest, and for no others.
    """

    pk = models.CompositePrimaryKey("match_id", "number")
    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    follows = models.CharField(max_length=64, editable=False)
    data = models.JSONField(editable=False)

    def __str__(self) -> str:
        return f"snapshot after ply {self.number} of match {self.match_id}"


class SealedRewind(models.Model):
    """The plies that were taken back when a match was rewound, so that nothing is ever lost."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    after_ply = models.PositiveIntegerField()
    plies = models.JSONField(editable=False)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"rewind of match {self.match_id}"
