"""The divisions of leagues: round robins that nobody has made, with a date at which they end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from games.tournaments.models import Entry, Tournament
from games.tournaments.series import Division
from games.tournaments.services.beginning import begin
from queues.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User
    from games.match.terms.opening import Terms


def begin_division(
    division: Division,
    players: Sequence[User],
    *,
    terms: Terms,
    ends_at: datetime,
    now: datetime,
    club: str = "",
) -> None:
    """Begin a division among *players*, in the order by which equals are told apart at its end, of
    a *club*'s league where it is one.

    Begun twice, it is one.
    """
    with writing():
        if Tournament.objects.filter(series=division.series).exists():
            return
        tournament = Tournament.objects.create(
            key=division.series,
            series=division.series,
            name=division.series,
            game=terms.game,
            options=terms.options,
            time_control=terms.time_control,
            rated=terms.rated,
            club=club,
            size=len(players),
            created_at=now,
            closes_at=now,
            ends_at=ends_at,
        )
        Entry.objects.bulk_create(
            Entry(tournament=tournament, user=user, entered_at=now) for user in players
        )
        begin(tournament, now)
