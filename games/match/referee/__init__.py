"""The referee: the only code that opens a full position.

Views, news and legal moves leave here already cut to one viewer's eyes.
Whoever lets the referee write holds the lock on the match row.
"""

from __future__ import annotations

from games.match.referee.archive import Archive, RecordedPly, moments_of, moves_by, played_by
from games.match.referee.eyes import Bluff, Eyes, Foreseen, Thought
from games.match.referee.foresight import Foresight
from games.match.referee.hindsight import Hindsight, PlyInHindsight, SeatInHindsight
from games.match.referee.positions import GivenSight, begun_at, given_sight, setup_cautions
from games.match.referee.umpire import PLACED, SILENCE, Happened, Umpire


class Referee(Umpire, Eyes, Archive, Hindsight, Foresight):
    """Opens one match's sealed position, applies moves, hands out views, reads it back."""


__all__ = [
    "PLACED",
    "SILENCE",
    "Bluff",
    "Foreseen",
    "GivenSight",
    "Happened",
    "PlyInHindsight",
    "RecordedPly",
    "Referee",
    "SeatInHindsight",
    "Thought",
    "begun_at",
    "given_sight",
    "moments_of",
    "moves_by",
    "played_by",
    "setup_cautions",
]
