"""How the archive is narrowed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.common.names import MAX_LENGTH
from engines.catalogue import GAMES
from games.boards.names import game_name


class DeskForm(forms.Form):
    """What the desk is narrowed to, in which order, and how much of each match is shown."""

    game = forms.ChoiceField(label=_("Game"), required=False)
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_games(self)


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
        _offer_games(self)


def _offer_games(form: forms.Form) -> None:
    field = form.fields["game"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [("", _("Any game")), *((m.slug, game_name(m.slug)) for m in GAMES)]
