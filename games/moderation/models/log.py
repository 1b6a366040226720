"""The audit log: written once, changed by nobody. Triggers in the database see to that."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class ModAction(models.Model):
    """One action of a member of staff. Before and after are public facts, never what is hidden."""

    class Reason(models.TextChoices):
        """The reason in one word; the note says more."""

        REPORT = "report", _("a report")
        BUG = "bug", _("a fault of ours")
        STALLING = "stalling", _("letting matches run out")
        OUTSIDE_HELP = "outside-help", _("help from a program or another person")
        ABUSE = "abuse", _("rude or hateful words")
        WRONG_RESULT = "wrong-result", _("a wrong result")
        REQUEST = "request", _("asked for by the players")
        APPEAL = "appeal", _("an appeal")
        OTHER = "other", _("another reason")

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by whom")
    )
    verb = models.CharField(max_length=24, verbose_name=_("action"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("person"),
    )
    match = models.ForeignKey(
        "match.Match", models.PROTECT, null=True, related_name="+", verbose_name=_("match")
    )
    report = models.ForeignKey(
        "moderation.Report", models.PROTECT, null=True, related_name="+", verbose_name=_("report")
    )
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(max_length=14, choices=Reason, verbose_name=_("reason"))
    note = models.CharField(max_length=1000, default="", verbose_name=_("note"))
    made_at = models.DateTimeField(verbose_name=_("made at"))

    class Meta:
        verbose_name = _("staff action")
        verbose_name_plural = _("staff actions")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["match", "-id"], name="deeds_in_match"),
            models.Index(fields=["person", "-id"], name="deeds_on_person"),
        ]
        default_permissions = ("view",)
        permissions = [
            ("work_reports", "Can work on reports"),
            ("hide_lines", "Can hide lines of talk and forbid to talk"),
            ("sanction", "Can warn and sanction for at most 14 days"),
            ("sanction_long", "Can suspend for long and close accounts"),
            ("halt_matches", "Can freeze, resume and extend matches"),
            ("decide_matches", "Can decide, annul, rewind, refill and re-open matches"),
            ("reveal_matches", "Can ask for, approve and look at a reveal"),
            ("switch_site", "Can use the switches of the whole site"),
        ]

    def __str__(self) -> str:
        return f"{exact_text(self.made_at)} · {self.get_reason_display()}"
