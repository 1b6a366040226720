"""The tables of this slice."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewsConfig(AppConfig):
    """What was worked out of matches that are over."""

    name = "games.reviews"
    verbose_name = _("Reviews")
