"""Clear every stage for somebody: `python -m tests.walk.clearing NAME`, inside a site.

Twelve stages won one after the other would take an hour. Here each is begun, given up, and then
written down as won.
"""

from __future__ import annotations

import sys


def clear(name: str) -> None:
    """Raises User.DoesNotExist."""
    from django.utils import timezone

    from accounts.models import User
    from engines.catalogue import meta_for
    from games.boards.cards import card_for
    from games.campaign.models import StageResult
    from games.campaign.selectors import all_stages, campaign_game
    from games.common.requests import new_key
    from games.match.changes import ending
    from games.match.terms import opening

    user, game, now = User.objects.get(name=name), campaign_game(), timezone.now()
    campaign = card_for(game).campaign
    assert campaign is not None
    for stage in all_stages():
        terms = opening.Terms(
            game=game, time_control="none", key=new_key(), options={campaign.option: stage.id}
        )
        level = meta_for(game).bot_levels[0]
        match = opening.create_bot_match(user=user, terms=terms, level=level, now=now)
        ending.resign(uid=match.uid, user=user, now=now)
    StageResult.objects.filter(user=user).update(is_cleared=True)


if __name__ == "__main__":
    import django

    django.setup()
    clear(sys.argv[1])
