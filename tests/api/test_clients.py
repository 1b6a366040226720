"""The reference client and its bots, against a real site, in every game.

The gate sees the first plies, and gives up then; JINYA_WHOLE_MATCHES=1 plays to the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.utils import timezone
from jinya import AsyncClient, Client, Refused, calls
from jinya import Match as Seen
from jinya.calls import post

from accounts.models import User
from accounts.sign_in.tokens import make_token
from engines.catalogue import GAMES, meta_for
from games.match.changes import takebacks
from games.match.models import Match
from games.tasks import sweep_bot_turns
from tests.kit.builders import match_between, person, south
from tests.kit.endless import endless_match, without_repetition
from tests.kit.stages import FIRST, pay_all
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


IS_WHOLE = bool(os.environ.get("JINYA_WHOLE_MATCHES"))
MOST = 3000 if IS_WHOLE else 60
"""Looks at the board of both, after which one gives up."""
EXAMPLES = ("random_bot", "greedy")


def ended(client: Client, uid: str) -> Match:
    """The match once it is over; given up where the gate does not wait for that."""
    if not client.match(uid).is_over:
        assert not IS_WHOLE, "no end in sight"
        client.resign(client.match(uid))
    assert client.match(uid).is_over
    return Match.objects.get(uid=uid)


@pytest.mark.parametrize("game", DUELS)
def test_a_random_bot_and_a_greedy_one_play_each_other(site: Site, game: str) -> None:
    one, other = person(), person()
    match, plies = match_between(one, other, now=timezone.now(), game=game), 0
    with Client(site.url, token_of(one)) as first, Client(site.url, token_of(other)) as second:
        players = [*zip((first, second), map(example, EXAMPLES), strict=True)] * (MOST // 2)
        for client, module in players:
            seen = client.match(match.uid)
            if seen.is_over:
                break
            if seen.is_my_turn:
                play_on(client, seen, module.choose)
                plies += 1
        match = ended(first, match.uid)
    print(f"{game}: {plies} plies, ended by {match.ended_how}")
    assert match.status == "finished"
    assert plies >= 4


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_plays_a_stage_of_the_campaign(site: Site, name: str) -> None:
    choose, plies = example(name).choose, 0
    with Client(site.url, token_of(person())) as client:
        uid = client.ask(post(f"/campaign/stages/{FIRST}"))["match"]
        match = Match.objects.get(uid=uid)
        for _look in range(MOST):
            pay_all(match, now=timezone.now())  # as a worker does
            seen = client.match(uid)
            if seen.is_over:
                break
            if seen.is_my_turn:
                play_on(client, seen, choose)
                plies += 1
        match = ended(client, uid)
    print(f"nation by {name}: {plies} plies, ended by {match.ended_how}")
    assert plies >= 4


@pytest.fixture
def clock(site: Site) -> Iterator[None]:
    """Has what was lost on its way to a worker looked for, as the clock of a site does."""
    is_over = threading.Event()

    def sweep() -> None:
        while not is_over.wait(2):
            sweep_bot_turns.delay()

    thread = threading.Thread(target=sweep)
    thread.start()
    yield
    is_over.set()
    thread.join()
    site.settle()


@pytest.mark.usefixtures("clock")
def test_a_bot_plays_the_house(site: Site) -> None:
    choose = example("greedy").choose
    with Client(site.url, token_of(person())) as client:
        uid = client.play_bot("xiongqi", meta_for("xiongqi").bot_levels[0])
        for number, seen in enumerate(client.turns(), start=1):
            play_on(client, seen, choose)
            if number == 3:  # before anybody can have won: there is no next turn then
                client.resign(client.match(uid))
                break
        assert client.match(uid).is_over


def test_a_stream_goes_on_after_its_first_line(site: Site) -> None:
    one, other = person(), person()
    match = match_between(one, other, now=timezone.now())
    headers = {"Authorization": f"Bearer {token_of(other)}"}
    path = f"{site.url}/api/v1/matches/{match.uid}/stream"
    with httpx.stream("GET", path, headers=headers, timeout=20) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        assert next(lines)["version"] == 1
        with Client(site.url, token_of(one)) as client:
            client.play(client.match(match.uid), "e3e4")
        assert next(lines) == {"match": match.uid, "version": 2}
        assert next(lines)["moves"][0]["path"]


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


def test_moves_from_long_before_are_asked_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    without_repetition(monkeypatch)
    match = endless_match(604, time_control="none")
    with Client(site.url, token_of(south(match))) as client:
        for _look in range(2):
            seen = client.match(match.uid)
            assert plies_of(seen) == [*range(405, 605)]
            assert seen.told["older"] == 404
        whole = client.with_older(seen)
        assert plies_of(whole) == [*range(1, 605)]
        after = client.play(whole, "a1a2")
        assert plies_of(after) == [*range(1, 606)]
        assert after.told["older"] is None


def plies_of(seen: Seen) -> list[int]:
    return [move["ply"] for move in seen.told["moves"]]


def test_only_new_moves_are_told_and_the_client_has_them_all(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = person(), person()
    match = match_between(one, other, now=timezone.now())
    found: list[list[int]] = []
    answered = calls.answered

    def noting(response: httpx.Response) -> Any:
        answer = answered(response)
        found.append([move["ply"] for move in answer["moves"]])
        return answer

    monkeypatch.setattr(calls, "answered", noting)
    with Client(site.url, token_of(one)) as mine, Client(site.url, token_of(other)) as theirs:
        for client in (mine, theirs) * 3:
            seen = client.match(match.uid)
            seen = client.play(seen, next(move for move in seen.legal if not move.captures))
        assert found[-2:] == [[4, 5], [5, 6]]
        assert [move["ply"] for move in seen.told["moves"]] == [1, 2, 3, 4, 5, 6]
        with Client(site.url, token_of(one)) as late:
            late.match(match.uid)
            takebacks.ask_takeback(uid=match.uid, user=one, now=timezone.now())
            takebacks.accept_takeback(uid=match.uid, user=other, now=timezone.now())
            seen = theirs.match(match.uid)
            assert [move["ply"] for move in seen.told["moves"]] == [1, 2, 3, 4]
            for client in (mine, theirs):
                seen = client.match(match.uid)
                now = client.play(seen, seen.legal[-1])
            assert late.match(match.uid).told["moves"] == now.told["moves"]
        theirs.resign(now)
        over = mine.match(match.uid)
        assert [move["ply"] for move in over.told["moves"]][:6] == [1, 2, 3, 4, 5, 6]
