"""What the house says for a seat that let the time for an answer pass."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engines.core.seats import Seat
from games.models import Match, Player
from games.referee import Referee
from games.services.settling import settle


def answer_for(
    match: Match, players: Sequence[Player], silent: Sequence[Player], *, now: datetime
) -> bool:
    """Answer what the *silent* seats of a locked match were asked; whether anything was."""
    referee = Referee(match)
    answered = False
    for player in silent:
        seat = Seat(player.seat)
        happened = referee.answer_for(seat, now=now)
        if happened is not None:
            settle(match, players, happened, movers={seat}, now=now)
            answered = True
    return answered
