"""What users are told about their matches and opponents, and how it reached them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.rownames import name_of
from games.notices import events
from games.notices.events import Channel
from queues.leases import Leased

if TYPE_CHECKING:
    from games.match.models import Player


TO_THE_SECOND = "%Y%m%d%H%M%S"


class Notice(models.Model):
    """One message to one user, shown by the site bell.

    It names the match, or before there is one the game and the other person, and the kind of
    news; no fact of the position. An answer of the moderators names whom a report was about.
    ``subject`` makes it unique: the same turn is told once, however often asked.
    """

    Kind = events.Kind

    SET_UP = "set-up"
    """The subject of a turn that asks for the pieces to be placed."""

    ANSWERS = (Kind.REPORT_ANSWERED, Kind.APPEAL_ANSWERED)
    """What the moderators answer a person; that they do is nobody else's business."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("to whom")
    )
    match = models.ForeignKey(
        "match.Match", models.CASCADE, null=True, related_name="notices", verbose_name=_("match")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        help_text="whom it is about, where there is no match yet",
    )
    game = models.CharField(max_length=20, default="", help_text="likewise")
    kind = models.CharField(max_length=20, choices=events.kinds, verbose_name=_("kind"))
    subject = models.CharField(max_length=40)
    made_at = models.DateTimeField(verbose_name=_("made at"))
    read_at = models.DateTimeField(null=True, verbose_name=_("read at"))
    read_in_bell = models.BooleanField(
        default=False, db_default=False, help_text="whether the board was not opened for it"
    )
    rings = models.BooleanField(
        default=True, db_default=True, help_text="whether the bell shows it: if not, others tell"
    )
    quiet_until = models.DateTimeField(
        null=True, help_text="the reader was at the board: no line if it is read by then"
    )
    warn_at = models.DateTimeField(
        null=True, help_text="when the clock of the turn this tells of is to be looked at"
    )

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "match", "kind", "subject"], name="told_once"),
            models.UniqueConstraint(
                fields=["user", "kind", "subject"],
                condition=models.Q(match__isnull=True),
                name="told_once_without_match",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-made_at", "-id"], name="newest_notices"),
            models.Index(
                fields=["user"], condition=models.Q(read_at__isnull=True), name="unread_notices"
            ),
            models.Index(
                fields=["warn_at"],
                condition=models.Q(warn_at__isnull=False),
                name="clocks_to_look_at",
            ),
            models.Index(
                fields=["made_at"],
                condition=models.Q(kind=events.Kind.ADDRESS_STOPPED),
                name="stopped_addresses",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for user {self.user_id}"

    @property
    def name(self) -> str:
        """Return its name on pages: the second it is from, which finds it quickly, and its key."""
        return f"{self.made_at:{TO_THE_SECOND}}-{name_of(self)}"

    @property
    def asks_for_pieces(self) -> bool:
        """Return True if pieces are to be placed rather than moved."""
        return self.kind == self.Kind.YOUR_TURN and self.subject == self.SET_UP


class Delivery(Leased):
    """A notice on its way through one channel: the outbox and the ledger in one.

    ``settled_at`` closes it, whatever came of it; ``outcome`` says what.
    """

    taken_at: datetime
    """When the worker that is at it began."""
    together: list[Delivery]
    """What one message of the channel tells: this one, and what goes out with it."""
    waiting: dict[int, int]
    """The matches that wait for the reader, each with the key of their seat, least time first."""
    boards: list[Player]
    """The first of those seats, for a message that tells of them."""
    is_unsure = False
    """Whether the last attempt may have arrived after all."""

    class Outcome(models.TextChoices):
        """The result of a delivery."""

        SENT = "sent", _("sent")
        SEEN = "seen", _("not needed: read on the site")
        NOT_WANTED = "not-wanted", _("not wanted")
        FAILED = "failed", _("failed")

    notice = models.ForeignKey(
        Notice, models.CASCADE, related_name="deliveries", verbose_name=_("notice")
    )
    channel = models.CharField(max_length=10, verbose_name=_("channel"))
    reader_id = models.BigIntegerField(
        null=True, help_text="the key of the notice's user: finds what goes into one mail"
    )
    bundle = models.BigIntegerField(
        null=True, help_text="the key of the delivery whose mail tells this one too"
    )
    detail = models.CharField(
        max_length=200, default="", db_default="", verbose_name=_("what came of it")
    )
    tries = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="attempts that ended; with the others their worker died"
    )
    settled_at = models.DateTimeField(null=True, verbose_name=_("settled at"))
    outcome = models.CharField(
        max_length=12, choices=Outcome, default="", verbose_name=_("outcome")
    )

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="one_delivery_per_channel"),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(settled_at__isnull=True), name="outbox"
            ),
            models.Index(
                fields=["reader_id", "channel"],
                condition=models.Q(settled_at__isnull=True),
                name="outbox_of_reader",
            ),
            models.Index(
                fields=["settled_at", "outcome"],
                condition=models.Q(
                    channel=Channel.MAIL, settled_at__isnull=False, bundle__isnull=True
                ),
                name="settled_mails",
            ),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk} by {self.channel}"

    @property
    def name(self) -> str:
        """Return the identifier that its receiver sees, the same however often it comes."""
        return name_of(self, self.notice.made_at)

    @property
    def channel_label(self) -> str:
        """The channel as people call it."""
        return str(Channel(self.channel).label)


class Mailbox(models.Model):
    """The time of a reader's last mail: the next one keeps to the rhythm they have chosen.

    Whoever gathers a mail holds it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"mailbox of user {self.user_id}"
