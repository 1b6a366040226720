"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PersonalConfig(AppConfig):
    """Everything of one's own, as it is put together for its owner."""

    name = "games.personal"
    verbose_name = _("Personal data")
