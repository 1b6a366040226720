"""An upgrade under play, from the code of a release to that of this checkout.

On servers webs and workers of both work on one database, side by side; a site of one process is
killed and goes on as the new one. Pages of the release stay open meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from tests.running import PYTHON, ROOT
from tests.running.houses import Door, Embedded, Servers, await_answer, inside, servers
from tests.running.people import Person, new_key, version_of
from tests.running.processes import Running, free_port, run
from tests.upgrade import keep
from tests.upgrade.kept_pages import Window, words_of

pytestmark = [pytest.mark.prove, pytest.mark.usefixtures("any_database")]

PATIENCE = 30.0  # seconds


def checkout(release: str, folder: Path) -> Path:
    """The code of a release, in a folder of its own."""
    command = ["git", "archive", keep.COMMITS[release]]
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
        self.worker = Running([jinya, "worker"], env, house.folder / "old-worker.log")
        await_answer(self.door, self.web)

    def stop(self) -> None:
        """End its processes."""
        self.web.stop()
        self.worker.stop()

    def verified(self) -> str:
        """The last line of the release's own `verify_matches`."""
        command = f"cd {self.code} && exec {PYTHON} manage.py verify_matches"
        return run(["sh", "-c", command], self.house.env).splitlines()[-1]


async def connected(watcher: Person, path: str) -> ClientConnection:
    """A socket; as a page does it tries again, for daphne refuses what takes it five seconds."""
    for _try in range(10):
        with suppress(InvalidStatus):
            return await watcher.listen(path)
        await asyncio.sleep(1)
    return await watcher.listen(path)


async def played(door: Door, other: Door, uid: str, move: Mapping[str, Any]) -> bool:
    """Play a move at *door*; whether a page that is open at the *other* one hears of it."""
    mover = Person(door, move["session"])
    watcher = Person(other, move["session"])
    before = version_of(await watcher.board(uid))
    async with await connected(watcher, f"/ws/matches/{uid}/") as socket:
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


SIGN_IN = """
import sys, django
django.setup()
from django.test import Client
from accounts.models import User
for name in sys.argv[1:]:
    client = Client()
    client.force_login(User.objects.get(name=name))
    print(client.session.session_key)
"""
NAMES = ("ann", "bob", "visitor")
OF_A_BOT = """
SELECT uid FROM match_match WHERE game = 'xiongqi' AND status = 'active'
AND id IN (SELECT match_id FROM match_player WHERE bot <> '')
"""


def signed_in(code: Path, env: Mapping[str, str]) -> dict[str, str]:
    """The keys of sessions, made by the code of the release."""
    command = [PYTHON, "-c", SIGN_IN, *NAMES]
    made = subprocess.run(command, cwd=code, env=env, check=True, capture_output=True, text=True)
    return dict(zip(NAMES, made.stdout.split(), strict=True))


def opened(door: Door, sessions: Mapping[str, str], running: Sequence[str]) -> list[Window]:
    """Windows of everybody, with pages of every kind that the release has."""
    windows = [Window(door, session) for session in sessions.values()]
    for window in windows:
        window.open_all(["/", "/desk/", *(f"/matches/{uid}/" for uid in running)])
        assert len(window.kept) > 20
    return windows


def check_open_pages(windows: Sequence[Window], door: Door) -> None:
    """All that pages which are open send is taken, or answered in words."""
    for window in windows:
        for kept, how, page in window.answers(door):
            assert page.status < 500, (how, kept, page.status)
            if page.status >= 400:
                assert len(words_of(page)) > 20, (how, kept, page.status)


def await_bot(house: Servers | Embedded, uid: str, plies: int) -> None:
    """Wait until a bot has moved in a match that had so many plies."""
    deadline = time.monotonic() + 4 * PATIENCE
    while inside(house, "tests.upgrade.next_moves", [uid])[uid]["plies"] <= plies:
        assert time.monotonic() < deadline, "no bot moves"
        time.sleep(1)


@pytest.mark.parametrize("release", keep.COMMITS)
def test_processes_of_both_releases_play_one_house(release: str, tmp_path: Path) -> None:
    code = checkout(release, tmp_path / "code")
    running = json.loads(keep.promised(release, "postgresql"))["running"]
    with servers(tmp_path) as house:
        keep.restore_postgresql(release, house.env["JINYA_DATABASE_URL"])
        old = Old(house, code)
        try:
            windows = opened(old.door, signed_in(code, house.env), running)
            house.start()
            doors = [old.door, house.doors[0]]
            [[against_bot]] = house.rows(OF_A_BOT)
            running += [against_bot]
            before = inside(house, "tests.upgrade.next_moves", running)
            for turn in range(4):
                moves = inside(house, "tests.upgrade.next_moves", running)
                door, other = doors[turn % 2], doors[1 - turn % 2]
                for uid, move in moves.items():
                    if "session" in move:
                        assert asyncio.run(played(door, other, uid, move)), (turn, uid)
                await_bot(house, against_bot, moves[against_bot]["plies"] + 1)
            after = inside(house, "tests.upgrade.next_moves", running)
            assert all(after[uid]["plies"] >= before[uid]["plies"] + 4 for uid in running)
            assert old.verified() == verified(house)
            check_open_pages(windows, house.doors[0])  # begins matches by rules of this release
            assert verified(house).endswith(" matches looked at, 0 faulty")
            assert old.web.is_alive and old.worker.is_alive
        finally:
            old.stop()


def verified(house: Servers) -> str:
    """The last line of this release's `verify_matches`."""
    return run([PYTHON, "manage.py", "verify_matches"], house.env).splitlines()[-1]


def moves_ahead(database: Path, running: Sequence[str], folder: Path) -> dict[str, Any]:
    """What `next_moves` says of a copy of the database, which may be of an earlier release."""
    copy = folder / "copy.sqlite3"
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    keep.run_in_house("migrated", str(copy))
    found: dict[str, Any] = json.loads(
        keep.run_in_house("next_moves", str(copy), json.dumps(running))
    )
    return found


async def sent_again(door: Door, uid: str, move: Mapping[str, Any], key: str) -> int:
    """The version of match *uid* after *move* with that key, which may have been taken before."""
    person = Person(door, move["session"])
    reply = await person.move(uid, move["text"], move["seat_ply"], key)
    await person.hang_up()
    assert reply.status == 200, (uid, reply.status, reply.body[:2000])
    return version_of(reply)


@pytest.mark.parametrize("release", keep.COMMITS)
def test_a_site_of_one_process_is_upgraded_under_play(release: str, tmp_path: Path) -> None:
    code, folder = checkout(release, tmp_path / "code"), tmp_path / "site"
    folder.mkdir()
    running = json.loads(keep.promised(release, "sqlite"))["running"]
    database = folder / "jinya.sqlite3"
    keep.restore_sqlite(release, database)
    play = f"cd {code} && exec {PYTHON} manage.py play --no-demo"
    old = Embedded(folder, ("sh", "-c", play))
    new = Embedded(folder, JINYA_PORT=old.env["JINYA_PORT"])
    new.doors = old.doors
    try:
        old.start()
        assert old.process is not None
        [[against_bot]] = old.rows(OF_A_BOT)
        running += [against_bot]
        sessions = signed_in(code, old.env)
        windows = opened(old.doors[0], sessions, running)
        moves = moves_ahead(database, running, tmp_path)
        moves = {uid: move for uid, move in moves.items() if "name" in move}
        assert against_bot in moves
        keys = {uid: new_key() for uid in moves}
        for uid, move in moves.items():
            move["session"] = sessions[move["name"]]
            asyncio.run(sent_again(old.doors[0], uid, move, keys[uid]))
        old.process.kill_all()  # in the middle of the bot's turn, as likely as not
        new.start()
        for uid, move in moves.items():  # their answers may have been lost
            asyncio.run(sent_again(new.doors[0], uid, move, keys[uid]))
        await_bot(new, against_bot, moves[against_bot]["plies"] + 1)
        now = inside(new, "tests.upgrade.next_moves", running)
        people = [uid for uid in moves if uid != against_bot]
        assert [now[uid]["plies"] for uid in people] == [moves[uid]["plies"] + 1 for uid in people]
        for uid, move in now.items():
            if "session" in move:
                assert asyncio.run(played(new.doors[0], new.doors[0], uid, move)), uid
        check_open_pages(windows, new.doors[0])
        verified = run([PYTHON, "manage.py", "verify_matches"], new.env).splitlines()[-1]
        assert verified.endswith(" matches looked at, 0 faulty")
    finally:
        old.stop()
        new.stop()
