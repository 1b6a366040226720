from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class Sanction(models.Model):
    """A limit that the site has set to an account, with a reason, and with an end or none.

    What it forbids follows from its kind (accounts.sanctions.rights); it ends by itself.
    """

    class Kind(models.TextChoices):
        WARN = "warn", _("a warning")
        MUTE = "mute", _("no chat")
        UNRATED = "unrated", _("no rated matches")
        NO_NEW = "no-new", _("no new matches")
        SUSPEND = "suspend", _("suspended")
        CLOSE = "close", _("account closed")

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("rude or hateful words")
        SPAM = "spam", _("advertising or flooding")
        NAME = "name", _("an unsuitable name")
        STALLING = "stalling", _("letting matches run out")
        OUTSIDE_HELP = "outside-help", _("help from a program or another person")
        TWO_ACCOUNTS = "two-accounts", _("several accounts at the same board")
        THROWING = "throwing", _("losing or winning by arrangement")
        OTHER = "other", _("another reason")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(_("what"), max_length=10, choices=Kind)
    reason = models.CharField(_("reason"), max_length=14, choices=Reason)
    public_text = models.CharField(_("text for the person"), max_length=500, blank=True)
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"), null=True, blank=True)
    lifted_at = models.DateTimeField(_("lifted"), null=True, editable=False)
    seen_at = models.DateTimeField(_("read by the person"), null=True, editable=False)

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-starts_at", "-pk"]
        indexes = [
            models.Index(
                fields=["user", "ends_at"],
                condition=Q(lifted_at__isnull=True),
                name="accounts_standing_sanctions",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")),
                name="accounts_sanction_ends_later",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id} {exact_text(self.starts_at)}"

    def stands(self, now: datetime) -> bool:
        """Return whether it has begun, has not ended, and was not lifted."""
        has_begun = self.starts_at <= now and self.lifted_at is None
        return has_begun and (self.ends_at is None or self.ends_at > now)
