"""The analysis board: any position of a game that hides nothing, and never one that is played.

Nobody is to try out moves from where a running match stands, so the digests of all positions on the
way are looked for among those of the running matches; the start of the game alone is anybody's. Nor
may a position be typed that is one move past where one's own running match stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.match.referee.standing import are_one_past_own, digest_of, is_open, standing_among
from games.match.referee.studies import Laid, Study, engine_of, position_of, study_of


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A position that everybody sees, and what can be done in it."""

    study: Study
    text: str
    """As the rules page writes it."""


def can_be_analysed(game: str) -> bool:
    """Whether *game* hides nothing and two play it; LookupError for one we do not host."""
    return is_open(game)


def is_being_played(laid: Laid, user_id: int | None) -> bool:
    """Whether a running match stands at the position, or at one on the way to it; or, of the
    matches of that user, one move before such a position."""
    engine = engine_of(laid)
    first = 0 if laid.position else 1
    ways = [
        position_of(replace(laid, plies=laid.plies[:count]))
        for count in range(first, len(laid.plies) + 1)
    ]
    if standing_among([digest_of(engine, way) for way in ways]):
        return True
    return user_id is not None and are_one_past_own(user_id, laid.game, ways)


def check_reached(laid: Laid) -> None:
    """NoSuchPly where the last ply cannot be made, LookupError or ValueError for no position."""
    position_of(laid)


def open_board(laid: Laid) -> OpenBoard:
    """The position, seen by whoever is to move; NoSuchPly, LookupError or ValueError for none."""
    to_act = engine_of(laid).to_act(position_of(laid))
    seat = min(to_act, default=0)
    return OpenBoard(study_of(laid, int(seat)), engine_of(laid).codec.write(position_of(laid)))
