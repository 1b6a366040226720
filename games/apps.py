"""The slices with tables, and the app that joins them: addresses, tasks, commands and tags."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """The games of the site."""

    name = "games"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Install what `games.wiring` lists, and make the tasks known to every process.

        The web process names tasks in its hints.
        """
        import games.common.signals
        import games.tasks  # noqa: F401
        from accounts.common import hooks
        from games.common import pulls
        from games.management.stages import offer_stages
        from games.match.changes import followers
        from games.match.reading import selectors, visibility
        from games.notices import channels
        from games.programs import services as programs
        from games.wiring import (
            APART,
            ENDED,
            FOLLOWERS,
            HOOKS,
            IS_USED,
            PULLS,
            QUESTIONS,
            SENDERS,
        )

        hooks.install(HOOKS)
        followers.install(FOLLOWERS)
        visibility.install(APART, ENDED)
        selectors.install(QUESTIONS)
        programs.install(IS_USED)
        channels.install(SENDERS)
        pulls.install(PULLS)
        if settings.STAGES:
            offer_stages()


class MatchConfig(AppConfig):
    name, verbose_name = "games.match", _("Matches")


class SetupConfig(AppConfig):
    name, verbose_name = "games.setup", _("Set-ups")


class KnowledgeConfig(AppConfig):
    name, verbose_name = "games.knowledge", _("Guess marks")


class NotesConfig(AppConfig):
    name, verbose_name = "games.notes", _("Notes")


class PlansConfig(AppConfig):
    name, verbose_name = "games.plans", _("Plans")


class BotsConfig(AppConfig):
    name, verbose_name = "games.bots", _("Bots")


class EndpointsConfig(AppConfig):
    name, verbose_name = "games.endpoints", _("Devices and calendar")


class NoticesConfig(AppConfig):
    name, verbose_name = "games.notices", _("Notices")


class RatingsConfig(AppConfig):
    name, verbose_name = "games.ratings", _("Ratings")


class PeopleConfig(AppConfig):
    name, verbose_name = "games.people", _("People")


class ProgramsConfig(AppConfig):
    name, verbose_name = "games.programs", _("Bot accounts")


class LobbyConfig(AppConfig):
    name, verbose_name = "games.lobby", _("Lobby")


class ChatConfig(AppConfig):
    name, verbose_name = "games.chat", _("Chat")


class ConversationsConfig(AppConfig):
    name, verbose_name = "games.conversations", _("Messages")


class CampaignConfig(AppConfig):
    name, verbose_name = "games.campaign", _("Campaign")


class CoachConfig(AppConfig):
    name, verbose_name = "games.coach", _("Coach")


class LearnConfig(AppConfig):
    name, verbose_name = "games.learn", _("Lessons")


class TournamentsConfig(AppConfig):
    name, verbose_name = "games.tournaments", _("Tournaments")


class ReviewsConfig(AppConfig):
    name, verbose_name = "games.reviews", _("Reviews")


class PersonalConfig(AppConfig):
    name, verbose_name = "games.personal", _("Personal data")


class PuzzlesConfig(AppConfig):
    name, verbose_name = "games.puzzles", _("Puzzles")


class LaddersConfig(AppConfig):
    name, verbose_name = "games.ladders", _("Ladders")


class LeaguesConfig(AppConfig):
    name, verbose_name = "games.leagues", _("Leagues")


class ClubsConfig(AppConfig):
    name, verbose_name = "games.clubs", _("Clubs")


class NewsConfig(AppConfig):
    name, verbose_name = "games.news", _("News")


class StatisticsConfig(AppConfig):
    name, verbose_name = "games.statistics", _("Statistics")
