"""An account for a child, and a class, as forms ask for them."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.common import names
from accounts.common.fields import password_help
from accounts.models import User
from games.children.services import MOST_PUPILS


class ChildForm(forms.Form):
    """A name and a password."""

    name = forms.CharField(
        label=_("Name"),
        max_length=names.MAX_LENGTH,
        help_text=_("Others see it. Better not the child’s own name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = password_help()

    def clean_name(self) -> str:
        return names.normalise(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if {"name", "password"} <= cleaned.keys():
            try:
                validate_password(cleaned["password"], User(name=cleaned["name"]))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class ClassForm(forms.Form):
    """A title, and names on lines."""

    title = forms.CharField(
        label=_("What the class is called"),
        min_length=3,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    written = forms.CharField(
        label=_("Names, one on each line"),
        max_length=MOST_PUPILS * (names.MAX_LENGTH + 2),
        help_text=_("Others see them. Better not the children’s own names."),
        widget=forms.Textarea({"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_title(self) -> str:
        """Return the title without signs that nobody sees."""
        title = " ".join(unicodedata.normalize("NFKC", self.cleaned_data["title"]).split())
        if len(title) < 3 or not title.replace(" ", "").isprintable():
            raise forms.ValidationError(_("Choose a name of 3 to 40 characters."))
        return title
