"""What one turn costs in the tree it is run in: `python one_turn.py`, answered as JSON lines.

Run by `bench_costs`, in this tree and in an older one by turns, so it uses only what both have.
Each line read is a number of rounds; each line written what they took: processor time in
milliseconds, statements and bytes, for the move and for the other side's board.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path.cwd()))  # the tree it is run in
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")

import django

EARLY, LATE = 10, 236
"""The plies that are compared."""
HTMX = {"HX-Request": "true"}
MOVED = {
    "seat": 0, "move": "e3e4", "piece": "S", "captured": None, "promoted": None, "check": False
}  # fmt: skip
"""What a turn of Xiongqi leads to."""

Figures = dict[str, list[float]]


class Table:
    """One match that has come to a certain ply, with a browser on each side."""

    def __init__(self, moves: list[str]) -> None:
        from django.test import Client
        from django.utils import timezone

        from tests.kit.builders import match_between, person

        people = [person(), person()]
        self.match = match_between(*people, now=timezone.now() - timedelta(hours=1))
        self.clients = [Client(), Client()]
        for client, user in zip(self.clients, people, strict=True):
            client.force_login(user)
        self.people, self.moves, self.ply, self.held = people, moves, 0, ["", ""]
        self.holds: list[dict[str, str]] = [{}, {}]

    def begin_at(self, ply: int) -> None:
        """Play up to *ply* without pages, and have both sides open theirs."""
        from django.utils import timezone

        turns = module_of("turns")
        while self.ply < ply:
            turns.play_move(
                uid=self.match.uid,
                user=self.people[self.ply % 2],
                move=turns.MoveRequest(
                    self.moves[self.ply], self.ply // 2 + 1, f"key-{self.ply:08}"
                ),
                now=timezone.now(),
            )
            self.ply += 1
        for seat in (0, 1):
            self._note(seat, self.clients[seat].get(f"/matches/{self.match.uid}/"))

    def _note(self, seat: int, answer: Any) -> Any:
        """What the page of *seat* holds from now on, as its script would read it."""
        assert answer.status_code == 200, answer.status_code
        self.held[seat] = held_of(answer.content)
        self.holds[seat] = holds_of(answer.content)
        return answer

    def move(self) -> Any:
        """Send the next move; its answer."""
        seat = self.ply % 2
        fields = {
            "move": self.moves[self.ply],
            "seat_ply": self.ply // 2 + 1,
            "key": f"key-{self.ply:08}",
        }
        path = f"/matches/{self.match.uid}/move/?has={self.held[seat]}"
        self.ply += 1
        return self._note(
            seat, self.clients[seat].post(path, fields, headers=HTMX | self.holds[seat])
        )

    def look(self) -> Any:
        """The board of who is to move, as their page fetches it after the last move."""
        seat = self.ply % 2
        path = f"/matches/{self.match.uid}/board/?has={self.held[seat]}"
        return self._note(seat, self.clients[seat].get(path, headers=HTMX | self.holds[seat]))


def module_of(name: str) -> Any:
    """The module of changes to a match called *name*, which had another place in older trees."""
    package = "games.match.changes" if find_spec("games.match.changes") else "games.match"
    return import_module(f"{package}.{name}")


def held_of(board: bytes) -> str:
    """What a page that shows this board holds of the list of moves."""
    found = re.search(rb'data-has="([^"]*)"', board)
    return found[1].decode() if found else ""


def holds_of(board: bytes) -> dict[str, str]:
    """With what header it then says what it holds; with none in a tree that has no such."""
    found = re.search(rb'data-holds="([^"]*)"', board)
    return {"X-Match-Holds": found[1].decode()} if found else {}


def timed(act: Callable[[], Any]) -> tuple[float, int]:
    """Milliseconds of processor time and bytes."""
    began = process_time()
    answer = act()
    return (process_time() - began) * 1000, len(answer.content)


def counted(act: Callable[[], Any]) -> int:
    """How many statements *act* sends."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def played(table: Table, turns: int) -> Figures:
    """*turns* moves, each followed by the other side's board."""
    figures: Figures = {"post ms": [], "board ms": [], "post bytes": [], "board bytes": []}
    for _turn in range(turns):
        for name, act in (("post", table.move), ("board", table.look)):
            taken, size = timed(act)
            figures[f"{name} ms"].append(taken)
            figures[f"{name} bytes"].append(size)
    return figures


def bare(table: Table, turns: int) -> list[float]:
    """Milliseconds of the rows of a turn written by Django alone: no rules, no page, no referee."""
    found = []
    for turn in range(turns):
        began = process_time()
        rows = rows_of_a_turn(table.match.uid, 10_000 + turn)
        found.append((process_time() - began) * 1000)
        for row in rows:
            row.delete()
    return found


def rows_of_a_turn(uid: str, number: int) -> list[Any]:
    """Write what a turn writes in the match of that id; the rows that are new."""
    from django.db import transaction
    from django.utils import timezone

    from games.match import sealed as rows
    from games.match.models import Match
    from games.notices.models import Delivery, Notice

    now = timezone.now()
    soon = now + timedelta(days=1)
    with transaction.atomic():
        match = Match.objects.select_for_update().get(uid=uid)
        players = list(match.players.select_related("user"))
        sealed = rows.SealedPosition.objects.get(match=match)
        values = {"match": match, "number": number, "seat_ply": number, "made_at": now}
        ply = rows.SealedPly(seat=0, move="e3e4", key=f"bare-{number:08}", **values)
        ply.events = [["moved", MOVED, {}]]
        ply.save(force_insert=True)
        sealed.save(update_fields=["schema", "data", "plies", "seat_plies", "versions"])
        reader = players[0].user
        news = Notice.objects.filter(user=reader, match=match)
        news.filter(read_at=None).update(read_at=now)
        about = {"kind": "your-turn", "subject": f"bare {number}", "made_at": now, "warn_at": soon}
        written: list[Any] = [ply, news.create(user=reader, match=match, **about)]
        if reader.email:
            mail = {"notice": written[-1], "reader_id": reader.pk, "channel": "mail"}
            written.append(Delivery.objects.create(**mail, due_at=soon, hinted_until=soon))
        for player in players:
            player.is_to_act = not player.is_to_act
            player.deadline = player.clock_started_at = soon if player.is_to_act else None
            player.acted_at = now
            player.save(force_update=True)
        match.deadline = soon
        match.save(update_fields=module_of("settling").SETTLED)
    return written


@contextmanager
def _empty_database() -> Iterator[None]:
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(databases)
        runner.teardown_test_environment()


def main() -> None:
    """Answer until nobody asks any more."""
    django.setup()
    from tests.running.scripts import scripts

    with _empty_database():
        written = iter(scripts(40, LATE + 40))
        warm = Table(next(written))
        warm.begin_at(4)
        played(warm, 10)
        for line in sys.stdin:
            answer: dict[str, Any] = {"bare ms": bare(warm, int(line))}
            for ply in (EARLY, LATE):
                table = Table(next(written))
                table.begin_at(ply)
                answer[f"statements at {ply}"] = [counted(table.move), counted(table.look)]
                answer[str(ply)] = played(table, int(line))
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
