"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    """Ladders, who stands on them, challenges, and the steps they moved by."""

    name = "games.ladders"
    verbose_name = _("Ladders")
