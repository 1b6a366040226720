"""What players mark on their own desks: boards they care for, and boards they want no news of."""

from __future__ import annotations

from accounts.common.visitors import Visitor
from games.match.changes.permissions import check_seated
from games.match.models import Player
from games.match.reading.selectors import match_by_uid

NONE, STAR, MUTE = Player.DeskMark.NONE, Player.DeskMark.STAR, Player.DeskMark.MUTE


def mark_board(*, uid: str, user: Visitor, mark: str) -> None:
    """Let *mark*, one of `Player.DeskMark`, stand at match *uid* on the desk of *user* alone.

    Nobody else can notice: no lock is taken and no version counted. Raises Match.DoesNotExist or
    NotSeated.
    """
    player = check_seated(user, list(match_by_uid(uid).players.all()))
    Player.objects.filter(pk=player.pk).update(desk_mark=Player.DeskMark(mark))
