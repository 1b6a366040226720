"""A club, as its form asks for it."""

from __future__ import annotations

import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _


class ClubForm(forms.Form):
    """The form to found a club."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=40)
    about = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 4}),
    )

    def clean_name(self) -> str:
        """Return the name, written as people see it, without signs that nobody sees."""
        name = " ".join(unicodedata.normalize("NFKC", self.cleaned_data["name"]).split())
        if len(name) < 3 or not name.replace(" ", "").isprintable():
            raise forms.ValidationError(_("Choose a name of 3 to 40 characters."))
        return name
