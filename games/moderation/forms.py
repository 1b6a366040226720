"""What players may send to the moderators."""

from __future__ import annotations

from collections.abc import Collection

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.moderation.categories import CATEGORIES
from games.moderation.models import Appeal


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


class AppealForm(forms.Form):
    """Where the three questions lead: the ground, what happened, and what should be done."""

    ground = forms.ChoiceField(choices=Appeal.Ground.choices, widget=forms.HiddenInput)
    happened = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    request = forms.CharField(label=_("What should we do?"), max_length=500)
