"""A name and a password for a guest who stays."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import (
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.common import names
from accounts.common.fields import password_help, plain_field
from accounts.models import User
from accounts.registration import robots
from accounts.registration.forms import OfAgeMixin, name_field, zone_field
from accounts.sign_in.passwords import MOST


class ClaimForm(OfAgeMixin, robots.PatientMixin):
    """A name and a password for a guest who stays, by the rules of registering."""

    username = forms.CharField(max_length=names.MAX_LENGTH * 4)
    password1 = forms.CharField(widget=forms.PasswordInput, max_length=MOST, strip=False)
    time_zone = zone_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_field(self.fields["username"])
        plain_field(self.fields["password1"], _("Password"), autocomplete="new-password")
        self.fields["password1"].help_text = password_help()

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name

    def clean(self) -> dict[str, Any]:
        """Refuses a password that says the name again, like the form of registering."""
        name = self.cleaned_data.get("username", "")
        if password := self.cleaned_data.get("password1"):
            try:
                validate_password(password, User(name=name))
            except ValidationError as error:
                self.add_error("password1", error)
        self.check_patience(name)
        return self.cleaned_data
