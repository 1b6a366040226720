"""The app of matches."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, seats, notices."""

    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Make the tasks known to every process: the web process names them in its hints."""
        import games.signals
        import games.tasks  # noqa: F401
