"""A skirmish, as its form asks for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games.boards.kit.campaigns import LETTERS, LONGEST_SEED, Skirmish
from games.campaign.selectors import skirmish_card
from games.common.requests import new_key


class SkirmishForm(forms.Form):
    """Neighbours, rounds, start, difficulty, and the seed of the map."""

    rivals = forms.TypedChoiceField(label=_("Neighbours"), coerce=int)
    rounds = forms.IntegerField(label=_("Rounds"))
    start = forms.ChoiceField(label=_("Your start"))
    difficulty = forms.ChoiceField(label=_("Difficulty"))
    seed = forms.CharField(
        label=_("Seed of the map"),
        required=False,
        max_length=LONGEST_SEED,
        validators=[RegexValidator(r"\A[a-z0-9]*\Z", _("Small letters and digits only."))],
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        card = skirmish_card()
        least, most = card.rivals
        self._choices("rivals").choices = [(n, str(n)) for n in range(least, most + 1)]
        self._choices("start").choices = list(card.starts.items())
        self._choices("difficulty").choices = list(card.difficulties.items())
        low, high = card.rounds
        self.fields["rounds"] = forms.IntegerField(
            label=_("Rounds"), min_value=low, max_value=high, help_text=f"{low}–{high}"
        )

    def _choices(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    @staticmethod
    def initial_of(named: Mapping[str, str]) -> dict[str, str]:
        """Return what the form begins with: what an address names, and what is usual."""
        usual = {"rivals": "3", "rounds": "12", "start": "even", "difficulty": "fair", "seed": ""}
        found = {name: named.get(name, value)[:LONGEST_SEED] for name, value in usual.items()}
        return {**found, "key": new_key()}

    def clean_seed(self) -> str:
        """The seed that is asked for, or one that nobody has chosen."""
        seed: str = self.cleaned_data["seed"]
        return seed or "".join(secrets.choice(LETTERS) for _ in range(6))

    def clean_key(self) -> str:
        """Return what tells this form, sent twice, from another."""
        return self.cleaned_data["key"] or new_key()

    @property
    def asked(self) -> Skirmish:
        """The choices of a valid form."""
        data = self.cleaned_data
        return Skirmish(
            data["rivals"], data["rounds"], data["start"], data["difficulty"], data["seed"]
        )
