"""Leagues, one a game and one a game and club: who is enrolled, and the seasons.

Divisions are tournaments.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.match.terms.opening import Terms


class League(models.Model):
    """The league of a game, or that of a club in it. Its row is the lock of its seasons."""

    game = models.CharField(max_length=20)
    club = models.CharField(
        max_length=12, default="", db_default="", help_text="whose members alone play in it"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["game", "club"], name="one_league_per_game_and_club"),
        ]

    def __str__(self) -> str:
        return self.event

    @property
    def slug(self) -> str:
        """Its address."""
        return f"{self.game}-{self.club}" if self.club else self.game

    @property
    def event(self) -> str:
        """The event id of its divisions."""
        return f"league-{self.slug}"

    @property
    def terms(self) -> Terms:
        """The terms of each of its matches: the usual ones of the game, rated, over days."""
        return Terms(self.game, "relaxed", side=0, rated=True)


class Enrolment(models.Model):
    """Somebody who plays in the next season, and in each after it, until they leave."""

    league = models.ForeignKey(League, models.CASCADE, related_name="enrolments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    enrolled_at = models.DateTimeField()

    class Meta:
        ordering = ["enrolled_at", "pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_enrolment_per_user"),
        ]

    def __str__(self) -> str:
        return f"enrolment {self.pk} in league {self.league_id}"


class Season(models.Model):
    """A season of a league: ten weeks, from a Sunday on."""

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    divisions = models.PositiveSmallIntegerField(help_text="how many there are")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
            models.UniqueConstraint(
                fields=["league"],
                condition=models.Q(ended_at__isnull=True),
                name="one_running_season",
            ),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of league {self.league_id}"
