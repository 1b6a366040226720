"""What a reader may call those who sit in a match: in one without names, nothing until its end."""

from __future__ import annotations

from games.common.names import UNNAMED
from games.match.models import Match, Player
from games.match.onlookers import ANONYMOUS
from games.match.status import Status


def keeps_names(match: Match) -> bool:
    """Return whether names stay hidden: until the match was played to its end, if at all."""
    return match.onlookers == ANONYMOUS and match.status != Status.FINISHED


def is_kept(match: Match, player: Player, reader_id: int | None) -> bool:
    """Return whether the user with *reader_id* is not told who *player* of *match* is."""
    return player.user_id not in (None, reader_id) and keeps_names(match)


def name_for(match: Match, player: Player, reader_id: int | None) -> str:
    """Return the display name of who sits there, or a bot's level; "" for an empty seat, UNNAMED
    where the name is kept from that reader."""
    if player.user is None:
        return player.bot
    return UNNAMED if is_kept(match, player, reader_id) else player.user.name
