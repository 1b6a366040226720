"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlansConfig(AppConfig):
    """Plans, and the planned moves that are due."""

    name = "games.plans"
    verbose_name = _("Plans")
