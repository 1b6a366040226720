"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignConfig(AppConfig):
    """What has come of stages."""

    name = "games.campaign"
    verbose_name = _("Campaign")
