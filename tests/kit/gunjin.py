"""Gunjin matches for tests: the armies, and a short way to the end."""

from __future__ import annotations

from itertools import count

from engines.core.seats import Seat
from games.match.changes import turns
from games.match.models import Match
from games.match.referee import Referee
from tests.kit.builders import NOON, match_between, play, user_of

ARMIES = ("XGXSEEHTTPPDDBBAFAJKCML", "XTXSEEDHTPPAJKDCFMLABBG")
"""South's and North's, from the owner's view: South's general faces weak officers."""

OCCUPATION = ("b3b4", "g4g3", "b4b5", "g3g4", "b5b6", "g4g3", "b6c6", "g3g4", "c6d6")
"""South's general fights its way into the headquarters; five battles are South's, one North's."""

_numbers = count(1)


def place(match: Match, seat: int, army: str = "") -> None:
    """Place the army of *seat*: its own of `ARMIES`, unless another is named."""
    turns.play_move(
        uid=match.uid,
        user=user_of(match.players.get(seat=seat)),
        move=turns.MoveRequest(
            f"setup:{army or ARMIES[seat]}",
            Referee(match).seat_plies(Seat(seat)) + 1,
            f"place-{next(_numbers):08}",
        ),
        now=NOON,
    )
    match.refresh_from_db()


def gunjin_match(south: object, north: object, *moves: str, is_placed: bool = True) -> Match:
    """A match between two people, after *moves*; both armies stand unless told otherwise."""
    match = match_between(south, north, game="gunjin")  # type: ignore[arg-type]
    if is_placed:
        place(match, 0)
        place(match, 1)
        play(match, *moves)
    return match
