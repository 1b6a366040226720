"""What is refused between two who write to each other."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from games.common.exceptions import GamesError


class NobodyToWriteTo(GamesError):
    sentence = _("There is nobody of that name to write to.")
    status = 404


class NotAcquainted(GamesError):
    sentence = _("You can write to people you have played, and where you follow each other.")
    status = 403


class NotAcceptedYet(GamesError):
    sentence = _("Your first message waits for a yes. You can write more after it.")


class NoMessage(GamesError):
    sentence = _("Write 1 to %(most)s characters.")
    status = 422

    def __init__(self, most: int) -> None:
        super().__init__()
        self.facts = {"most": most}


class TooManyMessages(GamesError):
    sentence = _("That was a lot. Wait a while before you write more.")
    status = 429
    retry_after = 24 * 60 * 60

    def __init__(self, wait: timedelta) -> None:
        super().__init__()
        self.retry_after = int(wait.total_seconds())
