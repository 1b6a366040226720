from __future__ import annotations

from django.db import models

from accounts.common.dates import exact_text


class SignUpCode(models.Model):
    """A code by which so many accounts may be made from one network; kept as a digest."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    left = models.PositiveSmallIntegerField(help_text="how many accounts it is still good for")
    good_until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.left} until {exact_text(self.good_until)}"
