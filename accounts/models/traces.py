from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Trace(models.Model):
    """That an account was used with one mark: of a browser, of a network, of a browser's name.

    The mark is a keyed digest: two accounts can be found to share it, and nothing can be read
    from it. Kept for 90 days after it was last seen (accounts.retention).
    """

    class Kind(models.TextChoices):
        DEVICE = "device", _("the cookie of one browser")
        NETWORK = "network", _("one part of the network")
        BROWSER = "browser", _("a browser that names itself in the same words")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=20, editable=False)
    since = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "digest"], name="accounts_one_trace")
        ]
        indexes = [models.Index(fields=["digest"], name="accounts_same_traces")]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
