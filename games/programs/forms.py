"""Who is to own a bot, and which challenges a bot accepts by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.common import names
from engines.catalogue import GAMES
from games.boards.names import game_name
from games.programs.models import ChallengeRules
from games.programs.rules import Rules


class OwnerForm(forms.Form):
    """Asking somebody to own this account as a bot."""

    owner = forms.CharField(
        label=_("Name of the owner"),
        max_length=names.MAX_LENGTH,
        help_text=_("Your own account, from which you say yes. Moderators see the name."),
    )


class AddressForm(forms.Form):
    """Where a bot account is asked for its moves."""

    url = forms.CharField(
        label=_("Address (https)"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )


class RulesForm(forms.Form):
    """By which rules a bot account answers challenges."""

    games = forms.MultipleChoiceField(
        label=_("Games"), widget=forms.CheckboxSelectMultiple, required=False
    )
    pace = forms.ChoiceField(label=_("Speed"), choices=ChallengeRules.Pace.choices, required=False)
    rated = forms.ChoiceField(
        label=_("Rated or casual"), choices=ChallengeRules.Rated.choices, required=False
    )
    audience = forms.ChoiceField(label=_("Accepted from"), choices=ChallengeRules.Audience.choices)
    low = forms.IntegerField(label=_("Lowest rating"), min_value=0, max_value=4000, required=False)
    high = forms.IntegerField(
        label=_("Highest rating"), min_value=0, max_value=4000, required=False
    )
    declines = forms.BooleanField(
        label=_("Decline all others; else they wait for an answer by the program"),
        required=False,
        initial=True,
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, row: ChallengeRules | None = None
    ) -> None:
        super().__init__(
            data, initial={name: getattr(row, name) for name in self.base_fields if row}
        )
        games = self.fields["games"]
        assert isinstance(games, forms.MultipleChoiceField)
        games.choices = [(meta.slug, game_name(meta.slug)) for meta in GAMES]
        games.help_text = _("None chosen stands for all.")

    @property
    def rules(self) -> Rules:
        """The rules, once they are known to be good."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "declines"}
        return Rules(**values)
