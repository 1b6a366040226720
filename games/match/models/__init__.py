"""The public rows of matches. What only the referee may open lives in `games.match.sealed`."""

import games.match.sealed  # noqa: F401 - so that Django knows the tables; nothing is re-exported
from games.match.models.commitments import Commitments
from games.match.models.health import Credit, HouseHealth
from games.match.models.match import Match, Player
from games.match.models.pauses import Pause
from games.match.models.rulings import Ruling
from games.match.models.sequels import Sequel
from games.match.models.vacation import Vacation

__all__ = [
    "Commitments",
    "Credit",
    "HouseHealth",
    "Match",
    "Pause",
    "Player",
    "Ruling",
    "Sequel",
    "Vacation",
]
