"""One season: a site, its people, its workers, and what must hold. Its seed decides all of it."""

from __future__ import annotations

import subprocess
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

from tests.town.broker import carrying
from tests.town.clock import BEGIN, Clock, begin_of, real_seconds
from tests.town.days import life
from tests.town.digest import digest
from tests.town.ends import Ends, answering
from tests.town.faults import Faults, Suffering
from tests.town.people import Life, Person, Town
from tests.town.programs import SERVED, program
from tests.town.restoring import Restoring
from tests.town.scheduler import Broken, Scheduler
from tests.town.sockets import Sockets
from tests.town.staff import CARED_FOR, ROLES, staff
from tests.town.truths import Truths
from tests.town.workers import ROUGH, Weather, Workers
from tests.town.world import opened

QUIETER = 3
"""So many times fewer staff and programs are in a quiet town."""
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Plan:
    """What decides a season, together with the code."""

    seed: int
    people: int = 12
    days: int = 7
    weather: Weather = field(default_factory=Weather)
    is_quiet: bool = False
    """Whether people come as seldom as members of such a site do, and few are of its staff."""
    without: tuple[int, ...] = ()
    """The numbers of people who do nothing: what fails without them as well is easier to read."""
    skipped: tuple[tuple[int, int], ...] = ()
    """Visits that do not take place: whose, and the how many of theirs."""

    def command(self, events: int | None = None) -> str:
        """How it is played again, up to that event."""
        said = f".venv/bin/python -m tests.town --seed {self.seed}"
        said += f" --people {self.people} --days {self.days}"
        if self.without:
            said += f" --without {','.join(map(str, self.without))}"
        if self.weather == ROUGH:
            said += " --rough"
        if self.is_quiet:
            said += " --quiet"
        if self.skipped:
            said += f" --skip {','.join(f'{who}:{number}' for who, number in self.skipped)}"
        return said + (f" --events {events} --debug" if events is not None else "")


@dataclass
class Report:
    """What came of a season."""

    plan: Plan
    events: int = 0
    requests: int = 0
    matches: int = 0
    plies: int = 0
    mails: int = 0
    seconds: float = 0.0
    """Of processor time."""
    digest: str = ""
    trace: str = ""
    people: tuple[int, ...] = ()
    visits: tuple[tuple[int, int], ...] = ()
    """Whose, and the how many of theirs."""
    faults: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    ran: dict[str, int] = field(default_factory=dict)
    warnings: dict[str, int] = field(default_factory=dict)

    def told(self) -> str:
        """All of a failure: seed, commit, the last events, and how to come there again."""
        lines = [
            f"{self.plan.command()} at {commit()}",
            *(f"  {line}" for line in self.last),
            *(f"FAULT: {fault}" for fault in self.faults),
            f"again: {self.plan.command(self.events)}",
        ]
        return "\n".join(lines)


def commit() -> str:
    """The commit that is checked out."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or "no commit"


def play(
    plan: Plan,
    *,
    events: int | None = None,
    plant: AbstractContextManager[object] | None = None,
    beside: Callable[[Suffering], AbstractContextManager[object]] = lambda _parts: nullcontext(),
    also: Callable[[], list[str]] = list,
    at_the_end: Callable[[], object] = lambda: None,
) -> Report:
    """Play a season to its end, or to the first fault, or for so many *events*; what came of it.

    *plant* is a fault that is put into the code meanwhile. *beside* is entered with the parts of
    the season, *also* tells what else is wrong after each event, and *at_the_end* is called while
    the site is still there.
    """
    skips = plan.weather.skips
    clock = Clock(BEGIN + skips if skips else begin_of(plan.seed))
    report, began = Report(plan), real_seconds()
    with opened(str(plan.seed), clock) as world, plant or nullcontext():
        scheduler = Scheduler(clock, plan.seed)
        scheduler.before.append(world.begin_lots)
        workers = Workers(scheduler, plan.weather)
        town = Town(world, scheduler, is_quiet=plan.is_quiet)
        truths = Truths(town)

        def look(name: str) -> None:
            if found := [*truths.look(name), *ends.twice(), *also()]:
                raise Broken("\n".join(found))

        scheduler.after.append(look)
        ends = Ends(scheduler.lot, plan.weather.troubled, town.unsure)
        faults = Faults(Random(f"{plan.seed} faults"), plan.weather.faults)
        sockets = Sockets(town, Random(f"{plan.seed} sockets"))
        suffering = Suffering(faults, ends, town, workers, sockets)
        with (
            carrying(lambda message: workers.post(message), lambda: clock.now),
            answering(ends),
            suffering.going_on(),
            sockets.going_on(),
            beside(suffering),
        ):
            workers.start()
            suffering.start(plan.days)
            if plan.weather.restores:
                Restoring(suffering, truths).start(plan.days, Random(f"{plan.seed} backup"))
            town.settle(plan.people, plan.days, life)
            for other in others(plan):
                town.settle(1, plan.days, other)
            for number in plan.without:
                town.people[number].leave()
            for person in town.people:
                person.skipped = frozenset(
                    number for who, number in plan.skipped if who == person.number
                )
            try:
                scheduler.run(clock.began + timedelta(days=plan.days), events)
                if events is None or scheduler.done < events:
                    look_at_the_end(truths)
            except Broken as broken:
                report.faults = str(broken).split("\n")
            except Exception as error:  # noqa: BLE001 - told with the events that led there
                report.faults = [f"{type(error).__name__}: {error}", traceback.format_exc()]
        _fill(report, town, workers, suffering, sockets)
        report.seconds = real_seconds() - began
        at_the_end()
    return report


def others(plan: Plan) -> Iterator[Callable[[Person], Life]]:
    """The lives of those who come besides the people of *plan*: staff, and programs."""
    people = plan.people // (QUIETER if plan.is_quiet else 1)
    for role in ROLES[: people // CARED_FOR]:
        yield staff(role)
    for _number in range(people // SERVED):
        yield program


def look_at_the_end(truths: Truths) -> None:
    """Ask everything once more. Raises Broken."""
    now = truths.town.world.clock.now
    if found := [*truths.every_hour(now), *truths.all(now)]:
        raise Broken("\n".join(found))


def _fill(
    report: Report, town: Town, workers: Workers, suffering: Suffering, sockets: Sockets
) -> None:
    from games.match.models import Match
    from games.match.sealed import SealedPly

    scheduler, met, moods = town.scheduler, suffering.faults.met, suffering.ends.moods
    report.events, report.last = scheduler.done, list(scheduler.last)
    report.requests, report.mails = town.world.requests, len(town.world.mails())
    report.matches, report.plies = Match.objects.count(), SealedPly.objects.count()
    report.digest, report.trace = digest(), scheduler.trace()
    report.people = tuple(person.number for person in town.people)
    report.visits = tuple(town.visits)
    report.done = dict(sorted(town.done.items()))
    report.ran = dict(sorted(workers.ran.items()))
    report.ran |= dict(sorted(met.items()))
    report.ran |= {f"an end was {mood}": times for mood, times in sorted(moods.items())}
    report.ran |= {
        "open pages": sockets.opened,
        "frames": sockets.frames,
        "boards fetched by open pages": sockets.looks,
    }
    report.warnings = dict(town.world.noise.warnings)
