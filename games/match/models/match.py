"""The public side of a match: safe to hand to a template, whoever looks."""

from __future__ import annotations

import secrets
import string
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.match.status import Late, Reason, Status

_ALPHABET = string.digits + string.ascii_letters


def random_name(length: int) -> str:
    """*length* random base-62 characters, about six bits each."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_uid() -> str:
    """A public match id: 71 random bits, so it cannot be guessed."""
    return random_name(12)


def new_secret() -> str:
    """Return the secret of an invitation link: 131 random bits."""
    return random_name(22)


class MatchQuerySet(models.QuerySet["Match"]):
    """Questions about many matches."""

    def overdue(self, now: datetime) -> MatchQuerySet:
        """Running matches whose deadline is before *now*; a frozen one has none."""
        return self.filter(status=Status.ACTIVE, deadline__lt=now, frozen_at__isnull=True)

    def of_user(self, user_id: int) -> MatchQuerySet:
        """Matches in which the user sits."""
        return self.filter(players__user_id=user_id)


class Match(models.Model):
    """One playing of a game, from seats filled to outcome."""

    uid = models.CharField(
        max_length=12, unique=True, default=new_uid, editable=False, verbose_name=_("address")
    )
    secret = models.CharField(max_length=22, unique=True, default=new_secret, editable=False)
    request_key = models.CharField(  # noqa: DJ001 - unique where there is one
        max_length=90,
        unique=True,
        null=True,
        editable=False,
        help_text="who asked for it and under which key, so that asking twice makes one match",
    )
    game = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField(verbose_name=_("edition of the rules"))
    options = models.JSONField(default=dict, verbose_name=_("options"))
    time_control = models.CharField(max_length=40)
    rated = models.BooleanField(default=False, help_text="whether ratings follow from its result")
    onlookers = models.CharField(
        max_length=6, default="", db_default="", help_text="who may watch it, and how far behind"
    )
    event = models.CharField(
        max_length=40,
        default="",
        db_default="",
        help_text="the tournament or ladder it belongs to: nothing is paused, given or taken back",
    )
    status = models.CharField(
        max_length=10, choices=Status, default=Status.OPEN, verbose_name=_("state")
    )
    created_at = models.DateTimeField(verbose_name=_("made at"))
    started_at = models.DateTimeField(null=True, verbose_name=_("began at"))
    ended_at = models.DateTimeField(null=True, verbose_name=_("ended at"))
    ended_how = models.CharField(max_length=30, default="")
    given_plies = models.PositiveSmallIntegerField(
        default=0, help_text="how many of the first plies the house has laid out, as a lesson"
    )
    start = models.TextField(
        default="",
        db_default="",
        help_text="where it begins, as a text of the rules page; empty for the game's own start",
    )
    is_practised = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whether moves were taken back at will, so that it counts for nothing",
    )
    is_bounded = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whether the site's rule against play without end holds",
    )
    plies = models.PositiveIntegerField(
        default=0, help_text=_("counted when the match is over"), verbose_name=_("plies")
    )
    deadline = models.DateTimeField(null=True, verbose_name=_("deadline"))
    is_setting_up = models.BooleanField(
        default=False,
        help_text=_("whether pieces are still to be placed"),
        verbose_name=_("set-up goes on"),
    )
    frozen_at = models.DateTimeField(null=True, help_text="clocks and moves rest since then")
    was_ruled = models.BooleanField(default=False, help_text="whether there are rulings to tell")
    annulled_at = models.DateTimeField(null=True, help_text="its result counts for nobody")
    hidden_at = models.DateTimeField(
        null=True, help_text="known to nobody but its players and staff since then"
    )
    silenced_at = models.DateTimeField(null=True, help_text="its talk is closed since then")
    pause_asked_by = models.PositiveSmallIntegerField(null=True)
    pause_days = models.PositiveSmallIntegerField(null=True, help_text="how long it is to last")
    paused_until = models.DateTimeField(null=True, help_text="when its last pause ends or ended")
    resume_asked_by = models.PositiveSmallIntegerField(null=True)
    takeback_asked_by = models.PositiveSmallIntegerField(null=True)
    takeback_refused = models.BooleanField(
        default=False, db_default=False, help_text="what was asked for since the last move"
    )
    draw_offered_by = models.PositiveSmallIntegerField(
        null=True, verbose_name=_("draw offered by seat")
    )
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="rematch", editable=False
    )
    rematch_offered_by = models.PositiveSmallIntegerField(null=True)
    rematch_refusal = models.CharField(
        max_length=8, choices=Reason, default="", help_text="why the one offered was declined"
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["deadline"],
                condition=models.Q(status="active", deadline__isnull=False),
                name="running_deadlines",
            ),
            models.Index(fields=["status", "-ended_at"], name="by_end"),
            models.Index(
                fields=["status"], condition=models.Q(status="active"), name="running_matches"
            ),
            models.Index(
                fields=["-id"], condition=models.Q(status="active"), name="running_newest_first"
            ),
            # of matches that are over alone: no turn has to write it
            models.Index(
                fields=["game"], condition=models.Q(status="finished"), name="finished_by_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.uid}"

    def drop_offers(self) -> None:
        """Let nothing stand that is asked for, and nothing rest, in a match that ends."""
        self.draw_offered_by = self.frozen_at = None
        self.pause_asked_by = self.pause_days = self.resume_asked_by = None
        self.drop_takeback()

    def drop_takeback(self) -> None:
        """Let no move be asked back, and allow to ask again; to be saved by the caller."""
        self.takeback_asked_by, self.takeback_refused = None, False

    @property
    def was_refilled(self) -> bool:
        """True if a moderator has let somebody else play on in one of the seats."""
        return self.was_ruled and self.rulings.filter(verb="replace").exists()


class Player(models.Model):
    """The player of a seat: a user or a bot; before anybody sits there, neither."""

    class DeskMark(models.TextChoices):
        """A user's mark on a match of their own desk."""

        NONE = ""
        STAR = "star"
        """It comes first."""
        MUTE = "mute"
        """It comes last, and its turns are no news."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(verbose_name=_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="players",
        verbose_name=_("player"),
    )
    bot = models.CharField(max_length=20, default="", verbose_name=_("bot"))
    is_to_act = models.BooleanField(default=False, verbose_name=_("to move"))
    result = models.CharField(
        max_length=5, default="", help_text="won, lost, drawn or nothing", verbose_name=_("result")
    )
    bank = models.DurationField(
        null=True, help_text="time left when the clock last started", verbose_name=_("time left")
    )
    clock_started_at = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True, verbose_name=_("deadline"))
    grace = models.DurationField(
        default=timedelta, help_text="how long after the clock has run out nothing is lost"
    )
    late = models.CharField(
        max_length=8, choices=Late, default="", db_default="", help_text="the time has run out"
    )
    was_excused = models.BooleanField(
        default=False, db_default=False, help_text="the one excused time of a match is used"
    )
    has_moved = models.BooleanField(default=False)
    rests = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="the zone and the night that turns go by, each plan since when",
    )
    answers = models.JSONField(
        default=list, help_text="how many seconds each turn that was answered in time took"
    )
    acted_at = models.DateTimeField(null=True, help_text="when the user last moved here")
    missed = models.PositiveSmallIntegerField(default=0, help_text="turns not answered in time")
    placed_by_house = models.BooleanField(
        default=False,
        help_text="was silent through the set-up",
        verbose_name=_("placed by the site"),
    )
    draws_barred = models.BooleanField(
        default=False, help_text="refused once and has not moved since"
    )
    desk_mark = models.CharField(
        max_length=4,
        choices=DeskMark,
        default="",
        db_default="",
        help_text="the user's own mark; nobody else knows of it",
    )
    seen_end_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(
        null=True, help_text="when the match ended: here as well, so that lists read in its order"
    )

    waits_elsewhere: bool
    """Whether another board waits for the user's move; read by `selectors.players_of`."""
    has_plan: bool
    """Whether the user has planned here, which is theirs alone to know; read likewise."""
    is_stuck: bool = False
    """Whether a bot's turn here is set aside; read likewise."""
    written: tuple[Any, ...] | None = None
    """What the row says, where that is known (`locking.note_written`)."""

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_user"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) | models.Q(bot=""),
                name="user_or_bot",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "is_to_act"], name="desk"),
            models.Index(
                fields=["user", "-over_at", "-id"],
                condition=models.Q(over_at__isnull=False),
                name="seats_by_end",
            ),
            models.Index(
                fields=["user"], condition=models.Q(over_at__isnull=True), name="seats_at_play"
            ),
            models.Index(
                fields=["user"],
                condition=models.Q(over_at__isnull=False, seen_end_at__isnull=True),
                name="ends_not_seen",
            ),
            models.Index(
                fields=["match"],
                condition=models.Q(over_at__isnull=True) & ~models.Q(bot=""),
                name="bots_at_play",
            ),
            models.Index(
                fields=["user", "result", "-over_at", "-id"],
                include=["match"],
                condition=models.Q(over_at__isnull=False),
                name="seats_by_result",
            ),
            models.Index(  # bots, by a condition without a value: tests/kit/plans.py says why
                fields=["match", "bot"],
                condition=models.Q(user__isnull=True),
                name="seats_without_user",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of match {self.match_id}"

    def save(self, *args: Any, **options: Any) -> None:
        """As ever; the row is then no longer what was read."""
        self.written = None
        super().save(*args, **options)

    def set_grace(self, grace: timedelta) -> None:
        """Let the turn be answered *grace* later than its clock says; to be saved by the caller."""
        assert self.deadline is not None
        self.deadline += grace - self.grace
        self.grace = grace

    def stop_clock(self) -> None:
        """Let no time run, and so no deadline and no grace be; to be saved by the caller."""
        self.clock_started_at = self.deadline = None
        self.grace, self.late = timedelta(), ""
