"""The reference client and its bots, against a real house: whole matches of every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from jinya import AsyncClient, Client, Refused
from jinya import Match as Seen

from accounts.models import User
from accounts.sign_in.tokens import make_token
from engines.catalogue import GAMES, meta_for
from games.match.models import Match
from tests.kit.builders import match_between, person
from tests.site import Site

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "python"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.gate]
DUELS = [meta.slug for meta in GAMES if len(meta.seats) == 2 and not meta.solo]


def example(name: str) -> Any:
    """One of the client's examples."""
    spec = util.spec_from_file_location(name, CLIENT / "examples" / f"{name}.py")
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def token_of(user: User) -> str:
    scopes = ("read", "play", "challenge", "seek")
    return make_token(user=user, name="bot", scopes=scopes, days=30, now=timezone.now())[1]


def play_on(client: Client, seen: Seen, choose: Callable[[Seen], str]) -> None:
    """What the examples do with a turn."""
    client.place(seen) if seen.is_placing else client.play(seen, choose(seen))


PLIES = 30


@pytest.mark.parametrize("game", DUELS)
def test_a_random_bot_and_a_greedy_one_play_each_other(site: Site, game: str) -> None:
    one, other = person(), person()
    match = match_between(one, other, now=timezone.now(), game=game)
    with (
        Client(site.url, token_of(one)) as random_bot,
        Client(site.url, token_of(other)) as greedy_bot,
    ):
        players = ((random_bot, example("random_bot")), (greedy_bot, example("greedy")))
        for number in range(PLIES):
            for client, module in players:
                seen = client.match(match.uid)
                if seen.is_my_turn:
                    play_on(client, seen, module.choose)
            if number == PLIES - 1 and not seen.is_over:
                random_bot.resign(random_bot.match(match.uid))
        assert greedy_bot.match(match.uid).is_over
    assert Match.objects.get(uid=match.uid).status == "finished"


def test_a_bot_plays_a_whole_match_against_the_house(site: Site) -> None:
    choose = example("greedy").choose
    with Client(site.url, token_of(person())) as client:
        uid = client.play_bot("xiongqi", meta_for("xiongqi").bot_levels[0])
        for number, seen in enumerate(client.turns(), start=1):
            play_on(client, seen, choose)
            if number == 8:
                client.resign(client.match(uid))
                break
        assert client.match(uid).is_over


def test_it_accepts_challenges_and_hears_of_its_turn(site: Site) -> None:
    bot = person("Robot")
    with Client(site.url, token_of(bot)) as client, Client(site.url, token_of(person())) as mine:
        mine.challenge("Robot", "xiongqi", side=1)
        seen = next(client.turns(accept=True))
        assert seen.game == "xiongqi"
        assert seen.is_my_turn


def test_the_same_to_be_awaited(site: Site) -> None:
    one, other = person(), person()
    match = match_between(one, other, now=timezone.now())
    token = token_of(one)

    async def once() -> str:
        async with AsyncClient(site.url, token) as client:
            assert (await client.account()).name == one.name
            async for seen in client.turns():
                after = await client.play(seen, seen.legal[0])
                return after.uid
        return ""

    assert asyncio.run(once()) == match.uid


def test_a_refusal_has_its_code_and_is_not_tried_again(site: Site) -> None:
    match = match_between(person(), person(), now=timezone.now())
    with Client(site.url, token_of(person())) as client, pytest.raises(Refused) as refused:
        client.resign(client.match(match.uid))
    assert refused.value.code == "not-seated"


def test_a_429_is_waited_out(site: Site, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = {"read": "1/m/key"}
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        settings.API_LIMITS = {}

    monkeypatch.setattr("jinya.clients.time.sleep", sleep)
    with Client(site.url, token_of(person())) as client:
        client.account()
        client.account()
    assert len(waited) == 1
    assert 0 < waited[0] <= 61


def test_the_random_bot_is_no_longer_than_we_say() -> None:
    lines = (CLIENT / "examples" / "random_bot.py").read_text().split('"""', 2)[2].splitlines()
    code = [line for line in lines if line.strip() and not line.startswith(("import", "from"))]
    assert len(code) <= 30
