"""How one's own notes are looked through."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class NotesForm(forms.Form):
    """Words and a tag; what is neither narrows nothing."""

    q = forms.CharField(label=_("Words"), required=False, max_length=100)
    tag = forms.RegexField(label=_("Tag"), required=False, regex=r"^\w{1,30}$")
    before = forms.IntegerField(required=False, min_value=1, max_value=2**62)
