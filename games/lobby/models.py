"""Offers to play: seeks, open to whoever fits, and challenges to one person."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string

from games.match.onlookers import ANONYMOUS
from games.match.status import Reason
from games.match.terms.opening import Terms


def new_uid() -> str:
    """The public id of an offer: 71 random bits."""
    return get_random_string(12)


AGAIN = "again-"
"""How the key of a seek begins that stands again; the public id of the match follows."""
NEXT = "next-"
"""How the key of a further seek of a series begins; the public id of the one before follows."""


class MatchOffer(models.Model):
    """The terms somebody offers to play by. It stands while its maker is away."""

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    time_control = models.CharField(max_length=40)
    rated = models.BooleanField(default=False)
    onlookers = models.CharField(max_length=6, default="", db_default="")
    side = models.PositiveSmallIntegerField(null=True, help_text="the maker's; else chance decides")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    match = models.ForeignKey("match.Match", models.SET_NULL, null=True, related_name="+")

    class Meta:
        abstract = True

    @property
    def terms(self) -> Terms:
        """The terms of the match that comes of it."""
        return Terms(
            game=self.game,
            time_control=self.time_control,
            side=self.side,
            options=self.options,
            rated=self.rated,
            onlookers=self.onlookers,
        )


class Seek(MatchOffer):
    """An offer to play with anybody it fits. Two that fit pair by themselves."""

    class State(models.TextChoices):
        """The state of a seek."""

        OPEN = "open"
        WAITING = "waiting"
        """As many matches of its series run as may run at once."""
        PAIRED = "paired"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    class Audience(models.TextChoices):
        """The people who may take it."""

        ANYONE = "anyone"
        FOLLOWED = "followed"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    key = models.CharField(max_length=64, editable=False)
    low = models.PositiveSmallIntegerField(null=True, help_text="the lowest rating it is for")
    high = models.PositiveSmallIntegerField(null=True, help_text="the highest")
    audience = models.CharField(max_length=8, choices=Audience, default=Audience.ANYONE)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    tried_at = models.DateTimeField(null=True, help_text="when a partner was last looked for")
    is_quick = models.BooleanField(
        default=False, help_text="goes with any seek for the game at this pace"
    )
    bot_at = models.DateTimeField(null=True, help_text="when a house bot takes it")
    series = models.CharField(
        max_length=12,
        default="",
        db_default="",
        help_text="the first seek's uid of those that one offer of several matches leads to",
    )
    further = models.PositiveSmallIntegerField(
        null=True, default=0, db_default=0, help_text="matches after this one; null: no limit"
    )
    at_once = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="how many matches of its series may run at once"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_seek_per_key")]
        indexes = [
            models.Index(
                fields=["game", "-created_at"],
                condition=models.Q(state="open"),
                name="open_seeks",
            ),
            models.Index(
                fields=["tried_at"], condition=models.Q(state="open"), name="seeks_to_pair"
            ),
            models.Index(fields=["user", "-created_at"], name="seeks_of_user"),
            models.Index(fields=["series"], condition=~models.Q(series=""), name="seeks_of_series"),
        ]

    def __str__(self) -> str:
        return f"seek {self.uid}"

    @property
    def left_uid(self) -> str:
        """The match whose other player left it, so that this seek stands again; "" for most."""
        return self.key.removeprefix(AGAIN) if self.key.startswith(AGAIN) else ""

    @property
    def is_anonymous(self) -> bool:
        """True if it is in no list, and pairs by itself with another such one."""
        return self.onlookers == ANONYMOUS


STANDING = (Seek.State.OPEN, Seek.State.WAITING)
"""The states of a seek that can be withdrawn or run out."""


class Challenge(MatchOffer):
    """An offer to one person, who may accept it or say why not."""

    class State(models.TextChoices):
        """The state of a challenge."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    start = models.TextField(
        default="",
        db_default="",
        help_text="where it begins, as a text of the rules page; empty for the game's own start",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_sent"
    )
    request_key = models.CharField(  # noqa: DJ001 - unique where there is one
        max_length=90, unique=True, null=True, editable=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="challenges_received"
    )
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    reason = models.CharField(max_length=8, choices=Reason, default="")
    is_silent = models.BooleanField(
        default=False, help_text="the person has blocked the user, and is not bothered with it"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "person", "game"],
                condition=models.Q(state="open"),
                name="one_open_challenge_per_game",
            ),
        ]
        indexes = [
            models.Index(
                fields=["person"], condition=models.Q(state="open"), name="challenges_to_answer"
            ),
            models.Index(fields=["user", "-created_at"], name="challenges_of_user"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.uid}"

    @property
    def terms(self) -> Terms:
        return replace(super().terms, start=self.start)


class SavedFilter(models.Model):
    """A search of the lobby that a user has saved. Nobody else sees it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    query = models.CharField(
        max_length=120, help_text="as the address of the lobby has it, its parts by name"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "query"], name="one_filter_per_query"),
        ]

    def __str__(self) -> str:
        return f"filter of user {self.user_id}"
