"""The second factor: codes from an app, and codes on paper for the day the app is gone."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from datetime import datetime
from typing import Any

from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.translation import gettext_lazy as _

from accounts import mail
from accounts.models import User
from accounts.sign_in import sessions, staff_codes
from accounts.sign_in.limits import seconds_of, too_many

CODE_LIFE = 120  # seconds in which a code could be accepted, so long it is remembered as used
LONGEST_CODE = 64


def is_set_up(user: User) -> bool:
    """Return whether signing in as *user* takes a second factor."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def set_up(user: User, secret: str) -> list[str]:
    """Let the app that has *secret* be asked from now on; codes on paper, shown this once."""
    TOTP.activate(user, secret)
    paper = RecoveryCodes.activate(user)
    paper.mark_as_viewed()
    return paper.generate_codes()


def picture_of(label: str, secret: str) -> str:
    """The address of a picture by which an app takes in *secret*, and calls it *label*."""
    adapter = MFAAdapter()
    picture = adapter.build_totp_svg(adapter.build_totp_url(User(name=label), secret))
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"


def fresh_since(user: User, since: datetime) -> bool:
    """Return whether a factor of *user* (or its recovery codes) was set up at that moment or
    later."""
    return Authenticator.objects.filter(user=user, created_at__gte=since).exists()


def end_since(user: User, since: datetime) -> bool:
    """Ends what was set up since then, and codes on paper that stand for nothing any more."""
    own = Authenticator.objects.filter(user=user)
    ended, _rows = own.filter(created_at__gte=since).delete()
    if not own.filter(type=Authenticator.Type.TOTP).exists():
        own.filter(type=Authenticator.Type.RECOVERY_CODES).delete()
    return bool(ended)


def end(user: User, *, with_passkeys: bool = False) -> bool:
    """Ends the second factor and every sign-in, and tells the owner; whether there was one.

    Codes on paper go with it. Passkeys, which stand for the password, stay unless they are named.
    """
    own = Authenticator.objects.filter(user=user)
    if not with_passkeys:
        own = own.exclude(type=Authenticator.Type.WEBAUTHN)
    ended, _rows = own.delete()
    sessions.end_all(user)
    if ended and user.email:
        context = {"with_passkeys": with_passkeys, "kept": count_passkeys(user)}
        mail.write("mfa/email/totp_ended", user.email, context, user)
    return bool(ended)


def count_passkeys(user: User) -> int:
    """Return how many passkeys sign in as *user*."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count()


class MFAAdapter(DefaultMFAAdapter):
    """Keeps the secrets encrypted with the site's key, old keys included."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("Wrong or already used code. Wait for the next one."),
        "wrong_staff_code": _(
            "This code is not right, was used, or is too old. Ask for a new one."
        ),
        "cannot_delete_authenticator": _(
            "Staff must use two-step sign-in, so you cannot turn it off."
        ),
    }

    def is_mfa_enabled(self, user: User, types: list[str] | None = None) -> bool:
        """A passkey stands for the password; it is not asked for besides it."""
        if types is not None and Authenticator.Type.TOTP in types:
            types = [Authenticator.Type.TOTP]
        return bool(super().is_mfa_enabled(user, types))

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        is_passkey = authenticator.type == Authenticator.Type.WEBAUTHN
        return is_passkey or not authenticator.user.is_staff

    def get_totp_label(self, user: User) -> str:
        return user.name

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_fernet_key(force_bytes(key))) for key in keys])


def _fernet_key(key: bytes) -> bytes:
    digest = hashlib.blake2b(key, digest_size=32, person=b"second-factor").digest()
    return base64.urlsafe_b64encode(digest)


def code_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True})
    return forms.CharField(label=label, max_length=LONGEST_CODE, widget=widget)


class CodeMixin(forms.Form):
    """Digits of any width are digits, and after five wrong codes there is a pause."""

    def clean_code(self) -> str:
        self.cleaned_data["code"] = unicodedata.normalize("NFKC", self.cleaned_data["code"])
        try:
            code: str = super().clean_code()  # type: ignore[misc]
        except ValidationError as error:
            if error.code not in ("too_many_login_attempts", "rate_limited"):
                raise
            pause = too_many(allauth_context.request, seconds_of("login_failed"))
            raise ImmediateHttpResponse(pause) from error
        return code


class UsedOnceMixin(CodeMixin):
    """A code that was good is not good again while it is still shown."""

    user: User

    def clean_code(self) -> str:
        code = super().clean_code()
        digits = "".join(sign for sign in code if sign.isalnum())
        if not cache.add(f"second-factor:{self.user.pk}:{digits}", 1, CODE_LIFE):
            raise MFAAdapter().validation_error("incorrect_code")
        return code


class SignInCodeForm(UsedOnceMixin, AuthenticateForm):
    code = code_field(_("Code from your app, or a recovery code"))


class ConfirmCodeForm(UsedOnceMixin, ReauthenticateForm):
    code = code_field(_("Code from your app, or a recovery code"))


class SetUpForm(CodeMixin, ActivateTOTPForm):
    """Staff need more than their password: a code from the operator or from other staff."""

    staff_code = forms.CharField(
        label=_("Code from the operator or another staff member"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    code = code_field(_("The code your app shows now"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.is_staff:
            del self.fields["staff_code"]

    def clean(self) -> dict[str, Any] | None:
        """Spends the code only when everything else is right."""
        cleaned = super().clean()
        if self.user.is_staff and not self.errors:
            typed = self.cleaned_data["staff_code"]
            if not staff_codes.spend(self.user, typed, timezone.now()):
                self.add_error("staff_code", MFAAdapter().validation_error("wrong_staff_code"))
        return cleaned
