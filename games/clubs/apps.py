"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    """Clubs, their members, announcements, and reports about clubs."""

    name = "games.clubs"
    verbose_name = _("Clubs")
