"""How dear a board is to show, by game: `python -m tests.bench boards`. Prints, never judges.

What the page fetches for whoever is to move, in a crowded middle game, as processor time of one
request from the address to the last byte. Rounds take turns among the games, so that what slows the
machine slows all of them; the figure is the median. Aim: Gungi, with 300 moves and more and its
stacks, costs at most twice what Xiongqi does.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any

import django

from tests.bench.bench_queries import empty_database
from tests.bench.tables import print_heading, print_row

ROUNDS = 15
BETWEEN = 4
"""Requests of one game before it is the next one's turn."""
COLUMNS = {"board": 26, "moves": 6, "kB": 7, "kB packed": 10, "ms": 7, "of Xiongqi's": 13}


def main() -> None:
    """Print the table."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    with empty_database():
        boards = _boards()
        paces: dict[str, list[float]] = {name: [] for name in boards}
        for _round in range(ROUNDS):
            for name, ask in boards.items():
                began = process_time()
                for _again in range(BETWEEN):
                    ask()
                paces[name].append((process_time() - began) / BETWEEN * 1000)
        _print(boards, {name: median(found) for name, found in paces.items()})


def _boards() -> dict[str, Callable[[], Any]]:
    from games.boards.cards import card_for
    from tests.kit.gungi import CROWDED

    return {
        "Xiongqi, middle game": _board("xiongqi", card_for("xiongqi").demo_moves),
        "Gungi, start": _board("gungi", []),
        "Gungi, middle game": _board("gungi", CROWDED),
    }


def _board(game: str, moves: Sequence[str]) -> Callable[[], Any]:
    from django.test import Client
    from django.utils import timezone

    from tests.kit.builders import match_between, person, play

    match = match_between(person(), person(), game=game, now=timezone.now())
    play(match, *moves, now=timezone.now())
    client = Client()
    client.force_login(match.players.get(is_to_act=True).user)
    url = f"/matches/{match.uid}/board/"
    return lambda: client.get(url)


def _print(boards: dict[str, Callable[[], Any]], paces: dict[str, float]) -> None:
    print_heading(COLUMNS)
    usual = next(iter(paces.values()))
    for name, ask in boards.items():
        body = ask().content
        assert body.count(b'"action"'), "nobody is to move"
        figures = [
            str(body.count(b'"action"')),
            f"{len(body) / 1000:.1f}",
            f"{len(gzip.compress(body)) / 1000:.1f}",
            f"{paces[name]:.1f}",
            f"{paces[name] / usual:.2f}",
        ]
        print_row(COLUMNS, [name, *figures])


if __name__ == "__main__":
    main()
