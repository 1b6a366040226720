"""The name of somebody whom a service elsewhere has sent for the first time."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.socialaccount.models import SocialLogin
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.common import names
from accounts.models import User
from accounts.registration import robots
from accounts.registration.forms import OfAgeMixin, name_field, zone_field
from accounts.sign_in.find_user import user_at


class FirstSignInForm(OfAgeMixin, robots.PatientMixin):
    """A name, by the rules of registering, and the address that was proved elsewhere if wanted."""

    username = forms.CharField(max_length=names.MAX_LENGTH * 4)
    time_zone = zone_field()

    def __init__(self, *args: Any, login: SocialLogin, code: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_field(self.fields["username"])
        self.fields["username"].initial = _fitting(login.user)
        if code:
            self.fields["code"].initial = code
        proved = login.email_addresses[0].email if login.email_addresses else ""
        self.address = _keepable(proved)
        self.taken_address = self.address if self.address and user_at(self.address) else ""
        if self.address and not self.taken_address:
            self.fields["keeps_address"] = forms.BooleanField(
                required=False,
                initial=True,
                label=_("Use %(address)s for turn reminders. Nobody else sees it.")
                % {"address": self.address},
            )

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name

    def clean(self) -> dict[str, Any]:
        """Refuses what a robot might send, until it has waited."""
        self.check_patience(self.cleaned_data.get("username", ""), self.address)
        return self.cleaned_data

    def kept_address(self) -> str:
        """Return the address to keep; "" for none."""
        return self.address if self.cleaned_data.get("keeps_address") else ""


def _fitting(user: User | None) -> str:
    """Return what somebody is called elsewhere, where one may be called so here."""
    try:
        return str(get_adapter().clean_username(user.name if user is not None else ""))
    except ValidationError:
        return ""


def _keepable(address: str) -> str:
    try:
        return str(get_adapter().clean_email(address))
    except ValidationError:
        return ""
