"""The analysis board: any position of a game that hides nothing, for everybody.

What a position is worth, or what a bot would play, whoever is playing on it is not told
(`is_played_now`); on this board not even of positions near it (`leads_to_own`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.match.referee.standing import OwnBoards, is_open, text_of
from games.match.referee.studies import Laid, Study, engine_of, position_of, study_of


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """A position that everybody sees, and what can be done in it."""

    study: Study
    text: str
    """As the rules page writes it."""


def can_be_analysed(game: str) -> bool:
    """Return whether *game* hides nothing and two play it; LookupError for one we do not host."""
    return is_open(game)


def is_played_now(laid: Laid, user_id: int | None, *, but_practice: bool = False) -> bool:
    """Return whether that user plays, in a running match, on the position or one move before it.

    Raises as `position_of` does.
    """
    own = OwnBoards(user_id, laid.game, but_practice=but_practice)
    return bool(own) and text_of(engine_of(laid), position_of(laid)) in own


def leads_to_own(laid: Laid, user_id: int | None) -> bool:
    """Return whether the position lies near a running match of that user that is no practice: on
    the line to it, or a few moves away, so that its worth would help there.

    Raises as `position_of` does.
    """
    own = OwnBoards(user_id, laid.game, but_practice=True)
    if not own:
        return False
    engine = engine_of(laid)
    ways = (replace(laid, plies=laid.plies[:count]) for count in range(len(laid.plies) + 1))
    texts = [text_of(engine, position_of(way)) for way in ways]
    return own.is_near(texts[-1]) or any(text in own for text in texts)


def check_reached(laid: Laid) -> None:
    """NoSuchPly where the last ply cannot be made, LookupError or ValueError for no position."""
    position_of(laid)


def open_board(laid: Laid) -> OpenBoard:
    """The position, seen by whoever is to move; NoSuchPly, LookupError or ValueError for none."""
    to_act = engine_of(laid).to_act(position_of(laid))
    seat = min(to_act, default=0)
    return OpenBoard(study_of(laid, int(seat)), engine_of(laid).codec.write(position_of(laid)))
