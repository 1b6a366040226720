"""Registering where robots might: whoever looks like one waits a little, and nobody is shut out.

Where nothing speaks of robots there is no wait. A wait is a signed note of when it began, which
the form brings back: half a minute later the form is taken, once for each note. It needs no
script. How many may register in an hour at all bounds what waiting many times at once can do.
"""

from __future__ import annotations

import re

from allauth.core import context as allauth_context
from django import forms
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.common import names
from accounts.common.events import address_of
from accounts.registration.disposable_addresses import is_disposable
from accounts.sign_in import limits

SECONDS = 30
AGE = 60 * 60  # seconds in which a note is good
SALT = "accounts.patience"


class PatientMixin(forms.Form):
    """A form that takes what it is sent at once, or after a wait."""

    patience = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def check_patience(self, name: str, email: str = "") -> None:
        """Refuses a form without faults until a wait is over, where there is reason for one."""
        request = allauth_context.request
        if self.errors:
            return limits.note(request, "registering_failed")
        why = reason_to_wait(request, name, email)
        note = self.cleaned_data.get("patience", "")
        if not why:
            return None
        left = seconds_left(request, note)
        if left == 0 and cache.add(f"patience:{_digest(note)}", 1, AGE):
            return None
        if not left:
            note, left = begin(request), SECONDS
        self.data = {**{field: self.data[field] for field in self.data}, "patience": note}
        return self.add_error(None, f"{why} {_ask(left)}")


def _ask(left: int) -> str:
    return _(
        "To keep robots out, please wait %(seconds)d seconds, type your password again, and press "
        "the button once more."
    ) % {"seconds": left}


def reason_to_wait(request: HttpRequest, name: str, email: str) -> str:
    """What speaks for a robot, in a sentence; empty if nothing does."""
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
    """What names with running numbers have in common, on one network."""
    key = names.name_key(name)
    stem = re.sub(r"\d+", "", key)
    return f"{address_of(request)}:{stem}" if stem != key else ""


def begin(request: HttpRequest) -> str:
    """A note that the wait begins now."""
    return signing.dumps([_digest(address_of(request)), _now()], salt=SALT)


def seconds_left(request: HttpRequest, note: str) -> int | None:
    """How much of the wait is left; None if the note says nothing here."""
    try:
        whose, begun = signing.loads(note, salt=SALT, max_age=AGE)
    except signing.BadSignature:
        return None
    if whose != _digest(address_of(request)):
        return None
    return max(0, begun + SECONDS - _now())


def _now() -> int:
    return int(timezone.now().timestamp())


def _digest(text: str) -> str:
    return salted_hmac(SALT, text).hexdigest()[:32]
