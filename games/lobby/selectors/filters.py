"""What a user has narrowed the lobby to, and kept."""

from __future__ import annotations

from games.lobby.models import SavedFilter
from queues.prepared import PreparedRows


def filters_of(user_id: int) -> list[str]:
    """The queries of the filters the user keeps, oldest first."""
    return [query for (query,) in _queries_of(user_id)]


_queries_of = PreparedRows(
    lambda user_id: SavedFilter.objects.filter(user=user_id).values_list("query"), int
)
