"""What players may send to the moderators."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from datetime import datetime

from allauth.account.adapter import get_adapter
from allauth.mfa.totp.internal.auth import validate_totp_code
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.common.fields import AddressField
from accounts.common.names import MAX_LENGTH
from accounts.registration.forms import name_field
from accounts.sign_in.passwords import LEAST_FOR_STAFF, LengthValidator
from accounts.sign_in.second_factor import MFAAdapter, code_field
from games.moderation.categories import CATEGORIES
from games.moderation.models import Appeal
from games.moderation.services import founding


class FirstStaffForm(forms.Form):
    """The first of the staff: nothing else is looked at before the code is right."""

    setup_code = forms.CharField(
        label=_("Code from the log"),
        max_length=40,
        help_text=_("In the log of the site, written when it starts and when this page is opened."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    username = forms.CharField(max_length=MAX_LENGTH)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    sign_up = forms.ChoiceField(
        label=_("Who may sign up?"),
        choices=[
            ("open", _("Everybody")),
            ("invitation", _("Whoever has a sign-up code")),
            ("closed", _("Whoever has a sign-up code; no guests")),
        ],
    )
    code = code_field(_("The code your app shows now"))

    def __init__(self, data: QueryDict | None, *, secret: str, now: datetime) -> None:
        """Ask for codes of the app that has the *secret*."""
        super().__init__(data, initial={"sign_up": founding.sign_up()})
        self.secret = secret
        self.now = now
        name_field(self.fields["username"])
        self.fields["password"].help_text = LengthValidator.help_for(LEAST_FOR_STAFF)
        del self.fields["code"].widget.attrs["autofocus"]
        self.fields["setup_code"].widget.attrs["autofocus"] = True

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and "setup_code" in self.errors:
            for name in set(self.errors) - {"setup_code"}:
                del self.errors[name]

    def clean_setup_code(self) -> str:
        typed: str = self.cleaned_data["setup_code"]
        if not founding.is_code(typed, self.now):
            raise forms.ValidationError(
                _("This code is not right, or too old. A good one is in the log of the site.")
            )
        return typed

    def clean_username(self) -> str:
        if "setup_code" not in self.cleaned_data:
            return ""
        return str(get_adapter().clean_username(self.cleaned_data["username"]))

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if name := self.cleaned_data.get("username"):
            founding.check_password(name, password)
        return password

    def clean_code(self) -> str:
        typed = unicodedata.normalize("NFKC", self.cleaned_data["code"])
        if not validate_totp_code(self.secret, typed):
            raise MFAAdapter().validation_error("incorrect_code")
        return typed


class ReportForm(forms.Form):
    """One report: what kind, about whom, in which words."""

    category = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[(key, category.title) for key, category in CATEGORIES.items()],
    )
    seat = forms.IntegerField(min_value=0, max_value=15, required=False, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("What happened?"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(
        self, data: QueryDict | None, *, offered: Collection[str], is_of_line: bool
    ) -> None:
        """Show the *offered* categories; any other that is sent all the same is told why not."""
        super().__init__(data, initial={"category": "talk"} if is_of_line else None)
        titles = {key: CATEGORIES[key].title for key in offered}
        self.fields["category"].widget.choices = list(titles.items())


class BarrierForm(forms.Form):
    """A barrier that keeps somebody from using the site, and the address for an answer."""

    text = forms.CharField(
        label=_("What does not work?"),
        max_length=2000,
        help_text=_("What you wanted to do, what happened, and with what you read or press."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    page = forms.CharField(label=_("On which page? (optional)"), max_length=200, required=False)
    address = AddressField(
        label=_("E-mail (optional)"),
        max_length=254,
        required=False,
        help_text=_("For the answer only. It is deleted once you have been answered."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class AppealForm(forms.Form):
    """An appeal after the three questions: the ground, what happened, and what should be done.

    A page that was open while the site was brought up to date may send what should be done under
    the name it had: it is shown again, to be looked at and sent once more.
    """

    ground = forms.ChoiceField(choices=Appeal.Ground.choices, widget=forms.HiddenInput)
    happened = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    request = forms.CharField(label=_("What should we do?"), max_length=500)

    FORMER = "wish"
    """The name of the last field until 0.2.0."""

    def __init__(self, data: QueryDict | None, *, ground: str) -> None:
        """Show the form for that *ground*."""
        self.is_former = data is not None and self.FORMER in data and "request" not in data
        if data is not None and self.is_former:
            data = data.copy()
            data["request"] = str(data[self.FORMER])
        super().__init__(data, initial={"ground": ground})

    def clean_request(self) -> str:
        """Refuse what came from such a page, which did not say what it asked for."""
        if self.is_former:
            raise forms.ValidationError(
                _("The site was updated meanwhile. Please check what you wrote and send it again.")
            )
        return str(self.cleaned_data["request"])
