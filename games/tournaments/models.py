"""Round robins: their terms, who has entered, and the pairings with what came of each."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.match.terms.opening import Terms
from games.tournaments.series import Division
from games.tournaments.standings import Outcome


def new_uid() -> str:
    """Return the public id of a tournament: 71 random bits."""
    return get_random_string(12)


class Tournament(models.Model):
    """A round robin: all of its matches begin at once, and the table follows from them.

    Its terms are fixed when it is made. ``link`` is the secret of one that is entered by link.
    One that nobody has made is a division of a league. Where there are *guests* it is a match of
    two clubs over half as many boards as its size: an entry meets one of the other club, twice.
    """

    class State(models.TextChoices):
        """The state of a tournament in its life."""

        PROPOSED = "proposed", _("proposed")
        """One club has asked the other for a match; nobody can enter yet."""
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("in progress")
        OVER = "over", _("over")
        CALLED_OFF = "called-off", _("called off")

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    key = models.CharField(max_length=64, editable=False)
    name = models.CharField(max_length=90)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    series = models.CharField(  # noqa: DJ001 - unique where there is one
        max_length=40, null=True, unique=True, help_text="of a league: which division it is"
    )
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    time_control = models.CharField(max_length=40)
    rated = models.BooleanField(default=False)
    size = models.PositiveSmallIntegerField(help_text="how many can enter")
    is_double = models.BooleanField(default=False, help_text="each pair meets from both sides")
    low = models.PositiveSmallIntegerField(null=True, help_text="the lowest rating it is for")
    high = models.PositiveSmallIntegerField(null=True, help_text="the highest")
    link = models.CharField(max_length=22, default="", help_text="empty where anybody may enter")
    club = models.CharField(
        max_length=12, default="", db_default="", help_text="whose members alone can enter"
    )
    guests = models.CharField(
        max_length=12, default="", db_default="", help_text="the other club, of a match of clubs"
    )
    takes_bots = models.BooleanField(default=False, help_text="bots take what places are left")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, help_text="else it begins when it is full")
    closes_at = models.DateTimeField(help_text="called off if it has not begun by then")
    began_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="what goes on then is drawn, unrated")
    ended_at = models.DateTimeField(null=True)

    entered: int
    """How many have entered and not left; read by `selectors.listed`."""

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["made_by", "key"], name="one_tournament_per_key"),
        ]
        indexes = [
            models.Index(fields=["state", "-created_at"], name="tournaments_by_state"),
            models.Index(
                fields=["club", "-created_at"],
                condition=~models.Q(club=""),
                name="tournaments_of_clubs",
            ),
            models.Index(
                fields=["guests", "-created_at"],
                condition=~models.Q(guests=""),
                name="tournaments_of_guests",
            ),
            models.Index(
                fields=["ends_at"],
                condition=models.Q(state="running", ends_at__isnull=False),
                name="tournaments_to_end",
            ),
        ]

    def __str__(self) -> str:
        return f"tournament {self.uid}"

    @property
    def division(self) -> Division | None:
        """The division of a league that it is; None where somebody has made it."""
        return Division.read(self.series) if self.series else None

    @property
    def clubs(self) -> tuple[str, ...]:
        """The clubs whose members enter it: none, one, or the two that meet."""
        return tuple(uid for uid in (self.club, self.guests) if uid)

    @property
    def boards(self) -> int:
        """Of a match of clubs: over how many boards."""
        return self.size // 2

    @property
    def terms(self) -> Terms:
        """The terms of each of its matches."""
        return Terms(self.game, self.time_control, side=0, options=self.options, rated=self.rated)


class Entry(models.Model):
    """Somebody in a tournament: a user, or the house bot of a level."""

    class Leaving(models.TextChoices):
        """The reason why an entry was withdrawn."""

        OWN = "own"
        TIME = "time"
        """Two matches were lost on time."""
        CLOSED = "closed"
        """The account is closed, or may not play."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    bot = models.CharField(max_length=20, default="")
    number = models.PositiveSmallIntegerField(null=True, help_text="in the order of the pairings")
    team = models.PositiveSmallIntegerField(
        null=True, help_text="of a match of clubs: 0 for the one that asked, 1 for its guests"
    )
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_how = models.CharField(max_length=6, choices=Leaving, default="")
    is_outside = models.BooleanField(
        default=False, help_text="withdrawn with less than half played: outside of the standings"
    )
    place = models.PositiveSmallIntegerField(null=True, help_text="at the end; shared by equals")

    class Meta:
        ordering = ["entered_at", "pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_user"),
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) ^ models.Q(bot=""),
                name="entry_of_user_or_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} in tournament {self.tournament_id}"


class Pairing(models.Model):
    """Two entries who meet, from which sides, and what came of it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    match = models.OneToOneField("match.Match", models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(
        max_length=6, choices=[(one.value, one.name) for one in Outcome], default=Outcome.OPEN
    )
    is_forfeit = models.BooleanField(default=False, help_text="decided without play")
    was_late = models.BooleanField(default=False, help_text="lost on time, or never begun")
    ends_match = models.BooleanField(
        default=False, help_text="decided without play, and its match is still to be ended"
    )

    class Meta:
        ordering = ["pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["tournament", "first", "second"], name="one_pairing"),
        ]
        indexes = [
            models.Index(
                fields=["tournament"],
                condition=models.Q(match__isnull=True, outcome=""),
                name="pairings_to_begin",
            ),
            models.Index(
                fields=["tournament"], condition=models.Q(ends_match=True), name="pairings_to_end"
            ),
        ]

    def __str__(self) -> str:
        return f"pairing {self.pk} of tournament {self.tournament_id}"
