"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotesConfig(AppConfig):
    """Notes."""

    name = "games.notes"
    verbose_name = _("Notes")
