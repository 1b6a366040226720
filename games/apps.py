"""The app that joins the slices: addresses, tasks, commands and template tags."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The games of the house."""

    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Install what `games.wiring` lists, and make the tasks known to every process.

        The web process names tasks in its hints.
        """
        import games.common.signals
        import games.tasks  # noqa: F401
        from accounts.common import hooks
        from games.management.stages import offer_stages
        from games.match import followers, selectors, visibility
        from games.programs import services as programs
        from games.wiring import APART, ENDED, FOLLOWERS, HOOKS, IS_USED, QUESTIONS

        hooks.install(HOOKS)
        followers.install(FOLLOWERS)
        visibility.install(APART, ENDED)
        selectors.install(QUESTIONS)
        programs.install(IS_USED)
        if settings.STAGES:
            offer_stages()
