"""What may want a program to look again, as one state that is told whole: nothing can be missed."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime

from accounts.models import User
from games.api.schemas import BoardNewsOut, EventsOut
from games.desk.selectors import board_news
from games.lobby.selectors.challenges import open_challenges


def events_of(user: User, now: datetime) -> EventsOut:
    """The state of the user's boards and challenges, and a cursor that follows from it alone."""
    boards = [
        BoardNewsOut(match=b.uid, version=b.version, status=b.status, is_to_act=b.is_to_act)
        for b in board_news(user.pk, now)
    ]
    asked = sorted(facts.uid for facts in open_challenges(user, now) if not facts.is_own)
    text = json.dumps([[*map(str, board.dict().values())] for board in boards] + asked)
    cursor = hashlib.sha256(text.encode()).hexdigest()[:24]
    return EventsOut(cursor=cursor, boards=boards, challenges=asked)
