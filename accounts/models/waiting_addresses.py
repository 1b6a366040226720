from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class WaitingAddress(models.Model):
    """Since when an address has waited to be confirmed; the row goes with the address."""

    address = models.OneToOneField(
        "account.EmailAddress", on_delete=models.CASCADE, related_name="waiting"
    )
    since = models.DateTimeField(_("since"), db_index=True)

    class Meta:
        verbose_name = _("waiting address")
        verbose_name_plural = _("waiting addresses")

    def __str__(self) -> str:
        return f"{self.address_id} {exact_text(self.since)}"
