"""Practice: what goes where no other person is at the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.catalogue import meta_for
from engines.core.seats import Seat

if TYPE_CHECKING:
    from games.match.models import Match, Player
    from games.match.referee import Referee


def is_practice(match: Match, players: Sequence[Player]) -> bool:
    """Whether one person plays against bots for nothing, in a game that hides nothing.

    Where pieces are hidden, what a move has shown cannot be forgotten again.
    """
    meta = meta_for(match.game)
    people = sum(not player.bot for player in players)
    return not (match.rated or meta.solo or meta.hides_information) and people == 1


def ply_before(match: Match, players: Sequence[Player], referee: Referee, seat: Seat) -> int | None:
    """After which ply a match of practice stands if *seat* takes its last move back.

    None where it has none, or is not to move: then its bot may be thinking about the answer.
    """
    if not is_practice(match, players) or not players[seat].is_to_act:
        return None
    return before_last(match, referee, seat)


def before_last(match: Match, referee: Referee, seat: Seat) -> int | None:
    """After which ply the last move of *seat* was made; None where it has made none."""
    last = referee.ply_of(seat, referee.seat_plies(seat))
    return last - 1 if last > match.given_plies else None
