"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SetupConfig(AppConfig):
    """Set-ups."""

    name = "games.setup"
    verbose_name = _("Set-ups")
