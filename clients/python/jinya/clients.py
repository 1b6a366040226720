"""The two clients: the same calls, waited for in two ways."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any, Self

import httpx

from jinya import calls
from jinya.calls import Call, Json, KnownMoves, Match, Move, News, Refused, Token

TIMEOUT = httpx.Timeout(40.0)
WAIT = 25
"""Seconds that a question for news may take."""
PAUSE = 2.0
"""Seconds before what the network lost is asked for again."""
TRIES = 6


def _pause(error: Exception, tried: int) -> float:
    """How long to wait before trying again. Raises what is final."""
    if isinstance(error, Refused):
        if error.status != 429 and error.status < 500:
            raise error
        return error.seconds
    if tried + 1 >= TRIES:
        raise error
    return PAUSE * (tried + 1)


class _Settings:
    def __init__(self, house: str, token: str) -> None:
        self.asked: Json = {
            "base_url": house.rstrip("/"),
            "headers": {"Authorization": f"Bearer {token}", "User-Agent": "jinya-client/1.0"},
            "timeout": TIMEOUT,
        }


class Client:
    """Asks one site for one token's owner; waits out every 429."""

    def __init__(self, house: str, token: str) -> None:
        self._http = httpx.Client(**_Settings(house, token).asked)
        self._known = KnownMoves()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._http.close()

    def ask(self, call: Call) -> Any:
        """What the site answers. Raises Refused, and httpx.TransportError at last."""
        for tried in range(TRIES):
            try:
                return calls.answered(self._http.request(**call.asked))
            except (Refused, httpx.TransportError) as error:
                time.sleep(_pause(error, tried))
        return calls.answered(self._http.request(**call.asked))

    def account(self) -> Token:
        told = self.ask(calls.get("/account"))
        return Token(told["name"], tuple(told["token"]["scopes"]))

    def games(self) -> Json:
        """What is played here, and by which clocks."""
        return dict(self.ask(calls.get("/games")))

    def match(self, uid: str) -> Match:
        return self._whole(self._known.look(uid))

    def play(self, match: Match, move: Move | str) -> Match:
        """The match after your move. Raises Refused with the code "stale" if it has changed."""
        return self._whole(self._known.play(match, move))

    def _whole(self, call: Call) -> Match:
        """What is answered, with the moves that were told before."""
        told = self.ask(call)
        return self._known.whole(call, told) or self.match(told["uid"])

    def with_older(self, match: Match) -> Match:
        """The same with every move since its start, however long it has been going on."""
        while call := self._known.earlier(match):
            match = self._known.joined(match, self.ask(call))
        return match

    def place(self, match: Match) -> Match:
        """Place a set-up of the rules page."""
        return self.play(match, calls.setup_of(self.games(), match))

    def resign(self, match: Match) -> Match:
        return Match(self.ask(calls.post(f"/matches/{match.uid}/resign")))

    def ask_owner(self, name: str) -> str:
        """Ask your owner to let this account be a bot's for good; how far it has come."""
        return str(self.ask(calls.post("/bot", owner=name))["state"])

    def accept(self, challenge: str) -> str:
        """The uid of the match that begins."""
        return str(self.ask(calls.post(f"/challenges/{challenge}", do="accept"))["match"])

    def decline(self, challenge: str, reason: str) -> None:
        self.ask(calls.post(f"/challenges/{challenge}", do="decline", reason=reason))

    def challenge(self, name: str, game: str, **terms: Any) -> str:
        """Challenge somebody; the uid of the challenge."""
        return str(self.ask(calls.post("/challenges", to=name, game=game, **terms))["uid"])

    def play_bot(self, game: str, level: str, **terms: Any) -> str:
        """Begin a match against a bot of the house; its uid."""
        return str(self.ask(calls.post("/matches", game=game, level=level, **terms))["match"])

    def news(self) -> Iterator[News]:
        """What there is at first, and whenever any of it is different; without end."""
        after: str | None = None
        while True:
            told = News.of(self.ask(calls.get("/events", after=after, wait=WAIT if after else 0)))
            if told.cursor != after:
                after = told.cursor
                yield told

    def turns(self, *, accept: bool = False) -> Iterator[Match]:
        """Every match in which it is your turn, as it comes; challenges are accepted if you say."""
        for news in self.news():
            for challenge in news.challenges if accept else ():
                self.accept(challenge)
            for board in news.boards:
                if board.is_to_act and board.status == "active":
                    match = self.match(board.match)
                    if match.is_my_turn:  # it may have gone on since
                        yield match


class AsyncClient:
    """The same, to be awaited."""

    def __init__(self, house: str, token: str) -> None:
        self._http = httpx.AsyncClient(**_Settings(house, token).asked)
        self._known = KnownMoves()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._http.aclose()

    async def ask(self, call: Call) -> Any:
        """What the site answers. Raises Refused, and httpx.TransportError at last."""
        for tried in range(TRIES):
            try:
                return calls.answered(await self._http.request(**call.asked))
            except (Refused, httpx.TransportError) as error:
                await asyncio.sleep(_pause(error, tried))
        return calls.answered(await self._http.request(**call.asked))

    async def account(self) -> Token:
        told = await self.ask(calls.get("/account"))
        return Token(told["name"], tuple(told["token"]["scopes"]))

    async def games(self) -> Json:
        """What is played here, and by which clocks."""
        return dict(await self.ask(calls.get("/games")))

    async def match(self, uid: str) -> Match:
        return await self._whole(self._known.look(uid))

    async def play(self, match: Match, move: Move | str) -> Match:
        """The match after your move. Raises Refused with the code "stale" if it has changed."""
        return await self._whole(self._known.play(match, move))

    async def _whole(self, call: Call) -> Match:
        """What is answered, with the moves that were told before."""
        told = await self.ask(call)
        return self._known.whole(call, told) or await self.match(told["uid"])

    async def with_older(self, match: Match) -> Match:
        """The same with every move since its start, however long it has been going on."""
        while call := self._known.earlier(match):
            match = self._known.joined(match, await self.ask(call))
        return match

    async def place(self, match: Match) -> Match:
        """Place a set-up of the rules page."""
        return await self.play(match, calls.setup_of(await self.games(), match))

    async def ask_owner(self, name: str) -> str:
        """Ask your owner to let this account be a bot's for good; how far it has come."""
        return str((await self.ask(calls.post("/bot", owner=name)))["state"])

    async def accept(self, challenge: str) -> str:
        """The uid of the match that begins."""
        return str((await self.ask(calls.post(f"/challenges/{challenge}", do="accept")))["match"])

    async def news(self) -> AsyncIterator[News]:
        """What there is at first, and whenever any of it is different; without end."""
        after: str | None = None
        while True:
            asked = calls.get("/events", after=after, wait=WAIT if after else 0)
            told = News.of(await self.ask(asked))
            if told.cursor != after:
                after = told.cursor
                yield told

    async def turns(self, *, accept: bool = False) -> AsyncIterator[Match]:
        """Every match in which it is your turn, as it comes; challenges are accepted if you say."""
        async for news in self.news():
            for challenge in news.challenges if accept else ():
                await self.accept(challenge)
            for board in news.boards:
                if board.is_to_act and board.status == "active":
                    match = await self.match(board.match)
                    if match.is_my_turn:  # it may have gone on since
                        yield match
