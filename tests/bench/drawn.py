"""The boards of a turn as the site draws them, for what is to answer the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.test import RequestFactory
from django.urls import set_urlconf
from django.utils import timezone

from games.match.changes.turns import MoveRequest, play_move
from games.match.models import Match, Player
from tests.bench.one_turn import EARLY, held_of, holds_of
from tests.running.scripts import scripts


def boards_of_a_turn(uid: str) -> dict[str, bytes]:
    """What the last of some first moves is answered with, and what the other side then fetches:

    both pages hold the moves before it.
    """
    players = list(Match.objects.get(uid=uid).players.select_related("user"))
    *first, last = enumerate(scripts(1, EARLY)[0])
    for number, text in first:
        _move(players[number % 2], number, text)
    held = [_drawn(player, b"") for player in players]
    _move(players[last[0] % 2], *last)
    waiting, moving = EARLY % 2 - 1, EARLY % 2
    return {
        "POST": _drawn(players[waiting], held[waiting]),
        "GET": _drawn(players[moving], held[moving]),
    }


def _move(player: Player, number: int, text: str) -> None:
    assert player.user is not None
    move = MoveRequest(text, number // 2 + 1, f"first-{number:08}")
    play_move(uid=player.match.uid, user=player.user, move=move, now=timezone.now())


def _drawn(player: Player, page: bytes) -> bytes:
    """What *player* is sent who has that *page* open."""
    from games.matchpage.views.matches import board  # its templates know the addresses of the site

    uid = player.match.uid
    address = f"/matches/{uid}/board/?has={held_of(page)}"
    headers = {"host": settings.ALLOWED_HOSTS[0], **holds_of(page)}
    request: Any = RequestFactory().get(address, headers=headers)
    request.user = player.user
    with _addresses_of_the_house():
        return bytes(board(request, uid).content)


@contextmanager
def _addresses_of_the_house() -> Iterator[None]:
    set_urlconf("config.urls")
    try:
        yield
    finally:
        set_urlconf(None)
