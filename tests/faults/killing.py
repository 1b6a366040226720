"""The two kill runs: the site in one process, and the worker of a site on servers."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

from tests.faults.clients import (
    Client,
    keep_listening,
    play_a_bot,
    play_a_stage,
    play_by_plans,
    play_each_other,
)
from tests.faults.runs import OF_BOTS, OF_PLANS, Run
from tests.running import PYTHON
from tests.running.houses import Embedded, Servers, inside
from tests.running.people import Person
from tests.running.scripts import scripts

WATCHED_HOUSE = (PYTHON, "-m", "tests.faults.watched_house")
SLOW_WORKER = "tests.faults.slow_worker"
SOONEST, LATEST = 0.05, 1.2  # seconds from the first answer to the next kill
AMID = 0.8  # seconds: by then half of the slow bots' thoughts go on
PATIENCE, SETTLING = 60.0, 180.0  # seconds for each kill, and for all that comes after
AFTERWARDS = 2.0  # seconds of play after the last kill
OPEN_PAGES = 2
"""Pages each table keeps open."""
MATCHES = 16
"""Matches planted for each table in a long run, to be played one after the other."""

House = Embedded | Servers
Table = dict[str, Any]
"""People at a table, and their matches, as `tests.running.planting` writes them."""


def kill_the_house(
    house: Embedded,
    *,
    kills: int,
    latest: float = LATEST,
    **wanted: int,
) -> Run:
    """`kill -9` of the one process, again and again, while everybody plays on.

    It lives for *latest* seconds at most. What is played, *wanted* says (`tests.running.planting`).
    """
    planted = inside(house, "tests.running.planting", {"matches": MATCHES, **wanted})
    house.start()
    run = _run(wanted)

    def kill() -> None:
        _kill_house(house, run, latest, is_patient="stages" not in wanted)

    under_load(house, planted, run, kill, kills)
    run.audit = inside(house, "tests.faults.audit", run.ledger.as_json())
    return run


def kill_the_worker(
    house: Servers,
    *,
    kills: int,
    latest: float = AMID,
    **wanted: int,
) -> Run:
    """`kill -9` of the prefork worker, or of one child of it, while bots think or moves are made.

    It goes on for *latest* seconds at most after it has begun to. What is played, *wanted* says.
    """
    house.start()
    planted = inside(house, "tests.running.planting", {"matches": MATCHES, **wanted})
    run = _run(wanted)
    under_load(house, planted, run, lambda: _kill_worker(house, run, latest), kills)
    run.audit = inside(house, "tests.faults.audit", run.ledger.as_json())
    return run


def _run(wanted: dict[str, int]) -> Run:
    return Run(OF_PLANS if "planned" in wanted else OF_BOTS)


def under_load(
    house: House,
    planted: list[Table],
    run: Run,
    kill: Callable[[], None],
    kills: int,
) -> None:
    """Everybody plays; *kill* is called *kills* times; everybody finishes their turn."""
    asyncio.run(_under_load(house, planted, run, kill, kills))


async def _under_load(
    house: House,
    planted: list[Table],
    run: Run,
    kill: Callable[[], None],
    kills: int,
) -> None:
    stop = asyncio.Event()
    written = scripts(min(len(planted), 8))
    watching = asyncio.create_task(_watch_debts(house, run))
    async with asyncio.timeout(SETTLING + PATIENCE * kills), asyncio.TaskGroup() as playing:
        for number, table in enumerate(planted):
            script = written[number % len(written)]
            playing.create_task(_sit_down(house, table, script, run, stop))
        for _number in range(kills):
            await asyncio.to_thread(kill)
        await asyncio.sleep(AFTERWARDS)
        stop.set()
    watching.cancel()
    run.note_owed(house.rows(run.debts.owed))


async def _sit_down(
    house: House, table: Table, script: list[str], run: Run, stop: asyncio.Event
) -> None:
    """The people of one table play each other, by plans or without; one alone plays a bot, or a
    stage."""
    clients = [
        Client(Person(house.doors[0], session), table.get("solo_seat", seat), run.ledger)
        for seat, session in enumerate(table["sessions"])
    ]
    page = asyncio.create_task(
        keep_listening(clients[0].person, table["matches"][:OPEN_PAGES], run.ledger)
    )
    if "turns" in table:
        await play_by_plans(clients, table["matches"], table["turns"], table["first_ply"], stop)
    elif "solo_seat" in table:
        await play_a_stage(clients[0], table["matches"], stop)
    elif len(clients) == 1:
        await play_a_bot(clients[0], table["matches"], stop)
    else:
        await play_each_other(clients, table["matches"], script, stop)
    page.cancel()
    for client in clients:
        await client.hang_up()


async def _watch_debts(house: House, run: Run) -> None:
    """Note when the turns that were interrupted are played."""
    while True:
        run.note_owed(await asyncio.to_thread(house.rows, run.debts.owed))
        await asyncio.sleep(0.1)


def _kill_house(house: Embedded, run: Run, latest: float, *, is_patient: bool) -> None:
    if is_patient and not run.amid:  # the first kill is to find something half done
        _await_begun(house, run)
    else:
        time.sleep(random.uniform(SOONEST, latest))
    killed = house.process
    assert killed is not None
    killed.kill()
    run.note_kill(house.rows(run.debts.taken_on), house.rows(run.debts.owed))
    run.restarts.append(house.start())
    run.left_behind += len(killed.left_behind())


def _kill_worker(house: Servers, run: Run, latest: float) -> None:
    """Kill all of the worker, its main process, or the children it thinks with."""
    _await_begun(house, run)
    if run.amid:  # the first kill is to find something half done
        time.sleep(random.uniform(SOONEST, latest))
    worker = house.worker
    assert worker is not None
    taken_on = house.rows(run.debts.taken_on)
    kind = random.choice(["all", "main", "child"])
    if kind == "child":
        worker.kill_children()
        run.note_kill(taken_on)
        return
    worker.kill_all() if kind == "all" else worker.kill()
    run.note_kill(taken_on, house.rows(run.debts.owed))
    house.start_worker()
    run.left_behind += len(worker.left_behind())


def _await_begun(house: House, run: Run, within: float = 60.0) -> None:
    """Until something is begun that no kill has found yet."""
    deadline = time.monotonic() + within
    while not run.fresh(house.rows(run.debts.taken_on)):
        assert time.monotonic() < deadline, "nothing was taken on for a minute"
        time.sleep(0.02)
