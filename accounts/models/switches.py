from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class SiteSwitches(models.Model):
    """One row: what the operators have switched off for everybody, and what they announce."""

    panic_since = models.DateTimeField(null=True, editable=False)
    no_new_matches = models.BooleanField(_("no new matches"), default=False)
    no_new_guests = models.BooleanField(_("no new guests"), default=False)
    no_new_accounts = models.BooleanField(_("no new accounts"), default=False)
    bots_paused = models.BooleanField(_("bots rest"), default=False)
    banner_en = models.CharField(_("notice in English"), max_length=300, blank=True)
    banner_ja = models.CharField(_("notice in Japanese"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("site switches")
        verbose_name_plural = _("site switches")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="accounts_one_site")]

    def __str__(self) -> str:
        return "site switches"
