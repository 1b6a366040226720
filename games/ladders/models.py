"""Ladders: who stands where, who has challenged whom, and the steps that the places follow from."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ladders.climbing import Cause
from games.match.terms.opening import Terms


class Ladder(models.Model):
    """The ladder of a game. Its row is the lock of everything on it."""

    game = models.CharField(max_length=20, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"ladder of {self.game}"

    @property
    def event(self) -> str:
        """The event id of its matches; also its address."""
        return f"ladder-{self.game}"

    @property
    def terms(self) -> Terms:
        """The terms of each of its matches: the usual ones of the game, rated, over days."""
        return Terms(self.game, "relaxed", side=0, rated=True)


class Rung(models.Model):
    """Somebody on a ladder, at a place counted from 1 at the top."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="rungs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    joined_at = models.DateTimeField()

    class Meta:
        ordering = ["place"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["ladder", "user"], name="one_rung_per_user"),
        ]
        indexes = [models.Index(fields=["ladder", "place"], name="rungs_by_place")]

    def __str__(self) -> str:
        return f"rung {self.place} of ladder {self.ladder_id}"


class LadderChallenge(models.Model):
    """Somebody has challenged one above. Who does not answer in time gives the place away."""

    class State(models.TextChoices):
        """The state of a challenge."""

        OPEN = "open"
        ACCEPTED = "accepted"
        """Its match is played."""
        GIVEN = "given"
        """Refused, or not answered."""
        WITHDRAWN = "withdrawn"
        """Taken back, or one of the two is off the ladder."""
        PLAYED = "played"
        """Its match is over."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    challenged = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    match = models.OneToOneField("match.Match", models.SET_NULL, null=True, related_name="+")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["ladder", "challenger", "challenged"],
                condition=models.Q(state__in=["open", "accepted"]),
                name="one_running_ladder_challenge",
            ),
        ]
        indexes = [
            models.Index(
                fields=["answer_by"],
                condition=models.Q(state="open"),
                name="ladder_challenges_due",
            ),
            models.Index(fields=["ladder", "state"], name="ladder_challenges_by_state"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.pk} on ladder {self.ladder_id}"


class LadderStep(models.Model):
    """One change of places, in the order of keys; `climbing` says what it does."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="steps")
    cause = models.CharField(max_length=6, choices=[(one.value, one.name) for one in Cause])
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    match = models.ForeignKey("match.Match", models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    counts = models.BooleanField(default=True, help_text="no more once its match is annulled")

    class Meta:
        ordering = ["pk"]
        default_permissions = ()
        indexes = [models.Index(fields=["ladder", "id"], name="ladder_steps_in_order")]

    def __str__(self) -> str:
        return f"step {self.pk} on ladder {self.ladder_id}"
