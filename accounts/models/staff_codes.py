from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.common.dates import exact_text


class StaffCode(models.Model):
    """A code, good once, that lets a staff member set up a second factor; kept as a digest."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_code"
    )
    digest = models.CharField(max_length=64, editable=False)
    good_until = models.DateTimeField(_("good until"))

    class Meta:
        verbose_name = _("staff code")
        verbose_name_plural = _("staff codes")

    def __str__(self) -> str:
        return f"{self.user_id} {exact_text(self.good_until)}"
