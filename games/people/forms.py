"""How a history is narrowed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.common.names import MAX_LENGTH
from engines.catalogue import GAMES
from games.boards.names import game_name


class HistoryForm(forms.Form):
    """What somebody's history is narrowed to."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=4 * MAX_LENGTH)
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
    rated = forms.ChoiceField(
        label=_("Match type"),
        required=False,
        choices=[("", _("Rated or casual")), ("yes", _("Rated")), ("no", _("Casual"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Any game")), *((m.slug, game_name(m.slug)) for m in GAMES)]
