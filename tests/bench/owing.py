"""Inside a site: two hundred bots that are to move at once, and the switch that lets them rest.

Reads ``{"owe": n}`` (so many more of them), ``{"paused": true}`` or both, and writes how many turns
bots owe.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django

GAME, LEVEL = "gungi", "medium"


def main() -> None:
    """Do what is asked, and say how many turns are owed."""
    asked = json.load(sys.stdin)
    django.setup()
    from games.bots.models import BotTurn

    if "paused" in asked:
        _pause(paused=asked["paused"])
    if "owe" in asked:
        _owe(asked["owe"])
    json.dump(BotTurn.objects.count(), sys.stdout)


def _pause(*, paused: bool) -> None:
    from accounts import switches
    from accounts.models import SiteSwitches

    SiteSwitches.objects.update_or_create(pk=1, defaults={"bots_paused": paused})
    switches.forget()


def _owe(count: int) -> None:
    """Matches in which the bot begins."""
    from django.utils import timezone

    from accounts.models import User
    from games.match.terms import opening

    user: Any = User.objects.create_user(f"owing{User.objects.count()}")
    terms = opening.Terms(game=GAME, time_control="none", side=1)
    for _number in range(count):
        opening.create_bot_match(user=user, terms=terms, level=LEVEL, now=timezone.now())


if __name__ == "__main__":
    main()
