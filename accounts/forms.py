"""The forms of the account pages: allauth's, in our words, and the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import (
    password_validators_help_texts,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext_lazy as _

from accounts import limits, names, patience, second_factor, sessions, undo, zones
from accounts.finding import user_at
from accounts.models import User
from accounts.passwords import MOST
from accounts.time_off import is_night

LONGEST_LOGIN = 254  # an e-mail address


def _plain(field: forms.Field, label: Any, **attrs: Any) -> None:
    """Labels stand above fields here; a placeholder would vanish when it is needed."""
    field.label = label
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


def _password_help() -> str:
    return " ".join(text for text in password_validators_help_texts() if text)


def _name_help() -> str:
    return _("Others see this name. %(least)d to %(most)d letters and digits.") % {
        "least": names.MIN_LENGTH,
        "most": names.MAX_LENGTH,
    }


class SignInForm(allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(max_length=LONGEST_LOGIN)
        _plain(self.fields["login"], _("Name or e-mail"), autocomplete="username", dir="auto")
        _plain(self.fields["password"], _("Password"))
        self.fields["password"].help_text = ""
        self.order_fields(["login", "password"])


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
        """The age the person said to have reached; None where nobody is asked."""
        return settings.MINIMUM_AGE if self.cleaned_data.get("of_age") else None


class SignUpForm(OfAgeMixin, patience.PatientMixin, allauth_forms.SignupForm):
    time_zone = forms.CharField(
        required=False,
        max_length=64,
        widget=forms.HiddenInput(attrs={"data-time-zone": True}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(
            self.fields["username"],
            _("Name"),
            autocomplete="username",
            dir="auto",
            spellcheck="false",
        )
        self.fields["username"].help_text = _name_help()
        _plain(self.fields["password1"], _("Password"))
        self.fields["password1"].help_text = _password_help()
        _plain(self.fields["email"], _("E-mail (optional)"))
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
        """What the browser told about the person; part of allauth's flow."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = get_language_from_request(request)  # for mails: no browser comes with them
        user.said_age = self.said_age()
        user.save(update_fields=["time_zone", "language", "said_age"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new user. Two who took one name at the same moment: the later chooses again."""
        limits.spend(request, "registered")
        patience.note_registered(request, self.cleaned_data["username"])
        try:
            with transaction.atomic():
                user, answer = super().try_save(request)
        except IntegrityError:
            messages.error(request, names.TAKEN)
            return None, redirect("account_signup")
        return user, answer


class ClaimForm(OfAgeMixin, patience.PatientMixin):
    """A name and a password for a guest who stays, by the rules of registering."""

    username = forms.CharField(max_length=names.MAX_LENGTH * 4)
    password1 = forms.CharField(widget=forms.PasswordInput, max_length=MOST, strip=False)
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": True})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(
            self.fields["username"],
            _("Name"),
            autocomplete="username",
            dir="auto",
            spellcheck="false",
        )
        self.fields["username"].help_text = _name_help()
        _plain(self.fields["password1"], _("Password"), autocomplete="new-password")
        self.fields["password1"].help_text = _password_help()

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


class ResetForm(allauth_forms.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["email"], _("Confirmed e-mail"))

    def clean_email(self) -> str:
        """Any well-formed address: whether somebody has confirmed it is told by mail only."""
        address: str = self.cleaned_data["email"].lower()
        user = user_at(address)
        self.users = [user] if user is not None and user.is_active else []
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        for user in self.users:  # a new link ends the one before
            User.objects.filter(pk=user.pk).update(reset_links=F("reset_links") + 1)
            user.refresh_from_db(fields=["reset_links"])
        return str(super().save(request, **kwargs))


class NewPasswordMixin:
    """One field for the new password: browsers show and keep what is typed."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        _plain(self.fields["password1"], _("New password"))
        self.fields["password1"].help_text = _password_help()


class ResetKeyForm(NewPasswordMixin, allauth_forms.ResetPasswordKeyForm):
    """Who reads the mailbox can also end a second factor that somebody else has just set up."""

    end_factor = forms.BooleanField(
        required=False, label=_("I did not set up two-step sign-in: turn it off")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.since = timezone.now() - undo.AGE
        if self.user is None or not second_factor.fresh_since(self.user, self.since):
            del self.fields["end_factor"]

    @transaction.atomic
    def save(self) -> None:
        super().save()
        if self.cleaned_data.get("end_factor"):
            second_factor.end_since(self.user, self.since)
        sessions.end_all(self.user)


class ChangePasswordForm(NewPasswordMixin, allauth_forms.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], _("Current password"))
        self.fields["oldpassword"].help_text = ""


class SetPasswordForm(NewPasswordMixin, allauth_forms.SetPasswordForm):
    pass


class ConfirmPasswordForm(allauth_forms.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password"], _("Password"))
        self.fields["password"].max_length = MOST
        self.fields["password"].help_text = ""


class AddEmailForm(allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["email"], _("New e-mail"))


if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm


class ZoneField(forms.CharField):
    """A time zone, chosen from the list or typed; its value is the key of the zone."""

    def prepare_value(self, value: Any) -> Any:
        return zones.zone_text(value) if zones.is_zone(value or "") else value

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        if not text:
            return ""
        try:
            return zones.zone_called(text)
        except zones.NoSuchZone as error:
            raise ValidationError(_no_such_zone(text, error.like), "time_zone") from error


def _no_such_zone(text: str, like: tuple[str, ...]) -> str:
    if like:
        some = _("Several time zones fit, for example: %(zones)s. Please choose one.")
        return some % {"zones": "; ".join(like)}
    none = _("No time zone is called “%(text)s”. Please type a city and choose from the list.")
    return none % {"text": text[: zones.LONGEST_TYPED]}


class TimeInput(forms.TimeInput):
    """A time of the day, to the minute."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class SettingsForm(UserModelForm):
    time_zone = ZoneField(
        label=_("Time zone"),
        help_text=_("Type a city or a country, then choose from the list."),
        widget=forms.TextInput(attrs={"list": "zones"}),
    )
    night_from = forms.TimeField(label=_("From"), required=False, widget=TimeInput())
    night_to = forms.TimeField(label=_("Until"), required=False, widget=TimeInput())

    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "night_from", "night_to"),
            *("theme", "piece_set", "confirm_moves"),
            *("mail_your_turn", "mail_match_over", "mail_wait_minutes"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        minutes = self.fields["mail_wait_minutes"]
        minutes.label = _("Wait before mailing (minutes)")

    def clean(self) -> dict[str, Any] | None:
        """Refuses half a night, and one that is too long."""
        cleaned = super().clean()
        if not {"night_from", "night_to"} & set(self.errors):
            begins, ends = (self.cleaned_data[name] for name in ("night_from", "night_to"))
            if (begins is None) != (ends is None):
                self.add_error("night_to", _("Please give both ends of your night, or none."))
            elif begins is not None and not is_night(begins, ends):
                self.add_error("night_to", _("A night lasts nine hours at most."))
        return cleaned

    def zones(self) -> list[zones.ListedZone]:
        """What the list offers; read once a page."""
        return zones.listed_zones()
