"""Matches in which pieces are hidden, at their first move."""

from __future__ import annotations

from typing import Any

from games.match.changes import turns
from games.match.models import Match
from games.plans import services as plans
from tests.engines.gunjin.boards import SETUPS as GUNJIN
from tests.engines.seichu.boards import SETUPS as SEICHU
from tests.kit.builders import NOON, match_between, north, person

SETUPS = {"gunjin": GUNJIN, "seichu": SEICHU}


def hidden_match(game: str) -> Match:
    """South is to make the first move."""
    match = match_between(person(), person(), game=game)
    for letters in SETUPS[game]:
        place = match.players.filter(is_to_act=True).order_by("seat").first()
        assert place is not None
        _ready(match, place, letters)
    match.refresh_from_db()
    return match


def _ready(match: Match, player: Any, letters: str) -> None:
    move = turns.MoveRequest(f"setup:{letters}", 1, f"key-setup-{player.seat}")
    turns.play_move(uid=match.uid, user=player.user, move=move, now=NOON)


def keep(match: Match, *lines: str, user: Any = None) -> None:
    """Plan these for North, or for *user*: each a condition and its answer."""
    for line in lines:
        planned = tuple(line.split())
        plans.keep_line(uid=match.uid, user=user or north(match), line=planned, now=NOON)


def work(now: Any) -> int:
    """What the workers do at that moment; how many moves they make."""
    plans.look_at_plans(now=now)
    due = plans.lease_planned(now=now)
    return sum(plans.play_planned(planned_id=one, now=now) for one in due)
