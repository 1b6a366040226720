"""Stages of the campaign, started and played as their pages would."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.bots import services as bots
from games.bots.models import BotTurn
from games.campaign import services as campaign
from games.match.changes import turns
from games.match.models import Match
from games.match.status import Status
from games.match.terms import opening
from tests.kit.builders import NOON, seat_ply_of, user_of

FIRST = "first-harvest"
ROUND = ("command:tax", "command:market", "battle:npc1")
"""Done in every round, it wins the first stage."""


def stage_of(user: User, stage: str = FIRST, *, now: datetime = NOON) -> Match:
    """A match of *stage* in which its NPC nations have had their first turns."""
    match = campaign.start_stage(user=user, stage=stage, key="", now=now)
    pay_all(match, now=now)
    return match


def locked_stage(user: User, stage: str, *, now: datetime = NOON) -> Match:
    """The same of any stage, whatever *user* has cleared."""
    terms = opening.Terms(game="nation", time_control="none", options={"stage": stage})
    match = opening.create_bot_match(user=user, terms=terms, level="npc", now=now)
    pay_all(match, now=now)
    return match


def pay_all(match: Match, *, now: datetime = NOON) -> int:
    """Let a worker play what the site owes; how many plies that was."""
    debt = BotTurn.objects.filter(match=match).first()
    paid = bots.play_bot_turns(debt_id=debt.pk, now=now + timedelta(seconds=1)) if debt else 0
    match.refresh_from_db()
    return paid


def do(match: Match, text: str, *, now: datetime = NOON) -> None:
    """Let the player do *text*; what the NPC nations do then is owed."""
    player = match.players.get(user__isnull=False)
    seat_ply = seat_ply_of(match, player.seat)
    turns.play_move(
        uid=match.uid,
        user=user_of(player),
        move=turns.MoveRequest(text, seat_ply, f"stage-key-{seat_ply:04}"),
        now=now,
    )
    match.refresh_from_db()


def act(match: Match, text: str, *, now: datetime = NOON) -> None:
    """Let the player do *text*, and then the NPC nations what they do."""
    do(match, text, now=now)
    pay_all(match, now=now)


def win(match: Match) -> None:
    """Play the first stage to its end, and win it."""
    while match.status == Status.ACTIVE:
        for text in ROUND:
            act(match, text)
