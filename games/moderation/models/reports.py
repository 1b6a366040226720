"""Reports, merged by person and room; the notes on them; appeals."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Report(models.Model):
    """The reports of several people about one person in one room: the unit of work."""

    class Room(models.TextChoices):
        """The kind of trouble; each has its own queue."""

        PLAY = "play", _("play")
        TALK = "talk", _("chat")
        RULES = "rules", _("result and rules")

    class Outcome(models.TextChoices):
        """The outcome, as the reporter reads it."""

        ACTED = "acted", _("we have acted on it")
        WARNED = "warned", _("the person was warned")
        NO_BREACH = "no-breach", _("we found nothing against the rules")
        FIXED = "fixed", _("the match was put right")

    suspect = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("about")
    )
    room = models.CharField(max_length=6, choices=Room)
    score = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    taken_at = models.DateTimeField(null=True)
    snoozed_until = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default="")
    answer = models.CharField(max_length=500, default="", help_text="what the reporters read")
    canned = models.CharField(
        max_length=10, default="", help_text="what they read where the answer has no words"
    )
    for_seniors = models.BooleanField(default=False, help_text="passed on to them")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(
                fields=["suspect", "room"],
                condition=Q(closed_at__isnull=True),
                name="one_open_report_per_person_and_room",
            )
        ]
        indexes = [
            models.Index(
                fields=["-score", "opened_at"],
                condition=Q(closed_at__isnull=True),
                name="report_queue",
            )
        ]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"report {self.pk}"


class ReportAtom(models.Model):
    """One person's report, about one match, or about a person from their profile.

    Whoever leaves keeps their row under a name of nobody, so a report outlives both accounts.
    """

    report = models.ForeignKey(Report, models.CASCADE, related_name="atoms")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    match = models.ForeignKey("match.Match", models.PROTECT, related_name="+", null=True)
    category = models.CharField(max_length=14)
    text = models.CharField(max_length=1000, default="")
    line = models.CharField(max_length=300, default="", help_text="the line of talk reported")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["report", "reporter", "match", "category"], name="reported_once"
            ),
            models.UniqueConstraint(
                fields=["report", "reporter", "category"],
                condition=Q(match=None),
                name="reported_once_without_match",
            ),
        ]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.category} in report {self.report_id}"


class ReportNote(models.Model):
    """A note of staff to each other about a report."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note on report {self.report_id}"


class StaffNote(models.Model):
    """A note of staff about a person."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"note {self.pk}"


class Appeal(models.Model):
    """One appeal against one sanction, as a short form; and the answer to it."""

    class Ground(models.TextChoices):
        """The ground that the person names."""

        NOT_ME = "not-me", _("It was not me.")
        NOT_SO = "not-so", _("It did not happen as you think.")
        TOO_HARD = "too-hard", _("It happened, but this is too much.")
        SORRY = "sorry", _("I am sorry and would like another chance.")

    class Outcome(models.TextChoices):
        """The outcome of an appeal."""

        UPHELD = "upheld", _("You are right: the sanction is lifted.")
        DENIED = "denied", _("We have looked again, and the sanction stands.")

    sanction = models.OneToOneField(
        "accounts.Sanction", models.CASCADE, related_name="+", verbose_name=_("limit")
    )
    ground = models.CharField(max_length=10, choices=Ground, verbose_name=_("ground"))
    happened = models.CharField(max_length=500, help_text="what happened")
    request = models.CharField(db_column="wish", max_length=500, help_text="what should be done")
    made_at = models.DateTimeField(verbose_name=_("made at"))
    answered_at = models.DateTimeField(null=True, verbose_name=_("answered at"))
    outcome = models.CharField(max_length=8, choices=Outcome, default="", verbose_name=_("outcome"))
    answer = models.CharField(max_length=500, default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["made_at"], condition=Q(answered_at__isnull=True), name="open_appeals"
            )
        ]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"appeal {self.pk}"
