"""The public rows of matches. What only the referee may open lives in `games.match.sealed`."""

import games.match.sealed  # noqa: F401 - so that Django knows the tables; nothing is re-exported
from games.match.models.clocks import Credit, HouseHealth, Pause, Vacation
from games.match.models.commitments import Commitments
from games.match.models.match import Match, Player
from games.match.models.rulings import Ruling
from games.match.models.sequels import Sequel

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
