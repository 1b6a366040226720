"""`make leaks`: every drive at length, timing, planted leaks, with their figures.

``python -m tests.secrecy 600 --game gunjin`` looks at 600 pairs of one game, and takes of all else
in proportion. Two processes with other hash seeds take half each. Ends with 1 if anything
differs or a planted leak is not found.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from engines.catalogue import GAMES

if TYPE_CHECKING:
    from tests.secrecy.leaking import Planted

USUAL = 600
"""Pairs to look at unless a number is given; the full size of a night is 5000."""

NOTHING_RAN = 3
"""How a half ends that has no drive of the name asked for; the other one may have it."""


def main() -> int:
    """Run both halves beside each other; 1 if either found something."""
    asked = arguments().parse_args()
    if asked.half is not None:
        return half(asked)
    with tempfile.TemporaryDirectory() as folder:
        own = [sys.executable, "-m", "tests.secrecy", *sys.argv[1:], "--folder", folder]
        running = [
            subprocess.Popen(
                [*own, "--half", str(which)],
                env={**os.environ, "PYTHONHASHSEED": str(17 * which + 1)},
            )
            for which in (0, 1)
        ]
        ended = [process.wait() for process in running]
        ones, others = (read_prints(Path(folder) / str(which)) for which in (0, 1))
    differing = [place for place, one in ones.items() if others.get(place) != one]
    if ones or others:
        print(f"{len(ones)} readings of twins under two hash seeds, {len(differing)} differing")
    for place in differing[:5]:
        print(f"    {place}")
    if all(end == NOTHING_RAN for end in ended):
        print(f"no drive is named so: {asked.only}")
        return 1
    return int(any(end not in (0, NOTHING_RAN) for end in ended) or bool(differing))


def arguments() -> argparse.ArgumentParser:
    """What may be asked for; the halves are asked by the run itself."""
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy")
    parser.add_argument("pairs", type=int, nargs="?", default=USUAL)
    games = [meta.slug for meta in GAMES]
    parser.add_argument("--game", action="append", choices=games, help="may be given again")
    parser.add_argument("--only", default="", help="only the drives named so, or in part")
    parser.add_argument("--half", type=int, choices=(0, 1), help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    return parser


def read_prints(path: Path) -> dict[str, str]:
    """The digest of each reading that a half has left."""
    return dict(json.loads(path.read_text())) if path.exists() else {}


CSP = re.compile(rb"(?<=\nContent-Security-Policy: )[^\n]*")


def in_order(policy: re.Match[bytes]) -> bytes:
    """The directives of a policy by name: the library has them in the order of a set."""
    return b"; ".join(sorted(policy[0].split(b"; ")))


def half(asked: argparse.Namespace) -> int:
    """Every second pair, and every second planted leak."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    from django.db import transaction
    from django.test.runner import DiscoverRunner

    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    databases = runner.setup_databases()
    logging.disable(logging.CRITICAL)
    try:
        with transaction.atomic():
            night = Night(asked.pairs, asked.half, asked.game, asked.only)
            night.leave_prints(asked.folder / str(asked.half))
            faults = night.run()
            transaction.set_rollback(True)
    finally:
        runner.teardown_databases(databases)
    return int(faults > 0) if night.drives else NOTHING_RAN


class Night:
    """One half of a run."""

    def __init__(self, size: int, which: int, games: Sequence[str] | None, only: str) -> None:
        from tests.secrecy.worlds import CONTROL, HIDDEN_GAMES

        self.size, self.which, self.only = size, which, only
        self.hidden = [game for game in HIDDEN_GAMES if game in (games or HIDDEN_GAMES)]
        self.open = [CONTROL] if CONTROL in (games or [CONTROL]) else []
        self.faults = self.drives = 0

    def run(self) -> int:
        """Everything; how many differences and toothless places there were."""
        from tests.secrecy.comparing import TALLY
        from tests.secrecy.still import MASKED

        self.say(f"hash seed {os.environ.get('PYTHONHASHSEED')}, masked: {list(MASKED)}")
        for game in self.hidden:
            self.compare(game)
            self.scan(game)
            if self.only in f"{game} times":
                self.measure(game)
        for game in self.open:
            self.control(game)
        self.say(
            f"{TALLY.size:,} bytes in {TALLY.readings:,} readings of {len(TALLY.cells):,} cells,"
            f" {TALLY.differing} differing"
        )
        if self.only in "planted leaks":
            self.plant()
        return self.faults

    def leave_prints(self, path: Path) -> None:
        """Digests of what one twin of some pairs looks like; the other half shows the other."""
        from tests.secrecy import comparisons as drives
        from tests.secrecy.house import showcase
        from tests.secrecy.surfaces import core_cells, read_all

        prints = {}
        for game in self.hidden:
            if self.only not in f"{game} hash seeds":
                continue
            self.drives += 1
            with showcase(game) as shown:
                numbers = range(95_000, 95_000 + max(self.size // 10, 4))
                for number, pair in drives.numbered_pairs(game, numbers):
                    world = (pair.one, pair.other)[self.which]
                    with shown.showing(world, str(self.which)):
                        for cell, blob in read_all(shown, core_cells(shown, pair.viewers)):
                            steady = CSP.sub(in_order, blob)
                            prints[f"{game} {number} {cell}"] = sha256(steady).hexdigest()
        path.write_text(json.dumps(prints))

    def compare(self, game: str) -> None:
        """Every drive."""
        from tests.secrecy import moments
        from tests.secrecy.comparisons import in_private, in_secret
        from tests.secrecy.drives import DRIVES
        from tests.secrecy.house import showcase
        from tests.secrecy.secret_acts import SECRETS

        with showcase(game) as shown:
            for name, drive in DRIVES.items():
                numbers = drive.by_night(self.size, self.which)
                self.show(f"{game} {name}", len(numbers), partial(drive.run, shown, numbers))
                shown.is_honest = True
            each = max(self.size // 100, 2)
            names = tuple(moments.moments_of(game))[self.which :: 2]
            at_moments = partial(moments.at_moments, shown, each, names)
            self.show(f"{game} at moments", each * len(names), at_moments)
            for name in list(SECRETS)[self.which :: 2]:
                self.show(f"{game} in secret: {name}", 1, partial(in_secret, shown, name))
            self.show(f"{game} in private", 1, partial(in_private, shown, extra=300))

    def scan(self, game: str) -> None:
        """The marked kinds of North in one half, of South in the other."""
        from engines.core.seats import Seat
        from tests.secrecy.marked_kinds import marked_showcase, scan, scan_of_play

        numbers = range(max(self.size // 50, 8))

        def scanned() -> Iterator[object]:
            with marked_showcase(game, Seat(self.which), numbers) as (shown, pairs):
                for number, pair in enumerate(pairs):
                    yield from scan(shown, pair, slice(number % 8, None, 8))
                    yield from scan_of_play(shown, pair)

        self.show(f"{game} marked kinds", len(numbers), scanned)

    def control(self, game: str) -> None:
        """A game that hides nothing: twins are the same match."""
        from tests.secrecy import comparisons as drives
        from tests.secrecy.house import showcase

        numbers = range(self.which, max(self.size // 10, 2), 2)
        with showcase(game) as shown:
            self.show(f"{game} T5 control", len(numbers), lambda: drives.glancing(shown, numbers))

    def measure(self, game: str) -> None:
        """The time that pages take for twins."""
        from tests.secrecy import comparisons as drives
        from tests.secrecy.house import showcase

        self.drives += 1
        with showcase(game) as shown:
            timed = [
                (pair, cell)
                for pair in drives.timed_pairs(game, range(90_180, 90_400))
                for cell in drives.timed_cells(shown, pair)
            ]
            for pair, cell in timed[self.which :: 2]:
                t, gap = drives.timing(shown, pair, cell, max(int(self.size * 0.6), 10))
                is_slow = abs(t) > drives.MOST_T and gap > drives.LEAST_GAP
                self.faults += is_slow
                phase = "in set-up" if pair.one.is_setting_up else "in play"
                self.say(
                    f"{game} time of {cell} {phase}: |t| {abs(t):.1f}, gap {gap * 1000:.2f} ms"
                )

    def plant(self) -> None:
        """Every planted leak must be found."""
        from tests.secrecy import planted_leaks as teeth

        self.drives += 1
        found, wanted = 0, 0
        for game in self.hidden:
            for name, planted in list(teeth.planted_in(game).items())[self.which :: 2]:
                found += self.find(f"{game} {name}", game, planted)
                wanted += 1
        self.faults += wanted - found
        self.say(f"planted leaks found {found}/{wanted}")

    def find(self, name: str, game: str, planted: Planted) -> bool:
        """Whether a planted leak is found."""
        import pytest

        from tests.secrecy.house import showcase

        shown_by = planted.shown_by(game)
        with pytest.MonkeyPatch.context() as patch, showcase(game) as shown:
            planted.plant(patch)
            shown.is_honest = False
            first = next(planted.find(shown, shown_by), None)
        self.say(f"planted {name:32} {'found: ' + first.place if first else 'NOT FOUND'}")
        return first is not None

    def show(self, name: str, pairs: int, drive: Callable[[], Iterator[object]]) -> None:
        """Run one drive, and say what came of it; *pairs* are as many as have twins, at most."""
        from tests.secrecy.comparing import TALLY

        if self.only not in name:
            return
        self.drives += 1
        began, before = time.perf_counter(), TALLY.pairs
        differing = list(drive())
        took = time.perf_counter() - began
        pairs = TALLY.pairs - before or pairs
        self.faults += len(differing)
        self.say(f"{name:38} {pairs:5} pairs {len(differing):4} differing {took:6.0f} s")
        for difference in differing[:5]:
            self.say(f"    {difference}")

    def say(self, line: str) -> None:
        """Print at once, and say which half it is."""
        print(f"[{self.which + 1}] {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
