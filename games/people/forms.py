"""How a history is narrowed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.common.names import MAX_LENGTH
from games.boards.narrowing import game_field, result_field


class HistoryForm(forms.Form):
    """The filters of somebody's history."""

    game = game_field()
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=4 * MAX_LENGTH)
    result = result_field()
    rated = forms.ChoiceField(
        label=_("Match type"),
        required=False,
        choices=[("", _("Rated or casual")), ("yes", _("Rated")), ("no", _("Casual"))],
    )
