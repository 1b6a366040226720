"""What players have planned. Only the services and selectors of plans import this module.

As with guess marks and notes nothing leads here from a match or a user, and no admin shows it:
that somebody has planned at all is theirs alone to know.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from queues.leases import Leased


class Plan(models.Model):
    """The answers a player means to give in one match; it stands while play follows it."""

    class Fate(models.TextChoices):
        """The reason why a plan stands no more."""

        LEFT = "left"
        """Play went another way."""
        PLAYED = "played"
        """Its last move has been made."""
        REFUSED = "refused"
        """A move in it is not allowed any more."""
        DRAW = "draw"
        """A draw was offered."""
        BESIDES = "besides"
        """Something else than a move has happened: time given, moves taken back, staff."""

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField(help_text="how many plies had been made where it begins")
    ahead = models.IntegerField(help_text="what had happened besides plies by then")
    lines = models.JSONField(default=list, help_text="lists of moves, both sides' in turn")
    made_at = models.DateTimeField()
    fate = models.CharField(max_length=8, choices=Fate, default="", help_text="empty: it stands")

    class Meta:
        indexes = [models.Index(fields=["match"], condition=Q(fate=""), name="standing_plans")]
        constraints = [
            models.UniqueConstraint(fields=["match", "user"], name="one_plan_per_player"),
        ]

    def __str__(self) -> str:
        return f"plan {self.pk}"


class PlannedMove(Leased):
    """A planned move that is to be made: deleted in the transaction that makes it.

    Which move it is follows from the plan, and is worked out anew when it is due.
    """

    basis = models.OneToOneField(Plan, models.CASCADE, related_name="+")
    seat_ply = models.PositiveIntegerField(help_text="the seat's ply it is meant for")
    key = models.CharField(max_length=64, help_text="the request's own name, as a page makes it")

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="planned_moves")]

    def __str__(self) -> str:
        return f"planned move {self.pk}"


class ForcedMove(Leased):
    """The last turn of a player that was looked at for a move without an alternative.

    It is made under the key; without a key nothing is made in that turn, or it was.
    """

    player = models.OneToOneField("match.Player", models.CASCADE, related_name="+")
    turn_began = models.DateTimeField()
    seat_ply = models.PositiveIntegerField(help_text="the seat's ply it is meant for")
    key = models.CharField(max_length=64, help_text="the request's own name; empty: nothing to do")

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=~Q(key=""), name="forced_moves")]

    def __str__(self) -> str:
        return f"forced move {self.pk}"
