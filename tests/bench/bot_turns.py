"""Runs inside a site: how long its worker takes for a bot's turn, and for tasks that do less.

Reads a number of rounds and writes ``{"empty": [...], "rows alone": [...], "bot": [...]}``, in
milliseconds from the hint to the nudge. They take turns, so that a busy machine slows them alike.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

import django

WARM_UP = 5
PATIENCE = 30.0  # seconds
FIRST_MOVE = "e3e4"
BESIDE = 1000
"""A number no ply has."""


def main() -> None:
    """Read the question, measure, and write the answer."""
    rounds = json.load(sys.stdin)
    django.setup()
    json.dump(asyncio.run(_measure(rounds)), sys.stdout)


async def _measure(rounds: int) -> dict[str, list[float]]:
    from asgiref.sync import sync_to_async

    from games.common.live import match_group
    from games.tasks import play_bot_turn
    from tests.bench.quick_worker import NOBODY, do_nothing, write_rows

    found: dict[str, list[float]] = {"empty": [], "rows alone": [], "bot": []}
    nobody = match_group(NOBODY, None)
    other, _debt = await sync_to_async(_owing)()
    for number in range(WARM_UP + rounds):
        found["empty"].append(await _from_hint_to_nudge(nobody, do_nothing.delay))
        rows = partial(write_rows.delay, other, BESIDE + number)
        found["rows alone"].append(await _from_hint_to_nudge(nobody, rows))
        uid, debt = await sync_to_async(_owing)()
        hint = partial(play_bot_turn.delay, debt_id=debt)
        took = await _from_hint_to_nudge(match_group(uid, 0), hint)
        found["bot"].append(took)
    return {name: times[WARM_UP:] for name, times in found.items()}


async def _from_hint_to_nudge(group: str, hint: Callable[[], object]) -> float:
    """Milliseconds until *group* hears of what *hint* asked for."""
    from channels.layers import get_channel_layer

    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    began = time.perf_counter()
    await asyncio.to_thread(hint)
    await asyncio.wait_for(layer.receive(channel), PATIENCE)
    took = (time.perf_counter() - began) * 1000
    await layer.group_discard(group, channel)
    return took


def _owing() -> tuple[str, int]:
    """The match in which a bot owes its first answer, and the debt, of which nobody was told."""
    from django.utils import timezone

    from accounts.models import User
    from engines.catalogue import GAMES
    from games.bots.models import BotTurn
    from games.common import dispatch
    from games.match.changes import turns
    from games.match.terms import opening

    now = timezone.now()
    user = User.objects.first() or User.objects.create_user("alone")
    terms = opening.Terms(game="xiongqi", time_control="relaxed", side=0)
    match = opening.create_bot_match(user=user, terms=terms, level=GAMES[0].bot_levels[0], now=now)
    with patch.object(dispatch, "after_commit"):
        turns.play_move(
            uid=match.uid, user=user, move=turns.MoveRequest(FIRST_MOVE, 1, "opening-1"), now=now
        )
    time.sleep(0.05)  # the nudge of that move goes first
    return match.uid, BotTurn.objects.get(match=match).pk


if __name__ == "__main__":
    main()
