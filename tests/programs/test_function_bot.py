"""The bot of docs/write-a-bot.md, behind an address, plays every game of two."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from engines.catalogue import GAMES
from games.api.asking import question_of
from games.bots.services import play_owed_turns
from games.match.changes.turns import MoveRequest, play_move
from games.match.models import Match
from games.match.sealed import SealedPly
from games.match.terms import opening
from games.notices.channels import SENDERS
from games.notices.models import Delivery
from games.notices.services.post import drain
from games.programs import addresses
from tests.endpoints.conftest import Outside, Request
from tests.kit.builders import match_between, person, terms
from tests.programs.test_becoming import bot_of

pytestmark = pytest.mark.django_db
GUIDE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
DUELS = [meta.slug for meta in GAMES if len(meta.seats) == 2 and not meta.solo]
URL = "https://bots.example/turn"
MOST = 24
"""Plies after which a match is left."""

Handler = Callable[..., dict[str, Any]]


def test_it_has_thirty_lines_of_the_standard_library() -> None:
    lines = [line for line in source().splitlines() if line.strip()]
    assert len(lines) <= 32
    assert re.findall(r"^(?:import|from) .*", source(), re.MULTILINE) == [
        "import base64, hashlib, hmac, json, os, random, time"
    ]


def source() -> str:
    found = re.search(r"<!-- FUNCTION_BOT -->\n```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def function(outside: Outside, monkeypatch: pytest.MonkeyPatch) -> Handler:
    """The function, which answers whatever is posted outside."""
    cache.clear()
    random.seed(7)
    names: dict[str, Any] = {}
    exec(compile(source(), str(GUIDE), "exec"), names)
    monkeypatch.setenv("JINYA_SECRETS", "whsec_c2VjcmV0")

    def program(request: Request) -> tuple[int, bytes]:
        event = {"headers": request.headers, "body": request.body.decode()}
        answer = names["handler"](event)
        return answer["statusCode"], answer.get("body", "").encode()

    outside.program = program
    handler: Handler = names["handler"]
    return handler


def named_bot(monkeypatch: pytest.MonkeyPatch) -> User:
    bot = bot_of(person())
    secret = addresses.name_address(user=bot, url=URL, now=timezone.now())
    monkeypatch.setenv("JINYA_SECRETS", secret)
    bot.refresh_from_db()
    return bot


def sweep() -> None:
    now = timezone.now() + timedelta(seconds=1)
    drain(senders=SENDERS, clock=lambda: now)


def plies(match: Match) -> int:
    return SealedPly.objects.filter(match=match).count()


def answer_for(match: Match, user: User, function: Handler) -> None:
    """A person moves, as the function would choose."""
    choose = function.__globals__["choose"]
    text = question_of(user, match.uid, timezone.now(), timezone.now()).body
    turn = json.loads(text)["data"]
    move = MoveRequest(choose(turn), turn["match"]["seat_ply"], f"person-{plies(match):05}")
    play_move(uid=match.uid, user=user, move=move, now=timezone.now())


def check_answered(match: Match, bot: User) -> None:
    """It has moved, and nothing it answered was refused."""
    seat = match.players.get(user=bot).seat
    mine = SealedPly.objects.filter(match=match, seat=seat)
    is_over = Match.objects.get(pk=match.pk).status == "finished"
    assert mine.count() >= (1 if is_over else 2)
    failed = Delivery.objects.filter(channel="program").exclude(outcome__in=["", "sent"])
    assert list(failed.values_list("outcome", "detail")) == []
    assert addresses.bots.BotAddress.objects.get(user=bot).troubles == []


@pytest.mark.parametrize("game", DUELS)
def test_it_plays_against_a_person(
    game: str, function: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, other = named_bot(monkeypatch), person()
    match = match_between(other, bot, game=game, now=timezone.now())
    for _turn in range(MOST // 2):
        match.refresh_from_db()
        if match.status == "finished":
            break
        if match.players.get(user=other).is_to_act:
            answer_for(match, other, function)
        sweep()
    check_answered(match, bot)


@pytest.mark.parametrize("game", DUELS)
def test_it_plays_against_a_bot_of_the_house(
    game: str, function: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, now = named_bot(monkeypatch), timezone.now()
    match = opening.create_bot_match(user=bot, terms=terms(game=game), level="easy", now=now)
    for _turn in range(8):
        sweep()
        play_owed_turns(clock=timezone.now)
    check_answered(match, bot)


def test_it_answers_nobody_else(function: Handler) -> None:
    event = {"headers": {"Webhook-Id": "a", "Webhook-Timestamp": "1", "Webhook-Signature": "v1,x"}}
    assert function({**event, "body": "{}"}) == {"statusCode": 401}


def test_it_answers_while_one_secret_takes_the_place_of_another(
    function: Handler, outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = named_bot(monkeypatch)
    old, now = os.environ["JINYA_SECRETS"], timezone.now()
    new = addresses.renew_secret(user=bot, now=now)
    for known in (old, new, f"{old} {new}"):
        monkeypatch.setenv("JINYA_SECRETS", known)
        addresses.bots.BotAddress.objects.update(ping_at=now)
        reply = addresses.bots.ping(bot.pk, now)
        assert reply is not None
        assert reply.status == "204"
