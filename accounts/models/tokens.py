from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.common.dates import exact_text


class AccessToken(models.Model):
    """What a program shows to act for its owner: of it, only the digest is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens"
    )
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    beginning = models.CharField(max_length=12, editable=False)
    """How it begins, by which its owner knows it again."""
    scopes = models.CharField(max_length=100)
    """What it is good for, by the names in `accounts.sign_in.tokens.Scope`, with spaces."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)
    """When it was used first on the last day it was used."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id} {exact_text(self.made_at)}"

    @property
    def scope_names(self) -> frozenset[str]:
        """What it is good for."""
        return frozenset(self.scopes.split())
