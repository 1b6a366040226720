"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LearnConfig(AppConfig):
    """How far users have come in the lessons, and the matches a coach speaks in."""

    name = "games.learn"
    verbose_name = _("Lessons")
