"""Legal moves by chance, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.core.dice import Dice
from engines.core.seats import Seat, Viewer
from engines.registry import engine_for
from games.match.changes import turns
from games.match.models import Match
from games.match.referee import Referee
from tests.kit.builders import NOON, user_of


def play_some(match: Match, plies: int) -> None:
    """Let both seats play some legal moves after which the match goes on, whatever the game."""
    for number in range(plies):
        match.refresh_from_db()
        player = match.players.filter(is_to_act=True, bot="").select_related("user").first()
        if player is None:
            return
        referee, seat = Referee(match), Seat(player.seat)
        engine = engine_for(match.game, match.rules_version)
        dice = Dice(b"leaks", f"{match.pk}.{number}")
        move = next(moves_to_go_on(engine, referee._position, seat, dice, replies=1))
        turns.play_move(
            uid=match.uid,
            user=user_of(player),
            move=turns.MoveRequest(
                engine.codec.dump_move(move),
                referee.seat_plies(seat) + 1,
                f"CANARY-key-{match.uid}-{seat}-{referee.seat_plies(seat)}",
            ),
            now=NOON,
        )


def moves_to_go_on(
    engine: Any, position: Any, seat: Seat, dice: Dice, *, replies: int
) -> Iterator[Any]:
    """Some moves after which the match goes on, and still does after as many *replies*."""
    for _try in range(50):
        move = engine.sample_move(engine.view(position, Viewer.of(seat)), dice)
        after = engine.play(position, seat, move, dice).position
        if engine.outcome(after) is not None:
            continue
        other = min(engine.to_act(after))
        if not replies or any(moves_to_go_on(engine, after, other, dice, replies=replies - 1)):
            yield move
