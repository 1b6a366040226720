"""How the archive is narrowed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.common.names import MAX_LENGTH
from games.boards.narrowing import game_field, result_field


class DeskForm(forms.Form):
    """The filters and the order of the desk, and how much of each match is shown."""

    game = game_field()
    sort = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            ("", _("Least time first")),
            ("newest", _("Newest first")),
            ("opponent", _("By opponent")),
            ("game", _("By game")),
        ],
    )
    mark = forms.ChoiceField(
        label=_("Marked"),
        required=False,
        choices=[("", _("All boards")), ("star", _("With a star")), ("mute", _("Muted"))],
    )
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=4 * MAX_LENGTH)
    group = forms.ChoiceField(
        label=_("Groups"),
        required=False,
        choices=[("", _("None")), ("game", _("By game")), ("event", _("By event"))],
    )
    compact = forms.BooleanField(label=_("All, without boards"), required=False)


class ArchiveForm(forms.Form):
    """The filters of the archive."""

    game = game_field()
    result = result_field()
