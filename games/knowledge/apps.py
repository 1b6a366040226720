"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KnowledgeConfig(AppConfig):
    """Guess marks."""

    name = "games.knowledge"
    verbose_name = _("Guess marks")
