from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class UndoLink(models.Model):
    """A mailed link by which the reader of an address takes the account back as it was then.

    The row goes with the link: when it was used, or an older one was, or after three days.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="undo_links"
    )
    address = models.EmailField(_("e-mail address"))
    made_at = models.DateTimeField(_("made"), db_index=True)

    class Meta:
        verbose_name = _("undo link")
        verbose_name_plural = _("undo links")

    def __str__(self) -> str:
        return f"{self.user_id} {exact_text(self.made_at)}"
