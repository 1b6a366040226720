"""Registering where robots might: whoever looks like one waits a little, and nobody is shut out.

Where nothing speaks of robots there is no wait. A wait is a signed note of when it began, which
the form brings back: half a minute later the form is taken, once for each note. It needs no
script. How many may register in an hour at all bounds what waiting many times at once can do.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from allauth.core import context as allauth_context
from django import forms
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from accounts.common import events, names
from accounts.common.events import address_of
from accounts.common.fields import plain_field
from accounts.registration.disposable_addresses import is_disposable
from accounts.sign_in import limits, sign_up_codes

SECONDS = 30
AGE = 60 * 60  # seconds in which a note is good
SALT = "accounts.patience"
NO_CODE = _lazy("This code is not valid, or not any more.")


class CodeUsedUp(Exception):
    """The last account of a code was made meanwhile."""


class PatientMixin(forms.Form):
    """A form that takes what it is sent at once, or after a wait, or by a code at once."""

    patience = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    code = forms.CharField(required=False, max_length=40)

    status = 422
    """Of the page that shows the form again."""
    retry_after: int | None = None
    """In how many seconds the network is free again, where too many have signed up from it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain_field(self.fields["code"], _("Sign-up code"), autocomplete="off", spellcheck="false")
        self.fields["code"].initial = allauth_context.request.GET.get("code", "")[:40]

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if code and not sign_up_codes.is_good(code, timezone.now()):
            raise forms.ValidationError(NO_CODE)
        return code

    def check_patience(self, name: str, email: str = "") -> None:
        """Refuses a form without faults until a wait is over, where there is reason for one."""
        request = allauth_context.request
        if self.errors:
            return limits.note(request, "registering_failed")
        if self.cleaned_data["code"]:
            return None
        if limits.is_beyond(request, "registered"):
            return self._refuse_for_now(request)
        why = reason_to_wait(request, name, email)
        note = self.cleaned_data.get("patience", "")
        if not why:
            return None
        left = seconds_left(request, note)
        if left == 0 and cache.add(f"patience:{_digest(note)}", 1, AGE):
            return None
        if not left:
            note, left = begin(request), SECONDS
        ask = _ask if "password1" in self.fields else _ask_without_password
        self.data = {**{field: self.data[field] for field in self.data}, "patience": note}
        return self.add_error(None, f"{why} {ask(left)}")

    def _refuse_for_now(self, request: HttpRequest) -> None:
        """Says when the network is free again; what was typed stays."""
        events.note("limit-hit", request, what="account_signup")
        self.status = 429
        self.retry_after = seconds = limits.seconds_until_free(request, "registered")
        minutes = -(-seconds // 60)
        when = ngettext(
            "Try again in %(minutes)s minute.", "Try again in %(minutes)s minutes or less.", minutes
        )
        said = when % {"minutes": minutes}
        self.add_error(None, f"{limits.why_too_many('registered')} {said}")

    def count(self, request: HttpRequest) -> None:
        """Counts one more account: of the code, or of the network.

        Raises CodeUsedUp, or ImmediateHttpResponse (429) beyond the limits of the network.
        """
        code, name = self.cleaned_data["code"], self.cleaned_data["username"]
        if not code:
            limits.spend(request, "registered")
            note_registered(request, name)
        elif not sign_up_codes.spend(code, timezone.now()):
            raise CodeUsedUp


def _ask(left: int) -> str:
    return _(
        "To keep robots out, please wait %(seconds)d seconds, type your password again, and press "
        "the button once more."
    ) % {"seconds": left}


def _ask_without_password(left: int) -> str:
    return _(
        "To keep robots out, please wait %(seconds)d seconds, and press the button once more."
    ) % {"seconds": left}


def reason_to_wait(request: HttpRequest, name: str, email: str) -> str:
    """Return what speaks for a robot, in a sentence; empty if nothing does."""
    if limits.is_beyond(request, "registered_calmly"):
        return _("Many new accounts were made from your network in the last hour.")
    if limits.is_beyond(request, "registering_failed"):
        return _("Signing up failed many times from your network in the last hour.")
    series = series_of(request, name)
    if series and limits.is_beyond(request, "registered_in_series", series):
        return _("Many similar names were signed up from your network in the last hour.")
    if is_disposable(email):
        return _("This looks like a throw-away e-mail address.")
    return ""


def note_registered(request: HttpRequest, name: str) -> None:
    """One more account was made."""
    limits.note(request, "registered_calmly")
    if series := series_of(request, name):
        limits.note(request, "registered_in_series", series)


def series_of(request: HttpRequest, name: str) -> str:
    """Return what names with running numbers have in common, on one network."""
    key = names.name_key(name)
    stem = re.sub(r"\d+", "", key)
    return f"{address_of(request)}:{stem}" if stem != key else ""


def begin(request: HttpRequest) -> str:
    """A note that the wait begins now, and no other: two in one second are two waits."""
    begun = [_digest(address_of(request)), _now(), secrets.token_urlsafe(9)]
    return signing.dumps(begun, salt=SALT)


def seconds_left(request: HttpRequest, note: str) -> int | None:
    """Return how much of the wait is left; None if the note says nothing here."""
    try:
        whose, begun, *_unlike_others = signing.loads(note, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return None
    if whose != _digest(address_of(request)):
        return None
    return max(0, begun + SECONDS - _now())


def _now() -> int:
    return int(timezone.now().timestamp())


def _digest(text: str) -> str:
    return salted_hmac(SALT, text).hexdigest()[:32]
