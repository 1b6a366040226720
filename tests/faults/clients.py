"""Clients that never give up: an unanswered request is sent again, under the same key."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence

from websockets.exceptions import WebSocketException

from tests.faults.ledger import OK, REFUSED, UNKNOWN, Entry, Ledger, Promise
from tests.kit.offering import offers_in
from tests.running.people import Person, new_key, version_of
from tests.running.wire import Reply, Wire

PATIENCE = 10.0  # seconds for one answer
BREATH = 0.1  # seconds before trying again
ENDING = 0.7
"""How often the turn of a stage is ended where a command could still be given."""
BY_HAND = 0.1
"""How often a player makes a planned move by hand while the site is about to."""
DOUBLE, REPEAT, STALE = 0.10, 0.05, 0.05
"""How often a client sends a move twice at once, again after it was confirmed, or out of date."""


class Client:
    """Submits moves for one person and writes down what came of them."""

    def __init__(self, person: Person, seat: int, ledger: Ledger) -> None:
        self.person, self.seat, self.ledger = person, seat, ledger
        self._second = Wire(person.door.port)

    async def play(self, uid: str, seat_ply: int, text: str) -> float:
        """Make this move, whatever it takes, sometimes clumsily; when it was confirmed."""
        entry = self.ledger.invoke(uid, self.seat, seat_ply, text, new_key())
        if random.random() < DOUBLE:
            await asyncio.gather(self._submit(entry), self._once(entry, self._second))
        else:
            await self._submit(entry)
        if entry.outcome != OK:
            self._complain(f"a good move was {entry.outcome}", entry)
        confirmed = time.monotonic()
        if random.random() < REPEAT:
            await self._submit(entry)
            if entry.outcome != OK:
                self._complain("a repeated request was answered otherwise", entry)
        if random.random() < STALE:
            await self._stale(uid, seat_ply, text)
        return confirmed

    async def board(self, uid: str) -> Reply:
        """The board, as soon as somebody answers."""
        while True:
            reply = await self._answered(self.person.board(uid))
            if reply is not None:
                return reply
            await asyncio.sleep(BREATH)

    async def plan(self, uid: str, line: Sequence[str]) -> None:
        """Keep *line*, whatever it takes."""
        while True:
            reply = await self._answered(self.person.plan(uid, line))
            if reply is not None:
                break
            await asyncio.sleep(BREATH)
        if reply.status != 302:
            self.ledger.faults.append(f"status {reply.status} for the plan {line} in match {uid}")

    async def race(self, uid: str, seat_ply: int, text: str) -> None:
        """Make by hand what the site is about to make: whoever is second is refused."""
        await self._submit(self.ledger.invoke(uid, self.seat, seat_ply, text, new_key()))

    async def hang_up(self) -> None:
        """Close the wires."""
        await self.person.hang_up()
        await self._second.close()

    async def _stale(self, uid: str, seat_ply: int, text: str) -> None:
        """The same move from a page that missed it: to be refused."""
        entry = self.ledger.invoke(uid, self.seat, seat_ply, text, new_key())
        await self._submit(entry)
        if entry.outcome != REFUSED:
            self._complain(f"a stale move was {entry.outcome}", entry)

    async def _submit(self, entry: Entry) -> None:
        """Send it until there is an answer."""
        entry.outcome = UNKNOWN
        while entry.outcome == UNKNOWN:
            await self._once(entry, self.person.writing)
            if entry.outcome == UNKNOWN:
                await asyncio.sleep(BREATH)

    async def _once(self, entry: Entry, wire: Wire) -> None:
        move = self.person.move(entry.uid, entry.text, entry.seat_ply, entry.key, wire)
        reply = await self._answered(move)
        if reply is None:
            entry.lost_answers += 1
        else:
            entry.outcome = OK if reply.status == 200 else REFUSED

    async def _answered(self, request: object) -> Reply | None:
        """The answer; None if the site went away, or broke."""
        try:
            async with asyncio.timeout(PATIENCE):
                reply: Reply = await request  # type: ignore[misc]
        except (OSError, TimeoutError):
            return None
        if reply.status == 503 and self.ledger.bears_outages:
            return None
        if reply.status >= 500:
            self.ledger.faults.append(f"status {reply.status}")
            return None
        return reply

    def _complain(self, what: str, entry: Entry) -> None:
        self.ledger.faults.append(f"{what}: match {entry.uid}, seat {entry.seat}")


async def play_each_other(
    clients: Sequence[Client], uids: Sequence[str], script: Sequence[str], stop: asyncio.Event
) -> None:
    """Two people play what is written, match after match, until *stop*."""
    for uid in uids:
        for number, text in enumerate(script):
            if stop.is_set():
                return
            await clients[number % 2].play(uid, number // 2 + 1, text)


async def play_by_plans(
    clients: Sequence[Client],
    uids: Sequence[str],
    turns: Sequence[tuple[str, list[str], str]],
    first_ply: int,
    stop: asyncio.Event,
) -> None:
    """The first of two plays what is written, and the site answers for the second, match after
    match, until *stop*."""
    mover, planner = clients
    for uid in uids:
        for seat_ply, (move, plan, answer) in enumerate(turns, first_ply):
            if stop.is_set():
                return
            if plan:
                await planner.plan(uid, plan)
            mover.ledger.promises.append(Promise(uid, planner.seat, seat_ply, answer))
            confirmed = await mover.play(uid, seat_ply, move)
            if random.random() < BY_HAND:
                await planner.race(uid, seat_ply, answer)
            await _own_turn(mover, uid)
            mover.ledger.waits.append(time.monotonic() - confirmed)


async def keep_listening(person: Person, uids: Sequence[str], ledger: Ledger) -> None:
    """A page left open on each match: it connects again whenever the site went away."""
    async with asyncio.TaskGroup() as pages:
        for uid in uids:
            pages.create_task(_keep_page_open(person, uid, ledger))


async def _keep_page_open(person: Person, uid: str, ledger: Ledger) -> None:
    seen = 0
    while True:
        try:
            async with person.listen(f"/ws/matches/{uid}/") as socket:
                async for frame in socket:
                    version = json.loads(frame)["version"]
                    if version < seen:
                        ledger.faults.append(f"match {uid} went back to version {version}")
                    seen = version
        except (OSError, TimeoutError, WebSocketException):
            pass
        await asyncio.sleep(BREATH)


async def play_a_bot(client: Client, uids: Sequence[str], stop: asyncio.Event) -> None:
    """A person plays a bot, some legal move each time, match after match, until *stop*."""
    for uid in uids:
        seat_ply, board = 1, await client.board(uid)
        while not stop.is_set():
            actions = [offer["action"] for offer in _offers(board)]
            if not actions:
                break  # it is over
            before = version_of(board)
            confirmed = await client.play(uid, seat_ply, random.choice(actions))
            board = await _bots_answer(client, uid, before)
            client.ledger.waits.append(time.monotonic() - confirmed)
            seat_ply += 1


async def play_a_stage(client: Client, uids: Sequence[str], stop: asyncio.Event) -> None:
    """A person plays nations of the site, round after round, until *stop*.

    Now and then a command comes before the action that ends the turn.
    """
    for uid in uids:
        seat_ply, board = 1, await _own_turn(client, uid)
        while not stop.is_set():
            actions = [offer["action"] for offer in _offers(board)]
            if not actions:
                break  # it is over
            ending = [one for one in actions if not one.startswith(("command:", "swap:"))]
            ends = random.random() < ENDING
            confirmed = await client.play(uid, seat_ply, random.choice(ending if ends else actions))
            board = await _own_turn(client, uid)
            client.ledger.waits.append(time.monotonic() - confirmed)
            seat_ply += 1


async def _own_turn(client: Client, uid: str) -> Reply:
    """The board once something can be done, or the end."""
    while True:
        board = await client.board(uid)
        if _offers(board) or b'data-status="active"' not in board.body:
            return board
        await asyncio.sleep(BREATH)


def _offers(board: Reply) -> list[dict[str, str]]:
    """The moves the page offers; none when it is not the viewer's turn."""
    return offers_in(board.body.decode())


async def _bots_answer(client: Client, uid: str, before: int) -> Reply:
    """The board once the bot has moved: two plies after version *before*, or the end."""
    while True:
        board = await client.board(uid)
        if version_of(board) >= before + 2 or b'data-status="active"' not in board.body:
            return board
        await asyncio.sleep(BREATH)
