"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ProgramsConfig(AppConfig):
    """Bot accounts."""

    name = "games.programs"
    verbose_name = _("Bot accounts")
