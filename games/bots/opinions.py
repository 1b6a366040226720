"""What a bot would have played: asked for once a match is over, thought about by a worker."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser

from accounts import switches
from accounts.models import User
from engines.catalogue import meta_for
from games.bots import thinking
from games.bots.models import Opinion
from games.bots.thinking import Question
from games.common import dispatch
from games.match.changes.followers import Change, Kind
from games.match.changes.locking import lock_match
from games.match.changes.permissions import check_can_be_judged, check_seated
from games.match.exceptions import BeingPlayed, NotOver, UnknownTerms
from games.match.referee import Referee
from games.match.terms.playing_on import is_played_on
from queues import leases
from queues.transactions import writing

LEASE = timedelta(seconds=thinking.WALL_LIMIT + 5)
"""How long a worker may think before another is asked."""

MOST_ATTEMPTS = 4
"""So often an answer is looked for before it is given up."""


def ask_opinion(
    *, uid: str, user: User | AnonymousUser, ply: int, level: str, now: datetime
) -> None:
    """Let a worker find out what the bot of that *level* would have played after *ply* plies.

    Asked again, it is answered as before. Raises NotSeated, NotOver, UnknownTerms for a bot that
    does not play the game and a board on which nobody was to move, or BeingPlayed.
    """
    with writing():
        match, players = lock_match(uid=uid)
        check_seated(user, players)
        check_can_be_judged(match)
        if is_played_on(match):
            raise NotOver
        if level not in meta_for(match.game).bot_levels or not Referee(match).may_think(ply):
            raise UnknownTerms
        if Referee(match).is_played_now(ply, user.pk):
            raise BeingPlayed
        asked, is_new = Opinion.objects.get_or_create(
            match=match,
            ply=ply,
            level=level,
            defaults={"due_at": now, "hinted_until": leases.first_hint(now)},
        )
        if is_new:
            dispatch.after_commit("games.form_opinion", opinion_id=asked.pk)


def form_opinion(*, opinion_id: int, now: datetime) -> bool:
    """Think about one question, and keep the answer; whether there is one now.

    The search runs outside any transaction; of two answers the first stands. Where it fails time
    and again the question is dropped.
    """
    if switches.is_on("bots_paused"):
        return False
    owed = Opinion.objects.select_related("match").filter(move="")
    asked = leases.claim(owed, opinion_id, now=now, lease=LEASE)
    if asked is None:
        return False
    if asked.attempts > MOST_ATTEMPTS:
        asked.delete()
        return False
    try:
        thought = Referee(asked.match).thought_after(asked.ply)
    except NotOver:  # it has been opened again
        asked.delete()
        return False
    match = asked.match
    move = thinking.choose(Question.about(match.game, match.rules_version, asked.level, thought))
    with writing():
        return bool(Opinion.objects.filter(pk=asked.pk, move="").update(move=move))


def lease_opinions(*, now: datetime) -> list[int]:
    """Return the questions nobody thinks about, leased so that one sweep sends each hint once."""
    if switches.is_on("bots_paused"):
        return []
    return leases.lease_hints(Opinion.objects.filter(move=""), now=now)


def forget_opinions(change: Change) -> None:
    """A match that is opened again is played without help."""
    if change.kind == Kind.REOPENED:
        Opinion.objects.filter(match=change.match).delete()
