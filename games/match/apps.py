"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchConfig(AppConfig):
    """Matches."""

    name = "games.match"
    verbose_name = _("Matches")
