"""Whose program plays from which account."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class BotAccount(models.Model):
    """An account that is to be a bot account, or is one since its owner has said yes."""

    class State(models.TextChoices):
        """The state of the account; there is no way back from the second."""

        ASKED = "asked"
        ALLOWED = "allowed"

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="bot_account"
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="own_bots")
    state = models.CharField(max_length=7, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField()
    allowed_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.CheckConstraint(condition=~Q(user=F("owner")), name="bot_owned_by_another"),
            models.CheckConstraint(
                condition=Q(state="asked", allowed_at=None)
                | Q(state="allowed", allowed_at__isnull=False),
                name="bot_allowed_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"bot account {self.user_id} of {self.owner_id}"


class ChallengeRules(models.Model):
    """The challenges a bot account accepts by itself; without a row it answers as people do."""

    class Rated(models.TextChoices):
        """A choice of matches by whether they count."""

        ANY = "", _("Rated and casual")
        RATED = "yes", _("Rated only")
        CASUAL = "no", _("Casual only")

    class Pace(models.TextChoices):
        """A choice of matches by how fast they are."""

        ANY = "", _("At any speed")
        SLOW = "slow", _("Over days only")
        LIVE = "live", _("Live only")

    class Audience(models.TextChoices):
        """From whom."""

        ANYONE = "anyone", _("Anyone")
        PEOPLE = "people", _("People only")
        BOTS = "bots", _("Bot accounts only")
        FOLLOWED = "followed", _("Only those whom it follows")

    bot = models.OneToOneField(BotAccount, models.CASCADE, related_name="rules")
    games = models.JSONField(default=list, help_text="by their slugs; none stands for all")
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.ANY)
    rated = models.CharField(max_length=3, choices=Rated, default=Rated.ANY)
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.ANYONE)
    low = models.PositiveSmallIntegerField(null=True, help_text="the lowest rating accepted")
    high = models.PositiveSmallIntegerField(null=True, help_text="the highest")
    declines = models.BooleanField(
        default=True, help_text="what does not fit, rather than letting it wait"
    )

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"challenge rules of bot account {self.bot_id}"
