from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class SignIn(models.Model):
    """One place where a user is signed in: what the list of sessions shows.

    The session itself decides; this row only describes it, and goes with it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins"
    )
    session_key = models.CharField(max_length=40, unique=True, editable=False)
    browser = models.CharField(_("browser"), max_length=200, blank=True)
    since = models.DateTimeField(_("signed in"))
    seen_at = models.DateTimeField(_("last seen"), db_index=True)

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")

    def __str__(self) -> str:
        return f"{self.user_id} {exact_text(self.since)}"
