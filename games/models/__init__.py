"""The rows. What only the referee may open lives in `games.models.sealed`, and what users keep
for themselves in `games.models.marks` and `games.models.formations`."""

# so that Django knows the tables; nothing is re-exported
import games.models.formations
import games.models.marks
import games.models.notes
import games.models.sealed  # noqa: F401
from games.models.commitments import Commitments
from games.models.health import HouseHealth
from games.models.match import Match, Player, Status
from games.models.notices import Delivery, Notice
from games.models.turns import BotTurn

__all__ = [
    "BotTurn",
    "Commitments",
    "Delivery",
    "HouseHealth",
    "Match",
    "Notice",
    "Player",
    "Status",
]
