"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Tournaments, who has entered them, and the pairings of each."""

    name = "games.tournaments"
    verbose_name = _("Tournaments")
