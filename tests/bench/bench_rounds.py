"""A round of Nation as its player feels it: `python -m tests.bench rounds`. Prints, never judges.

A round is the press that ends the turn, what all neighbours then do in a worker, and the board
that the page fetches after it. The web process and the worker have one another's positions no
more than two processes would. Medians of so many rounds, in milliseconds: of the wall clock, and of
the processor alone, which does not grow with what else the machine does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, process_time
from typing import Any

import django

from tests.bench.bench_queries import empty_database
from tests.bench.tables import print_heading, print_row

NEIGHBOURS = (1, 4, 11)
ROUNDS = 15
ASKED = 300
"""Milliseconds in which a round of twelve nations is to be told."""

COLUMNS = {"nations": 10, "plies": 6, "press": 6, "they play": 10, "board": 6,
           "in all": 7, "processor": 10}  # fmt: skip


def main() -> None:
    """Print the table."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    with empty_database():
        print_heading(COLUMNS)
        for neighbours in NEIGHBOURS:
            medians = [median(column) for column in zip(*_rounds(neighbours), strict=True)]
            print_row(COLUMNS, [str(neighbours + 1), *(f"{figure:.0f}" for figure in medians)])
    print(f"Asked for: twelve nations within {ASKED} ms of the press.")


def _rounds(neighbours: int) -> Iterator[tuple[float, ...]]:
    """Plies, and milliseconds of the parts of each round but the first, which warms up."""
    from django.test import Client
    from django.utils import timezone

    from games.boards.kit.campaigns import Skirmish
    from games.campaign.selectors import skirmish_called
    from games.match.referee import position_cache
    from tests.kit.builders import person
    from tests.kit.stages import locked_stage, pay_all

    chosen = Skirmish(rivals=neighbours, rounds=40, start="rich", difficulty="easy", seed="bench")
    user, client = person(), Client()
    match = locked_stage(user, skirmish_called(chosen), now=timezone.now())
    client.force_login(user)
    page = client.get(f"/matches/{match.uid}/").content.decode()
    for number in range(ROUNDS + 1):
        if 'id="move-form"' not in page:
            return  # the nation is out
        held, fields = _found(page, 'data-has="([^"]*)"'), _move(page)

        def press(held: str = held, fields: dict[str, str] = fields) -> Any:
            path = f"/matches/{match.uid}/move/?has={held}"
            return client.post(path, fields, headers={"HX-Request": "true"})

        def board(held: str = held) -> Any:
            path = f"/matches/{match.uid}/board/?has={held}"
            return client.get(path, headers={"HX-Request": "true"})

        began = process_time()
        answer, pressed = _timed(press)
        assert answer.status_code == 200, answer.status_code
        web = position_cache._kept.copy()
        plies, played = _timed(lambda: pay_all(match, now=timezone.now()))
        position_cache._kept.clear()
        position_cache._kept.update(web)
        answer, shown = _timed(board)
        page = answer.content.decode()
        if number:
            in_all = pressed + played + shown
            yield plies, pressed, played, shown, in_all, (process_time() - began) * 1000


def _timed(act: Callable[[], Any]) -> tuple[Any, float]:
    began = perf_counter()
    found = act()
    return found, (perf_counter() - began) * 1000


def _found(page: str, pattern: str) -> str:
    found = re.search(pattern, page)
    assert found is not None, pattern
    return found[1]


def _move(page: str) -> dict[str, str]:
    """The fields of training, as the page would send them."""
    form = page.partition('id="move-form"')[2]
    names = ("seat_ply", "key")
    found = {name: _found(form, f'name="{name}" value="([^"]*)"') for name in names}
    return {"move": "train", **found}


if __name__ == "__main__":
    main()
