"""Playing on after a loss on time: a new match from there, for nothing, if both want it.

Only where nothing is hidden: elsewhere the end has shown everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from engines.catalogue import meta_for
from games.match.changes.followers import Kind
from games.match.changes.locking import seated
from games.match.changes.permissions import check_over
from games.match.changes.telling import announce
from games.match.exceptions import AlreadyOffered, NothingOffered
from games.match.models import Match, Player, Sequel
from games.match.referee import Referee
from games.match.status import Status
from games.match.terms.opening import begin_from, check_others_here

WITHIN = timedelta(days=7)


def sequel_of(match: Match) -> Sequel | None:
    """Return what is asked for or has come of *match*, if anything."""
    return Sequel.objects.select_related("made").filter(match=match).first()


def is_played_on(match: Match) -> bool:
    """Return whether *match* goes on in another one just now."""
    sequel = sequel_of(match) if match.ended_how == "time" else None
    made = sequel.made if sequel else None
    return made is not None and made.status == Status.ACTIVE


def check_can_play_on(match: Match, players: Sequence[Player], now: datetime) -> None:
    """Raises NotOver, or NothingOffered unless people can play the match on from its end."""
    check_over(match)
    is_open = not meta_for(match.game).hides_information and match.annulled_at is None
    is_lately = match.ended_at is not None and now < match.ended_at + WITHIN
    people = all(player.user_id is not None for player in players)
    if match.ended_how != "time" or not (is_open and is_lately and people):
        raise NothingOffered


def ask_to_play_on(*, uid: str, user: User | AnonymousUser, now: datetime) -> Match | None:
    """Ask to play on, or agree to it: then the match that goes on is returned.

    Raises NotSeated, NotOver, NothingOffered, AlreadyOffered, PersonGone or TooManyMatches.
    """
    with seated(uid, user) as (match, players, player):
        check_can_play_on(match, players, now)
        sequel = sequel_of(match)
        if sequel is None:
            others = [other for other in players if other.seat != player.seat]
            check_others_here(others, rated=False)
            Sequel.objects.create(match=match, asked_by=player.seat, asked_at=now)
            subject = f"{player.seat}"
            announce(match, players, Kind.PLAY_ON_ASKED, now, subject=subject, concerned=others)
            return None
        if sequel.made is not None or sequel.asked_by == player.seat:
            raise AlreadyOffered
        plies = Referee(match).open_moves(up_to=match.plies)
        sequel.made = begin_from(match, players, player, plies, now=now)
        sequel.save(update_fields=["made"])
        return sequel.made
