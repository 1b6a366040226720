"""How accounts are entered: sessions, the marks of browsers, and codes and links good once."""

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


class SignUpCode(models.Model):
    """A code by which so many accounts may be made from one network; kept as a digest."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    left = models.PositiveSmallIntegerField(help_text="how many accounts it is still good for")
    good_until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.left} until {exact_text(self.good_until)}"


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
