"""Runs inside a site: who is to move in matches, signed in, and a move that goes on.

Reads ids of matches, and writes for each its version and, where a person is to move, their name,
the key of a session of theirs, the move and its number.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def main() -> None:
    """Read the question, look, and write the answer."""
    django.setup()
    json.dump({uid: next_move(uid) for uid in json.load(sys.stdin)}, sys.stdout)


def next_move(uid: str) -> dict[str, Any]:
    """What somebody could do next in one match."""
    from engines.core.dice import Dice
    from engines.core.seats import Seat
    from engines.registry import engine_for
    from games.match.models import Match
    from games.match.referee import Referee
    from tests.kit.builders import user_of
    from tests.kit.chance import moves_to_go_on
    from tests.running.planting import sign_in

    match = Match.objects.get(uid=uid)
    player = match.players.filter(is_to_act=True, bot="").select_related("user").first()
    referee = Referee(match)
    found: dict[str, Any] = {"plies": referee.plies, "status": match.status}
    if player is not None:
        engine, seat = engine_for(match.game, match.rules_version), Seat(player.seat)
        dice = Dice(b"rolling", f"{uid}.{referee.plies}")
        move = next(moves_to_go_on(engine, referee._position, seat, dice, replies=1))
        user = user_of(player)
        [session] = sign_in([user])
        found |= {"name": user.name, "session": session, "text": engine.codec.dump_move(move)}
        found |= {"seat_ply": referee.seat_plies(seat) + 1}
    return found


if __name__ == "__main__":
    main()
