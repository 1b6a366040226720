"""Every move is sent four times at once: one ply each, and answers that say so."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.ledger import OK, REFUSED, Ledger
from tests.running.houses import embedded, inside
from tests.running.people import Person, new_key
from tests.running.scripts import scripts
from tests.running.wire import Reply, Wire

pytestmark = pytest.mark.usefixtures("any_database")

COPIES = 4
MOVES = 40


def test_four_copies_of_a_move_are_one_ply(tmp_path: Path) -> None:
    with embedded(tmp_path) as house:
        (table,) = inside(house, "tests.running.planting", {"tables": 1, "matches": 1})
        house.start()
        people = [Person(house.doors[0], session) for session in table["sessions"]]
        ledger = Ledger()
        asyncio.run(play(people, table["matches"][0], ledger))
        audit = inside(house, "tests.faults.audit", ledger.as_json())
    assert ledger.faults == []
    assert audit == {"faults": [], "matches": 1, "plies": MOVES, "owed": 0, "by_house": 0}


async def play(people: list[Person], uid: str, ledger: Ledger) -> None:
    """Each move four times: by one name, or by four names."""
    wires = [Wire(people[0].door.port) for _copy in range(COPIES)]
    for number, text in enumerate(scripts(1)[0][:MOVES]):
        one = new_key()
        keys = [one if number % 4 < 2 else new_key() for _copy in range(COPIES)]
        person, seat_ply = people[number % 2], number // 2 + 1
        copies = zip(keys, wires, strict=True)
        moves = [person.move(uid, text, seat_ply, key, wire) for key, wire in copies]
        replies = await asyncio.gather(*moves)
        check(replies, keys, ledger)
        for key, reply in zip(keys, replies, strict=True):
            entry = ledger.invoke(uid, number % 2, seat_ply, text, key)
            entry.outcome = OK if reply.status == 200 else REFUSED
    for wire in wires:
        await wire.close()


def check(replies: list[Reply], keys: list[str], ledger: Ledger) -> None:
    """One name: four times yes. Four names: one yes, and three times the board as it is now."""
    found = Counter(reply.status for reply in replies)
    if found != ({200: 4} if len(set(keys)) == 1 else {200: 1, 409: 3}):
        ledger.faults.append(f"{len(set(keys))} names, answers {dict(found)}")
    if len({reply.headers["x-match-version"] for reply in replies}) != 1:
        ledger.faults.append("answers of different versions")
