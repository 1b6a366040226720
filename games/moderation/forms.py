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
    """Where the three questions lead: the ground, what happened, and what should be done.

    A page that was open while the house was brought up to date may send what should be done under
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
