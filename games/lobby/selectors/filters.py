"""What a user has narrowed the lobby to, and kept."""

from __future__ import annotations

from games.lobby.models import SavedFilter


def filters_of(user_id: int) -> list[str]:
    """The queries of the filters the user keeps, oldest first."""
    return list(SavedFilter.objects.filter(user_id=user_id).values_list("query", flat=True))
