"""What the house does for a seat that let the time for setting up pass."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engines.core.seats import Seat
from games.models import Match, Notice, Player
from games.referee import Referee
from games.services import telling
from games.services.settling import settle


def place_for(
    match: Match, players: Sequence[Player], silent: Sequence[Player], *, now: datetime
) -> None:
    """Place a recommended army for every *silent* seat of a locked match, and say so to all."""
    referee = Referee(match)
    for player in silent:
        happened = referee.place(Seat(player.seat), now=now)
        player.placed_by_house = True
        for each in players:
            subject = f"seat {player.seat}"
            telling.tell(match, each, Notice.Kind.PLACED_BY_HOUSE, subject=subject, now=now)
        settle(match, players, happened, movers={Seat(player.seat)}, now=now)
