"""Clubs: who is in them and in which role, what they announce, and what is reported of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def new_uid() -> str:
    """Return the public id of a club: 71 random bits."""
    return get_random_string(12)


def new_link() -> str:
    """Return the secret by which people join at once: 130 random bits."""
    return get_random_string(22)


class Club(models.Model):
    """Some people under a name. Its row is the lock of its members."""

    uid = models.CharField(max_length=12, unique=True, default=new_uid, editable=False)
    name = models.CharField(max_length=40, unique=True)
    about = models.CharField(max_length=1000, default="")
    link = models.CharField(max_length=22, default=new_link)
    # A teacher and the children whose accounts the teacher has set up; for nobody else's eyes.
    is_class = models.BooleanField(default=False, db_default=False)
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, help_text="closed by a moderator")

    joined: int
    """How many have; read by `selectors.listed`."""

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        default_permissions = ("view",)
        indexes = [models.Index(fields=["closed_at", "-made_at"], name="clubs_by_age")]

    def __str__(self) -> str:
        return f"club {self.uid}"


class Member(models.Model):
    """Somebody in a club, or who has asked to be."""

    class Role(models.IntegerChoices):
        """The role of a member; a lower number allows more."""

        OWNER = 0, pgettext_lazy("a club", "Owner")
        """Everything."""
        OFFICER = 1, pgettext_lazy("a club", "Officer")
        """Lets people in, announces, makes events."""
        MEMBER = 2, pgettext_lazy("a club", "Member")

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    role = models.PositiveSmallIntegerField(choices=Role, default=Role.MEMBER)
    asked_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True, help_text="not yet, while it is only asked for")

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_user"),
        ]
        indexes = [models.Index(fields=["club", "role", "joined_at"], name="members_by_role")]

    def __str__(self) -> str:
        return f"member {self.user_id} of club {self.club_id}"


class Announcement(models.Model):
    """An announcement of an officer, on the board of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="announcements")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=2000)
    made_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, help_text="hidden by a moderator")

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["club", "-made_at"], name="announcements_by_age")]

    def __str__(self) -> str:
        return f"announcement {self.pk} of club {self.club_id}"


class ClubReport(models.Model):
    """Somebody says that something is wrong with a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=1000)
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, help_text="a moderator has looked at it")

    class Meta:
        verbose_name = _("report of a club")
        verbose_name_plural = _("reports of clubs")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["club", "reporter"],
                condition=models.Q(done_at__isnull=True),
                name="one_open_report_of_a_club",
            ),
        ]
        indexes = [
            models.Index(
                fields=["made_at"],
                condition=models.Q(done_at__isnull=True),
                name="open_reports_of_clubs",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} of club {self.club_id}"
