"""The fields of forms that narrow a list of matches."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext, gettext_lazy

from engines.catalogue import GAMES
from games.boards.names import game_name


def game_field() -> forms.ChoiceField:
    """Of which game; any, if nothing is chosen."""
    return forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=_games)


def _games() -> list[tuple[str, str]]:
    return [("", gettext("Any game")), *((meta.slug, game_name(meta.slug)) for meta in GAMES)]


def result_field() -> forms.ChoiceField:
    """With which result for whose list it is."""
    return forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=[
            ("", gettext_lazy("Any result")),
            ("won", gettext_lazy("Won")),
            ("lost", gettext_lazy("Lost")),
            ("drawn", gettext_lazy("Drawn")),
        ],
    )
