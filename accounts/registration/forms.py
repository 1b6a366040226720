"""Making an account: the form of allauth, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext_lazy as _

from accounts.common import names, zones
from accounts.common.fields import address_field, password_help, plain_field
from accounts.models import User
from accounts.registration import robots


def name_field(field: forms.Field) -> None:
    """Ask in *field* for the name others see."""
    plain_field(field, _("Name"), autocomplete="username", dir="auto", spellcheck="false")
    field.help_text = _(
        "Others see this name. %(least)d to %(most)d letters and digits; between them a space,"
        " hyphen, dot or underline."
    ) % {
        "least": names.MIN_LENGTH,
        "most": names.MAX_LENGTH,
    }


def zone_field() -> forms.CharField:
    """Return what the script fills in with the time zone of the browser."""
    hidden = forms.HiddenInput(attrs={"data-time-zone": True})
    return forms.CharField(required=False, max_length=64, widget=hidden)


class OfAgeMixin(forms.Form):
    """Asks whoever signs up to be old enough, where the operator says how old that is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if least := settings.MINIMUM_AGE:
            self.fields["of_age"] = forms.BooleanField(
                label=_("I am %(age)d years old or older.") % {"age": least},
                error_messages={
                    "required": _("Accounts here are for people of %(age)d years or older.")
                    % {"age": least}
                },
            )

    def said_age(self) -> int | None:
        """Return the age the person said to have reached; None where nobody is asked."""
        return settings.MINIMUM_AGE if self.cleaned_data.get("of_age") else None


class SignUpForm(OfAgeMixin, robots.PatientMixin, allauth_forms.SignupForm):
    time_zone = zone_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_field(self.fields["username"])
        plain_field(self.fields["password1"], _("Password"))
        self.fields["password1"].help_text = password_help()
        self.fields["email"] = address_field(self.fields["email"], _("E-mail (optional)"))
        self.fields["email"].help_text = _(
            "For turn reminders and to reset a lost password. Nobody else sees it."
        )
        self.order_fields(["username", "password1", "email"])

    def clean_time_zone(self) -> str:
        zone = self.cleaned_data["time_zone"]
        return zone if zones.is_zone(zone) else zones.FALLBACK

    def clean(self) -> dict[str, Any]:
        """Refuses what a robot might send, until it has waited."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        self.check_patience(cleaned.get("username", ""), cleaned.get("email") or "")
        return cleaned

    def signup(self, request: HttpRequest, user: User) -> None:
        """Save the zone, language and age that came with the form; part of allauth's flow."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = get_language_from_request(request)  # for mails: no browser comes with them
        user.said_age = self.said_age()
        user.save(update_fields=["time_zone", "language", "said_age"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new user. Two who took one name at the same moment: the later chooses again."""
        try:
            with transaction.atomic():
                self.count(request)
                user, answer = super().try_save(request)
        except (IntegrityError, robots.CodeUsedUp) as error:
            is_taken = isinstance(error, IntegrityError)
            messages.error(request, names.TAKEN if is_taken else robots.NO_CODE)
            return None, redirect("account_signup")
        return user, answer
