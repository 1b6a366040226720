"""The tables of this slice, and the groups of those who work with it."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports, rulings and their log."""

    name = "games.moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        """After the tables the roles: groups with the least rights that their work takes."""
        from games.moderation.roles import make_groups

        post_migrate.connect(make_groups, sender=self)
