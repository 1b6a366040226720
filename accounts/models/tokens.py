"""What programs show to act for somebody, and what they have asked for under a name."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models

from accounts.common.dates import exact_text
from accounts.common.redirects import host_of


class AccessToken(models.Model):
    """A token by which a program acts for its owner; of it, only the digest is kept."""

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
    client_id = models.CharField(max_length=100, default="", db_default="")
    """What the app calls itself whose sign-in this is (`accounts.oauth`); "" where a person has
    made the token. All below is of apps alone."""
    redirect_uri = models.CharField(max_length=500, default="", db_default="")
    family = models.CharField(max_length=64, blank=True, null=True, unique=True, editable=False)
    """The digest of what the code of the sign-in and all its refresh tokens begin with."""
    challenge = models.CharField(max_length=43, default="", db_default="", editable=False)
    """Of PKCE, until the code is exchanged; "" from then on."""
    renewal = models.CharField(max_length=64, default="", db_default="", editable=False)
    """The digest of the code, later of the one refresh token that is good now."""
    renewable_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id} {exact_text(self.made_at)}"

    @property
    def scope_names(self) -> frozenset[str]:
        """The names of its scopes."""
        return frozenset(self.scopes.split())

    @property
    def host(self) -> str:
        """The host of the app that has signed in; "" for no app."""
        return host_of(self.redirect_uri) if self.redirect_uri else ""

    @property
    def ends_at(self) -> datetime:
        """The time when it ends for good, unless an app renews it before."""
        return self.renewable_until or self.expires_at


class KeyedRequest(models.Model):
    """A request that was done, and its answer, which its sender may ask for again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keyed_requests"
    )
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, editable=False)
    """Of the address and the body: another request cannot go by the same name."""
    answer = models.TextField(default="", editable=False)
    version = models.CharField(max_length=20, default="", editable=False)
    """The `ETag` of the answer; "" where it had none."""
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="request_asked_once_by_key")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.key}"
