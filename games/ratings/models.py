"""Ratings, what each match has done to them, and how reliably people answer."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.ratings.glicko import START_DEVIATION, START_RATING, START_VOLATILITY, Strength
from games.ratings.pools import FLOOR_DEVIATION, FLOOR_MATCHES


class Rating(models.Model):
    """The strength of a user or a bot in one pool: a game at a pace, and who meets there."""

    class Versus(models.TextChoices):
        """The opponents in a pool; bots have no pool against people."""

        PEOPLE = "people"
        BOTS = "bots"
        PROGRAMS = "robots"
        """Bot accounts, and whoever meets them."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="ratings"
    )
    bot = models.CharField(max_length=20, default="")
    game = models.CharField(max_length=20)
    pace = models.CharField(max_length=4)
    versus = models.CharField(max_length=6, choices=Versus)
    rating = models.FloatField(default=START_RATING)
    deviation = models.FloatField(default=START_DEVIATION)
    volatility = models.FloatField(default=START_VOLATILITY)
    matches = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "game", "pace", "versus"],
                condition=models.Q(user__isnull=False),
                name="one_rating_of_user",
            ),
            models.UniqueConstraint(
                fields=["bot", "game", "pace", "versus"],
                condition=models.Q(user__isnull=True),
                name="one_rating_of_bot",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "pace", "versus", "-rating"], name="leaderboard"),
            models.Index(
                fields=["game", "pace", "versus", "-rating", "id"],
                condition=models.Q(matches__gte=FLOOR_MATCHES, deviation__lte=FLOOR_DEVIATION),
                name="above_the_floors",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} ({self.pace}) of {self.user_id or self.bot}"

    @property
    def strength(self) -> Strength:
        """The three numbers."""
        return Strength(self.rating, self.deviation, self.volatility)


class RatingEvent(models.Model):
    """The change that one match made to one rating: written once, in the transaction of its end.

    The order of the rows is the order in which the matches counted.
    """

    match = models.ForeignKey("match.Match", models.CASCADE, related_name="rating_events")
    seat = models.PositiveSmallIntegerField()
    # without an index of its own: that of the history begins with it
    owner = models.ForeignKey(Rating, models.CASCADE, related_name="events", db_index=False)
    score = models.FloatField()
    counts = models.BooleanField(
        default=True, help_text="not for a further loss on time in one absence"
    )
    made_at = models.DateTimeField()
    rating_before = models.FloatField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="rated_once")]
        indexes = [models.Index(fields=["owner", "id"], name="rating_history")]

    def __str__(self) -> str:
        return f"rating of seat {self.seat} after match {self.match_id}"


class Recount(models.Model):
    """A recount that a ruling owes: the pool's events after this one are still to be remade."""

    game = models.CharField(max_length=20)
    pace = models.CharField(max_length=4)
    versus = models.CharField(max_length=6, choices=Rating.Versus)
    reached = models.PositiveBigIntegerField(help_text="the number of the last event made anew")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "pace", "versus"], name="one_recount_of_pool")
        ]

    def __str__(self) -> str:
        return f"{self.game} ({self.pace}) from event {self.reached} on"


class TurnTally(models.Model):
    """A user's answers to the turns of finished matches against people, by the clock."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="turn_tally")
    asked = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    spread = models.JSONField(default=dict, help_text="how many answers took how long, in steps")

    def __str__(self) -> str:
        return f"turns of user {self.user_id}"
