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
    """Return whether one person plays against bots for nothing."""
    people = sum(not player.bot for player in players)
    return not (match.rated or meta_for(match.game).solo) and people == 1


def ply_before(match: Match, players: Sequence[Player], referee: Referee, seat: Seat) -> int | None:
    """After which ply a match of practice stands if *seat* takes its last move back.

    None where it has none but a set-up, or is not to move: then its bot may be thinking about
    the answer.
    """
    if not is_practice(match, players) or not players[seat].is_to_act:
        return None
    return before_last(match, referee, seat)


def before_last(match: Match, referee: Referee, seat: Seat) -> int | None:
    """After which ply the last move of *seat* was made; None where it has made none."""
    own = referee.seat_plies(seat)
    if own <= placings(match.game):
        return None
    last = referee.ply_of(seat, own)
    return last - 1 if last > match.given_plies else None


def placings(game: str) -> int:
    """Return how many of a seat's plies place its pieces before play begins: they are no moves."""
    return int(meta_for(game).placing is not None)


def first_board(game: str) -> int:
    """After how many plies every piece of a match of *game* is on its place."""
    return placings(game) * len(meta_for(game).seats)
