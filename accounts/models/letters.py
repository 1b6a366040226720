"""Mail about accounts, and addresses that wait to be confirmed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text
from queues.leases import Leased


class Letter(Leased):
    """A mail about an account that is still to be sent; gone once it is.

    It may carry a link with a secret, so nothing keeps it longer than needed.
    """

    recipient = models.EmailField(_("recipient"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    written_at = models.DateTimeField(_("written"))

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="letters_due")]
        verbose_name = _("letter")
        verbose_name_plural = _("letters")

    def __str__(self) -> str:
        return f"{self.recipient} {exact_text(self.written_at)}"


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
