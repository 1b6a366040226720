"""A rolling upgrade: webs of a release and of this checkout on one database, side by side."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.running import PYTHON, ROOT
from tests.running.houses import Door, Servers, await_answer, inside, servers
from tests.running.people import Person, new_key, version_of
from tests.running.processes import Running, free_port, run
from tests.upgrade import keep

pytestmark = [pytest.mark.prove, pytest.mark.usefixtures("any_database")]

COMMITS = {"0.1.0": "da099f3d9e8865e219a670c90a1c8990c8cf3a6b"}
"""Where the code of each release that is kept stands."""
PATIENCE = 30.0  # seconds


def checkout(release: str, folder: Path) -> Path:
    """The code of a release, in a folder of its own."""
    command = ["git", "archive", COMMITS[release]]
    archive = subprocess.run(command, cwd=ROOT, check=False, capture_output=True)
    if archive.returncode:
        pytest.skip("this checkout has no history")
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


class Old:
    """A web of a release, on the stores of *house*, before these are upgraded."""

    def __init__(self, house: Servers, code: Path) -> None:
        self.house, self.code = house, code
        self.door = replace(house.doors[0], port=free_port())
        env = {**house.env, "JINYA_PORT": str(self.door.port)}
        jinya = str(code / "bin" / "jinya")
        for step in ("migrate", "static"):
            run([jinya, step], env)
        self.web = Running([jinya, "web"], env, house.folder / "old.log")
        await_answer(self.door, self.web)

    def verified(self) -> str:
        """The last line of the release's own `verify_matches`."""
        command = f"cd {self.code} && exec {PYTHON} manage.py verify_matches"
        return run(["sh", "-c", command], self.house.env).splitlines()[-1]


async def played(door: Door, other: Door, uid: str, move: Mapping[str, Any]) -> bool:
    """Play a move at *door*; whether a page that is open at the *other* one hears of it."""
    mover = Person(door, move["session"])
    watcher = Person(other, move["session"])
    before = version_of(await watcher.board(uid))
    async with watcher.listen(f"/ws/matches/{uid}/") as socket:
        reply = await mover.move(uid, move["text"], move["seat_ply"], new_key())
        assert reply.status == 200, (uid, reply.status, reply.body[:2000])
        heard = before
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                async for frame in socket:
                    heard = max(heard, json.loads(frame).get("version", 0))
                    if heard > before:
                        break
        board = await watcher.board(uid)
    assert board.status == 200 and version_of(board) > before
    for person in (mover, watcher):
        await person.hang_up()
    return heard > before


@pytest.mark.parametrize("release", keep.releases())
def test_webs_of_both_releases_play_one_house(release: str, tmp_path: Path) -> None:
    code = checkout(release, tmp_path / "code")
    running = json.loads(keep.promised(release, "postgresql"))["running"]
    with servers(tmp_path) as house:
        keep.restore_postgresql(release, house.env["JINYA_DATABASE_URL"])
        old = Old(house, code)
        try:
            house.start()
            doors = [old.door, house.doors[0]]
            before = inside(house, "tests.upgrade.next_moves", running)
            for turn in range(4):
                moves = inside(house, "tests.upgrade.next_moves", running)
                door, other = doors[turn % 2], doors[1 - turn % 2]
                for uid, move in moves.items():
                    if "session" in move:
                        assert asyncio.run(played(door, other, uid, move)), (turn, uid)
            after = inside(house, "tests.upgrade.next_moves", running)
            assert all(after[uid]["plies"] >= before[uid]["plies"] + 4 for uid in running)
            verified = run([PYTHON, "manage.py", "verify_matches"], house.env).splitlines()[-1]
            assert verified.endswith(" matches looked at, 0 faulty")
            assert old.verified() == verified
            assert old.web.is_alive
        finally:
            old.web.stop()
