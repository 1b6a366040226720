"""Puzzles, who has tried which, how good everybody is at them, and what is thought of each."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ratings.glicko import (
    PERIOD,
    START_DEVIATION,
    START_RATING,
    START_VOLATILITY,
    Strength,
)


class Rated(models.Model):
    """Something with a strength: a puzzle, or a person at the puzzles of a game."""

    rating = models.FloatField(_("rating"), default=START_RATING)
    deviation = models.FloatField(default=START_DEVIATION)
    volatility = models.FloatField(default=START_VOLATILITY)
    rated_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def strength(self) -> Strength:
        """The numbers as Glicko-2 takes them."""
        return Strength(self.rating, self.deviation, self.volatility)

    def periods(self, now: datetime) -> float:
        """Return how many rating periods have passed since it was last rated."""
        return max((now - self.rated_at) / PERIOD, 0.0) if self.rated_at else 0.0

    def count(self, after: Strength, floor: float, now: datetime) -> None:
        """Take on the numbers *after* a try; the deviation stays above *floor*."""
        self.rating, self.volatility = after.rating, after.volatility
        self.deviation, self.rated_at = max(after.deviation, floor), now


class Puzzle(Rated):
    """A question about a position of one match, and its answer.

    ``plies`` are a whole match, set-ups and all, so a page is made from the view of ``seat`` alone
    and never from this row; ``answer`` is shown to nobody who has not answered.
    """

    key = models.CharField(
        _("name in addresses"), max_length=10, unique=True, help_text="its name in addresses"
    )
    game = models.CharField(_("game"), max_length=20)
    rules = models.PositiveSmallIntegerField(help_text="the version of the rules it was proved by")
    position = models.TextField(default="", help_text="a text of the rules page, or the plies lead")
    plies = models.TextField(default="")
    options = models.JSONField(default=dict)
    seat = models.PositiveSmallIntegerField()
    ask = models.CharField(_("what is asked"), max_length=8)
    at = models.CharField(max_length=4, default="")
    answer = models.JSONField()
    themes = models.CharField(
        _("themes"), max_length=80, default="", help_text="with blanks before and after"
    )
    tries = models.PositiveIntegerField(_("tries"), default=0)
    solved = models.PositiveIntegerField(_("solved"), default=0)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)
    withdrawn_why = models.CharField(_("why withdrawn"), max_length=12, default="", blank=True)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        default_permissions = ("view", "change")
        indexes = [
            models.Index(fields=["game", "withdrawn_at", "rating"], name="puzzles_by_rating"),
            models.Index(fields=["game", "withdrawn_at", "key"], name="puzzles_by_key"),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.key}"


class PuzzleRating(Rated):
    """The strength of a user at the puzzles of one game."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=20)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0, help_text="solved without a miss, up to now")
    best_streak = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_puzzle_rating_a_game"),
        ]

    def __str__(self) -> str:
        return f"puzzle rating of user {self.user_id} in {self.game}"


class Attempt(models.Model):
    """A user's first try at a puzzle: the one that counts."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    is_right = models.BooleanField()
    is_rated = models.BooleanField(help_text="chosen by the house, and not by theme or address")
    given = models.CharField(max_length=120, default="", help_text="what was answered")
    before = models.FloatField(help_text="the user's rating before")
    after = models.FloatField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="one_first_try_a_puzzle"),
        ]
        indexes = [models.Index(fields=["user", "-made_at"], name="tries_of_user")]

    def __str__(self) -> str:
        return f"try of user {self.user_id} at puzzle {self.puzzle_id}"


class PuzzleOpinion(models.Model):
    """A user's opinion of a puzzle: a vote, a report, or both."""

    class Report(models.TextChoices):
        """A fault that a puzzle can have."""

        WRONG = "wrong", _("The answer is wrong")
        AMBIGUOUS = "ambiguous", _("Another answer is right as well")
        UNCLEAR = "unclear", _("I do not understand what is asked")

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="opinions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    vote = models.SmallIntegerField(default=0, help_text="1 for a good one, -1 for a bad one")
    report = models.CharField(max_length=10, choices=Report, default="", blank=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("opinion of a puzzle")
        verbose_name_plural = _("opinions of puzzles")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="one_opinion_a_puzzle"),
        ]

    def __str__(self) -> str:
        return f"opinion of user {self.user_id} of puzzle {self.puzzle_id}"
