"""What the page of devices sends."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

FORMS = (
    ("standard", _("Standard Webhooks (JSON, signed)")),
    ("discord", "Discord"),
    ("slack", "Slack"),
    ("ntfy", "ntfy"),
)


class WebhookForm(forms.Form):
    """The address to post to, and the form of the posts."""

    url = forms.CharField(
        label=_("Address (https)"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    form = forms.ChoiceField(label=_("Form"), choices=FORMS, initial="standard")
