"""What keeps somebody from using the site, and the answer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Barrier(models.Model):
    """A barrier that anybody, signed in or not, tells of at the page on accessibility.

    Nothing of it leads to an account. The address is there to be answered to, is shown to nobody,
    and goes with the answer.
    """

    page = models.CharField(max_length=200, default="")
    text = models.CharField(max_length=2000)
    address = models.EmailField(default="")
    language = models.CharField(max_length=10, help_text="in which it is answered")
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["made_at"], condition=Q(answered_at__isnull=True), name="open_barriers"
            )
        ]

    def __str__(self) -> str:
        return f"barrier {self.pk}"
