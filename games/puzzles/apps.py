"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    """Puzzles, and what has come of them."""

    name = "games.puzzles"
    verbose_name = _("Puzzles")
