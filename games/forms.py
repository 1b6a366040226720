"""What visitors may send us, and in which shape."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.catalogue import GAMES
from games import clocks
from games.presenters.clocktext import terms_sentence
from games.presenters.games import game_name, side_name
from games.services import formations
from games.services.formations import Wish
from games.services.opening import Terms


def new_key() -> str:
    """A name for one request, so that sending it twice does its deed once."""
    return secrets.token_urlsafe(12)


LINK = "link"
BOT = "bot"
_KEY = r"\A[A-Za-z0-9_-]{8,64}\Z"


class NewMatchForm(forms.Form):
    """The terms of a new match."""

    game = forms.ChoiceField(label=_("Game"))
    opponent = forms.ChoiceField(label=_("Opponent"))
    time = forms.ChoiceField(label=_("Time"))
    side = forms.ChoiceField(label=_("Side"))
    key = forms.RegexField(_KEY, max_length=64, widget=forms.HiddenInput, initial=new_key)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices("game", [(meta.slug, game_name(meta.slug)) for meta in GAMES])
        self._choices(
            "opponent", [(LINK, _("A person, by a link")), (BOT, _("The house bot, at once"))]
        )
        self._choices("time", [(slug, terms_sentence(slug)) for slug in clocks.TIME_CONTROLS])
        sides = [(str(seat), side_name(GAMES[0].slug, seat)) for seat in range(len(GAMES[0].seats))]
        self._choices("side", [("any", _("Either, by lot")), *sides])

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = choices[0][0]

    @property
    def terms(self) -> Terms:
        """The terms of a valid form."""
        side = self.cleaned_data["side"]
        return Terms(
            game=self.cleaned_data["game"],
            time_control=self.cleaned_data["time"],
            side=None if side == "any" else int(side),
            key=self.cleaned_data["key"],
        )


class MoveForm(forms.Form):
    """One move as a page sends it: the text, the seat's own ply number, the request's own key."""

    move = forms.CharField(max_length=400, strip=True)
    seat_ply = forms.IntegerField(min_value=1, max_value=10**6)
    key = forms.RegexField(_KEY, max_length=64)


class FormationNameField(forms.CharField):
    """A name of one line, in which something can be seen."""

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and all(unicodedata.category(letter)[0] in "CZ" for letter in value):
            raise forms.ValidationError("nothing to see", code="invisible")


class SetupForm(forms.Form):
    """What the page of the set-up asks for: a draft, and what to do with it."""

    do = forms.RegexField(rf"\A({'|'.join(formations.DEEDS)})(:.{{1,40}})?\Z", max_length=60)
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
    def wish(self) -> Wish:
        """The wish of a valid form."""
        return Wish(**self.cleaned_data)


class ArchiveForm(forms.Form):
    """What the archive is narrowed to."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any result")),
            ("won", _("Won")),
            ("lost", _("Lost")),
            ("drawn", _("Drawn")),
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Any game")), *((m.slug, game_name(m.slug)) for m in GAMES)]
