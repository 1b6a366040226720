"""What visitors may send us, and in which shape."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms

from games.common.requests import KEY
from games.setup import services as formations
from games.setup.services import SetupRequest


class MoveForm(forms.Form):
    """One move as a page sends it: the text, the seat's own ply number, the request's own key.

    With it may come the request not to be asked to confirm moves again; and of one that was kept
    while there was no network, the version of the board it was chosen on.
    """

    move = forms.CharField(max_length=400, strip=True)
    seat_ply = forms.IntegerField(min_value=1, max_value=10**6)
    key = forms.RegexField(KEY, max_length=64)
    no_confirm = forms.BooleanField(required=False)
    seen = forms.IntegerField(min_value=0, max_value=10**9, required=False)


class FormationNameField(forms.CharField):
    """A name of one line, in which something can be seen."""

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and all(unicodedata.category(letter)[0] in "CZ" for letter in value):
            raise forms.ValidationError("nothing to see", code="invisible")


class SetupForm(forms.Form):
    """The form of the page of the set-up: a draft, and what to do with it."""

    do = forms.RegexField(rf"\A({'|'.join(formations.ACTIONS)})(:.{{1,40}})?\Z", max_length=60)
    letters = forms.CharField(max_length=60)
    pick = forms.CharField(max_length=2, required=False)
    to = forms.CharField(max_length=2, required=False)
    name = FormationNameField(max_length=formations.LONGEST_NAME, required=False)
    new_name = FormationNameField(max_length=formations.LONGEST_NAME, required=False)

    def clean(self) -> dict[str, Any]:
        """A button can name an army or a formation after a colon; it is a name like any other."""
        cleaned = super().clean() or {}
        cleaned["do"], _colon, name = cleaned.get("do", "").partition(":")
        if name:
            try:
                cleaned["name"] = self.fields["name"].clean(name)
            except forms.ValidationError as error:
                self.add_error("name", error)
        return cleaned

    @property
    def asked(self) -> SetupRequest:
        """The request of a valid form."""
        return SetupRequest(**self.cleaned_data)
