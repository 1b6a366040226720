"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, who is enrolled, and their seasons."""

    name = "games.leagues"
    verbose_name = _("Leagues")
