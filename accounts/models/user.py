from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from django.apps import apps
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.password_validation import validate_password
from django.core.validators import MaxValueValidator
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Right
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.common import names
from accounts.models.given_up_names import GivenUpName


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> User:
        """The user of this name, however it is cased or spelled. Raises User.DoesNotExist."""
        return self.get(name_key=names.name_key(username or ""))

    def is_taken(self, name: str) -> bool:
        """Return whether somebody has, or has lately given up, this name or one that looks like it.

        The mark of a bot makes no difference.
        """
        spelled = [names.name_key(each) for each in (name, names.marked(name))]
        look = [names.look_key(each) for each in (name, names.marked(name))]
        same = Q(name_key__in=spelled) | Q(name_look__in=look)
        return self.filter(same).exists() or GivenUpName.objects.is_kept(name)

    @transaction.atomic
    def create_user(
        self, name: str, password: str | None = None, email: str = "", **fields: Any
    ) -> User:
        """A new user. An address given here counts as verified: it was not typed into a form."""
        user = self.model(name=names.normalise(name), **fields)
        user.set_password(password)
        user.save(using=self._db)
        if email:
            address = {"email": email.lower(), "verified": True, "primary": True}
            apps.get_model("account", "EmailAddress").objects.create(user=user, **address)
            user.refresh_from_db(fields=["email"])
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> User:
        """A user who may do everything in the admin, once a second factor is set up.

        Raises ValidationError for a password that staff may not have.
        """
        if password is not None:
            validate_password(password, self.model(name=name, is_staff=True))
        return self.create_user(name, password, **fields, is_staff=True, is_superuser=True)


MOST_PREPARED = 1_000
"""Signs. To put as many marks in order as a request may hold takes a second."""


def prepared(password: str) -> str:
    """Return the password in the form that is hashed: NFC with plain blanks (RFC 8265,
    OpaqueString); as it was typed where it is longer than anybody types."""
    if len(password) > MOST_PREPARED:
        return password
    blanks = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in password)
    return unicodedata.normalize("NFC", blanks)


_IS_MARKED = Exact(Right("name", len(names.PROGRAM_MARK)), names.PROGRAM_MARK)
"""By no LIKE: Django cannot read the tables of SQLite with a backslash in a check."""


class User(AbstractBaseUser, PermissionsMixin):
    """A person's account."""

    class Language(models.TextChoices):
        BROWSER = "", _("Same as my browser")
        ENGLISH = "en", "English"
        JAPANESE = "ja", "日本語"
        SIMPLIFIED_CHINESE = "zh-hans", "简体中文"
        TRADITIONAL_CHINESE = "zh-hant", "繁體中文"

    class Theme(models.TextChoices):
        AUTO = "auto", _("Same as my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")
        CONTRAST = "contrast", _("High contrast")

    class PieceSet(models.TextChoices):
        AUTO = "auto", _("Match my language")
        KANJI = "kanji", _("Kanji")
        INTERNATIONAL = "international", _("International")

    name = models.CharField(
        _("name"),
        max_length=names.MAX_LENGTH,
        unique=True,
        error_messages={"unique": names.TAKEN},
    )
    name_key = models.CharField(max_length=200, unique=True, editable=False)
    name_look = models.CharField(
        max_length=200,
        unique=True,
        editable=False,
        error_messages={"unique": names.TAKEN},
    )
    # The verified primary address, kept by accounts.signals; unverified ones wait in EmailAddress.
    email = models.EmailField(_("e-mail address"), blank=True, editable=False)

    language = models.CharField(
        _("language"), max_length=7, choices=Language, blank=True, default=Language.BROWSER
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    # The zone that clocks go by, kept by preferences.time_off: it changes once a week at most.
    clock_zone = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001 - not yet
    clock_zone_since = models.DateTimeField(null=True, editable=False)
    # Kept by games.match.clocks.vacations: the end of the last vacation that was ever planned.
    away_until = models.DateTimeField(null=True, editable=False)
    # Whether vacation is kept rather than taken just before a loss on time.
    saves_vacation = models.BooleanField(null=True, editable=False)
    # What the person said when signing up: to be so old or older (JINYA_MINIMUM_AGE at that time).
    said_age = models.PositiveSmallIntegerField(null=True, editable=False)
    night_from = models.TimeField(_("night from"), null=True, blank=True)
    night_to = models.TimeField(_("night until"), null=True, blank=True)
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default=Theme.AUTO)
    piece_set = models.CharField(
        _("pieces"), max_length=13, choices=PieceSet, default=PieceSet.AUTO
    )
    confirm_moves = models.BooleanField(_("confirm each move"), default=True)
    confirm_live = models.BooleanField(
        _("confirm each move in live matches"),
        null=True,
        help_text="as in all others while it is not chosen",
    )
    # Whether a board that is opened shows by itself what has happened since the reader's last move.
    steps_through = models.BooleanField(
        _("show what has happened since"), null=True, help_text="so while it is not chosen"
    )

    # Whether the only move there is is made for the reader (games.plans.forced).
    plays_forced = models.BooleanField(
        _("play forced moves"), null=True, help_text="not so while it is not chosen"
    )

    meets_bots = models.BooleanField(
        _("rated matches with bot accounts"), null=True, help_text="not while it is not chosen"
    )

    # Whether nobody's own words pass between this person and others (games.people.writing).
    no_talk = models.BooleanField(
        _("no chat"), null=True, help_text="not so while it is not chosen"
    )
    # The grown-up who set this account up for a child and answers for it (games.children).
    guardian = models.ForeignKey(
        "self",
        models.PROTECT,
        verbose_name=_("grown-up"),
        null=True,
        editable=False,
        related_name="children",
    )

    # Whether puzzles may be made of this person's finished matches (games.puzzles).
    gives_puzzles = models.BooleanField(
        _("let my matches become puzzles"), null=True, help_text="so while it is not chosen"
    )

    mail_your_turn = models.BooleanField(_("it is my turn"), default=True)
    mail_match_over = models.BooleanField(_("a match is over"), default=True)
    mail_wait_minutes = models.PositiveSmallIntegerField(
        _("minutes to wait before mailing"), default=30, validators=[MaxValueValidator(1440)]
    )

    # What is chosen of events and channels, as games.notices.choices keeps it.
    notice_choices = models.JSONField(null=True, editable=False)

    # How many reset links were asked for; part of each link, so that a new one ends the last.
    reset_links = models.PositiveIntegerField(default=0, editable=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    is_guest = models.BooleanField(
        _("guest"),
        default=False,
        editable=False,
        help_text=_("Has no name and no password yet; recognised by a cookie only."),
    )
    # Kept by games.programs: a program plays from it, for good; its name says so.
    is_program = models.BooleanField(
        _("bot account"), default=False, db_default=False, editable=False
    )
    is_staff = models.BooleanField(_("may use the admin site"), default=False)
    # Kept by sanctions.rights: the end of the longest sanction that leaves nothing to do here.
    shut_out_until = models.DateTimeField(null=True, editable=False)
    # Kept there, too: since when something is set that the person has not said to have read.
    unread_since = models.DateTimeField(null=True, editable=False)
    leaves_at = models.DateTimeField(null=True, editable=False)  # the account is deleted then
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                fields=["email"], condition=~Q(email=""), name="accounts_user_email_unique"
            ),
            models.CheckConstraint(
                condition=Q(mail_wait_minutes__lte=1440), name="accounts_user_mail_wait"
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False) | Q(email="", is_staff=False, is_superuser=False),
                name="accounts_user_guest_has_no_rights",
            ),
            models.CheckConstraint(
                condition=Q(_IS_MARKED, is_program=True) | Q(~Q(_IS_MARKED), is_program=False),
                name="accounts_user_program_is_marked",
            ),
            models.CheckConstraint(
                condition=Q(is_program=False)
                | Q(is_guest=False, is_staff=False, is_superuser=False),
                name="accounts_user_program_has_no_rights",
            ),
        ]
        indexes = [
            models.Index(
                fields=["date_joined"], condition=Q(is_guest=True), name="accounts_guests"
            ),
            models.Index(
                fields=["date_joined"],
                condition=Q(is_guest=False, is_program=False),
                name="accounts_joined",
            ),
            # together they find closed accounts: `sanctions.rights.CLOSED`
            models.Index(fields=["id"], condition=Q(is_active=False), name="accounts_user_gone"),
            models.Index(
                fields=["shut_out_until"],
                condition=Q(shut_out_until__isnull=False),
                name="accounts_user_shut_out",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def confirms_live(self) -> bool:
        """True if each move is confirmed in live matches."""
        return self.confirm_moves if self.confirm_live is None else self.confirm_live

    @property
    def wants_steps(self) -> bool:
        """True if boards step through what has happened since the last move, when opened."""
        return self.steps_through is not False

    @property
    def is_child(self) -> bool:
        """True if a grown-up has set up the account for a child."""
        return self.guardian_id is not None

    @property
    def mail_reader(self) -> User:
        """Whoever reads the mails about this account: of a child's, its grown-up."""
        return self.guardian or self

    @property
    def is_quiet(self) -> bool:
        """True if it sends and reads quick messages only: by choice, or as a child's account."""
        return self.is_child or bool(self.no_talk)

    @cached_property
    def unconfirmed_email(self) -> str:
        """The address that was given and waits to be confirmed, where none is; else ""."""
        if self.email or self.is_guest:
            return ""
        addresses = apps.get_model("account", "EmailAddress").objects
        waiting = addresses.filter(user=self, verified=False).order_by("-pk")
        return waiting.values_list("email", flat=True).first() or ""

    def clean(self) -> None:
        self.name = names.normalise(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """As Django's. The look of a name that stays stays: what looks alike is settled once."""
        key = names.name_key(self.name)
        if key != self.name_key:
            self.name_key, self.name_look = key, names.look_key(self.name)
        if (fields := kwargs.get("update_fields")) is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "name_look"}
        super().save(*args, **kwargs)

    def set_password(self, raw_password: str | None) -> None:
        """Keep the password as every device sends it, however that composes accents."""
        super().set_password(raw_password and prepared(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password, prepared or, as kept earlier, as typed."""
        forms = dict.fromkeys((raw_password and prepared(raw_password), raw_password))
        return any(super(User, self).check_password(form) for form in forms)
