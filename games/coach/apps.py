"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoachConfig(AppConfig):
    """Which matches are coached."""

    name = "games.coach"
    verbose_name = _("Coach")
