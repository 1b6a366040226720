"""What a desk of two hundred running matches costs: `python -m tests.bench desk`.

Prints, never judges. Processor time, as a machine that does other things besides would add to a
clock: of the first look, with no position kept in the process, and the least and the median of
looks after it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from statistics import median

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
django.setup()

from django.test import Client  # noqa: E402 - the apps come first

from accounts.models import User  # noqa: E402
from games.match.models import Match, Player  # noqa: E402
from games.match.referee import position_cache  # noqa: E402
from tests.bench.bench_queries import empty_database  # noqa: E402
from tests.bench.tables import print_heading, print_row  # noqa: E402
from tests.kit.builders import match_between, person, play  # noqa: E402
from tests.kit.crowd import copy_match  # noqa: E402
from tests.kit.gungi import CROWDED  # noqa: E402
from tests.kit.gunjin import OCCUPATION, gunjin_match  # noqa: E402
from tests.kit.seichu import seichu_match  # noqa: E402

MATCHES = 200
LOOKS = 25
COLUMNS = {"desk of 200 running matches": 28, "kB": 4, "first ms": 8, "least": 6, "median": 6}


def main() -> None:
    """Print the table."""
    print(f"a loop of a million steps takes {_yardstick():.0f} ms here and now")
    with empty_database():
        print_heading(COLUMNS)
        for name, user in _desks():
            client = Client()
            client.force_login(user)
            for query in ("", "?compact=on"):
                _measure(f"{name} {query}", client, f"/desk/{query}")


def _desks() -> Iterator[tuple[str, User]]:
    """People with their matches: of one game each, and of all of them."""
    everybody = person()
    shared = [make(everybody, person()) for make in MADE.values()]
    for game, make in MADE.items():
        owner = person()
        _grow(make(owner, person()), owner, MATCHES)
        yield game, owner
    for match in shared:
        _grow(match, everybody, MATCHES // len(shared))
    yield "all of them", everybody


def _grow(match: Match, user: User, matches: int) -> None:
    """Let there be so many that stand as *match*; in half of them the other is to move."""
    game = match.game
    copy_match(match, matches - 1)
    waiting = Player.objects.filter(user=user, match__game=game)[: matches // 2]
    Player.objects.filter(pk__in=[one.pk for one in waiting]).update(is_to_act=False)


def _played(match: Match, *moves: str) -> Match:
    play(match, *moves)
    return match


MADE: dict[str, Callable[[User, User], Match]] = {
    "xiongqi": lambda *pair: _played(match_between(*pair), "e3e4", "e6e5"),
    "gungi": lambda *pair: _played(match_between(*pair, game="gungi"), *CROWDED[:2]),
    "gunjin": lambda *pair: gunjin_match(*pair, *OCCUPATION[:2]),
    "seichu": lambda *pair: seichu_match(*pair, "a2a3", "b6b5"),
}


def _measure(name: str, client: Client, path: str) -> None:
    position_cache._kept.clear()
    first, size = _look(client, path)
    again = [_look(client, path)[0] for _each in range(LOOKS)]
    print_row(
        COLUMNS,
        [name, f"{size / 1000:.0f}", f"{first:.0f}", f"{min(again):.0f}", f"{median(again):.0f}"],
    )


def _yardstick() -> float:
    """What tells how busy the machine is: neighbours slow down processor time as well."""
    began = time.process_time()
    sum(number * number for number in range(1_000_000))
    return (time.process_time() - began) * 1000


def _look(client: Client, path: str) -> tuple[float, int]:
    """Milliseconds of processor time, and bytes."""
    began = time.process_time()
    answer = client.get(path)
    spent = (time.process_time() - began) * 1000
    assert answer.status_code == 200, answer.status_code
    return spent, len(answer.content)


if __name__ == "__main__":
    main()
