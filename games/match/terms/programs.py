"""What bot accounts may begin: how many matches at once and a day, and which that count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from games.match.exceptions import BotHasNoRoom, BotsPlayedEnough, MeetsNoBots
from games.match.models import Player

MOST_RUNNING = 30
"""Matches of any kind a bot account may have in progress."""
MOST_A_DAY = 100
"""Matches with other bot accounts that it may begin in a day."""
DAY = timedelta(days=1)


def check_room_of_program(user: User) -> None:
    """Raises BotHasNoRoom where the bot account has no room for another match."""
    if Player.objects.filter(user=user, over_at__isnull=True).count() >= MOST_RUNNING:
        raise BotHasNoRoom(MOST_RUNNING)


def check_programs_meet(users: Sequence[User], *, rated: bool, now: datetime) -> None:
    """Raises MeetsNoBots for a rated match of a bot account and a person who has not allowed that,
    BotsPlayedEnough for one of bot accounts that have met as many today as they may.
    """
    programs = [user for user in users if user.is_program]
    if not programs or len(users) < 2:
        return
    people = [user for user in users if not user.is_program]
    if rated and not all(person.meets_bots for person in people):
        raise MeetsNoBots
    if len(programs) > 1 and any(_met(user, now) >= MOST_A_DAY for user in programs):
        raise BotsPlayedEnough


def _met(user: User, now: datetime) -> int:
    """Return how many matches with other bot accounts the user has begun within a day."""
    since = now - DAY
    lately = Player.objects.filter(Q(over_at__isnull=True) | Q(over_at__gt=since), user=user)
    begun = lately.filter(match__started_at__gt=since).values("match")
    return Player.objects.filter(match__in=begun, user__is_program=True).exclude(user=user).count()
