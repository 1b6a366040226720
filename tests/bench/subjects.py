"""What is counted by `bench_queries`, and how to bring it about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.bots.models import BotTurn
from games.bots.services import play_bot_turn
from games.match.models import Match
from tests.kit.builders import match_between, match_with_bot, person

MATCHES_ON_DESK = 10
HTMX = {"HX-Request": "true"}

Subject = tuple[str, Callable[[], object]]


def subjects() -> Iterator[Subject]:
    """Each with its name; to be run in this order, since they play on."""
    south, north = person(email="south@jinya.example"), person(email="north@jinya.example")
    match = match_between(south, north, now=timezone.now())
    _opening(match, south, north)
    yield "turn, person against person", _move(match, south, "h1h2", 3)
    yield from _boards(match, south, north)
    for _number in range(MATCHES_ON_DESK - 1):
        match_between(south, person(), now=timezone.now())
    yield f"desk, {MATCHES_ON_DESK} matches", _page("/desk/", south)
    yield from _against_bot(person())


def _opening(match: Match, south: User, north: User) -> None:
    """Some plies: the first one of a seat is a special case."""
    for seat_ply, (text, answer) in enumerate([("e3e4", "e6e5"), ("a1a2", "a8a7")], start=1):
        _move(match, south, text, seat_ply)()
        _move(match, north, answer, seat_ply)()


def _boards(match: Match, south: User, north: User) -> Iterator[Subject]:
    page = f"/matches/{match.uid}/"
    board = f"{page}board/"
    yield "board, the seat that is to move", _page(board + _held(match, north), north)
    yield "board, the seat that waits", _page(board + _held(match, south), south)
    yield "board, a bystander with an account", _page(board, person())
    yield "board, a visitor", _page(board, None)
    yield "poll that has seen all there is", _page(f"{board}?v=999", north)
    yield "whole match page, the seat that is to move", _page(page, north)


def _against_bot(user: User) -> Iterator[Subject]:
    match = match_with_bot(user, now=timezone.now())
    yield "turn, person against bot", _move(match, user, "e3e4", 1)
    debt = BotTurn.objects.get(match=match)
    yield "turn of the bot", lambda: play_bot_turn(debt_id=debt.pk, now=timezone.now())


def _page(path: str, user: User | None) -> Callable[[], object]:
    client = _browser(user)
    headers = HTMX if "/board/" in path else {}
    return lambda: _succeeds(client.get(path, headers=headers).status_code)


def _held(match: Match, user: User) -> str:
    """What the page of *user* says that it holds of the list of moves."""
    page = _browser(user).get(f"/matches/{match.uid}/").content.decode()
    found = re.search(r'data-has="([^"]*)"', page)
    assert found is not None
    return f"?has={found[1]}"


def _move(match: Match, user: User, text: str, seat_ply: int) -> Callable[[], object]:
    client, path = _browser(user), f"/matches/{match.uid}/move/{_held(match, user)}"
    fields = {"move": text, "seat_ply": seat_ply, "key": f"move-number-{seat_ply}"}
    return lambda: _succeeds(client.post(path, fields, headers=HTMX).status_code)


def _browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def _succeeds(status: int) -> None:
    assert status in (200, 204), status
