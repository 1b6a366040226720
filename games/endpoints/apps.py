"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EndpointsConfig(AppConfig):
    """Endpoints."""

    name = "games.endpoints"
    verbose_name = _("Devices and calendar")
