"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """Talk."""

    name = "games.chat"
    verbose_name = _("Chat")
