"""Seasons one after the other, as the command line asks for them."""

from __future__ import annotations

import pdb
import re
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TypeVar

from tests.town.kept import KEPT
from tests.town.plants import PLANTS
from tests.town.season import Plan, Report, play
from tests.town.twins import LEAKS, play_twins
from tests.town.workers import ROUGH, Weather

T = TypeVar("T")


def play_all(asked: Namespace) -> int:
    """Play the seasons that are *asked* for; 1 if something is wrong in one."""
    if asked.twins:
        return play_pairs(asked)
    if asked.plant:
        return find_plants(asked)
    wrong = 0
    for plan in [kept.plan for kept in KEPT] if asked.kept else plans_of(asked):
        wrong += play_one(plan, asked)
    return min(wrong, 1)


def plans_of(asked: Namespace) -> list[Plan]:
    """The seasons that are asked for."""
    without = tuple(int(number) for number in asked.without.split(",") if number)
    weather = ROUGH if asked.rough else Weather()
    skipped = tuple(
        (int(who), int(number))
        for who, _colon, number in (one.partition(":") for one in asked.skip.split(",") if one)
    )
    return [
        Plan(
            asked.seed + number,
            asked.people,
            asked.days,
            weather,
            asked.quiet,
            without,
            skipped,
        )
        for number in range(asked.seasons)
    ]


def play_pairs(asked: Namespace) -> int:
    """Play each season with its twin; 1 if somebody may notice. With `plant`, until that leak is
    found; 1 if it is not."""
    wrong = 0
    for number in range(asked.seasons):
        plan = Plan(asked.seed + number, asked.people, asked.days)
        leak = LEAKS[asked.plant]() if asked.plant else None
        twins = play_twins(plan, plant=leak)
        print(twins.line(), flush=True)
        if twins.faults:
            wrong += 1
            print((twins.second or twins.first).told(), flush=True)
            if asked.plant:
                return 0
    return 1 if asked.plant else min(wrong, 1)


def play_one(plan: Plan, asked: Namespace) -> int:
    """Play one season and tell of it; 1 if something is wrong."""
    stop = pdb.set_trace if asked.debug else lambda: None
    report = play(plan, events=asked.events, at_the_end=stop)
    print(line_of(report), flush=True)
    if asked.verbose:
        print(*(f"{times:7d}  {what}" for what, times in report.done.items()), sep="\n")
        print(*(f"{times:7d}  {what}" for what, times in report.ran.items()), sep="\n")
        print(*(f"{times:7d}  {what}" for what, times in report.warnings.items()), sep="\n")
    if report.faults:
        print(report.told(), flush=True)
        if asked.shrink:
            print(shrunk(report, asked.tries).told(), flush=True)
        return 1
    if asked.twice:
        again = play(plan, events=asked.events)
        if (again.digest, again.trace) != (report.digest, report.trace):
            print(f"not the same again: {line_of(again)}")
            if again.faults:
                print(again.told())
            return 1
    return 0


def line_of(report: Report) -> str:
    """A season in one line."""
    plan, seconds = report.plan, max(report.seconds, 0.001)
    pace = (
        f"{report.events / seconds * 60:.0f} events, {plan.days / seconds * 60:.0f} days a minute"
    )
    return (
        f"seed {plan.seed}: {report.events} events, {report.requests} requests, "
        f"{report.matches} matches, {report.plies} plies, {report.mails} mails "
        f"in {seconds:.1f} s ({pace}) "
        f"digest {report.digest} trace {report.trace}"
    )


def shrunk(report: Report, tries: int, play: Callable[..., Report] = play) -> Report:
    """The same fault in a smaller season, after at most so many *tries*.

    People are left out, then visits of those who are left: halves of them, quarters, and one after
    the other. What is left out changes no lots of the others.
    """
    best, sign = report, _sign(report)

    def still(plan: Plan) -> bool:
        nonlocal best, tries
        tries -= 1
        tried = play(plan, events=2 * best.events + 200)
        is_same = bool(tried.faults) and _sign(tried) == sign
        if is_same:
            best = tried
        return is_same

    def leave_out(units: list[T], without: Callable[[Plan, list[T]], Plan]) -> None:
        size = max(len(units) // 2, 1)
        while units and tries > 0:
            at = 0
            while at < len(units) and tries > 0:
                chunk = units[at : at + size]
                if still(without(best.plan, chunk)):
                    units = units[:at] + units[at + size :]
                else:
                    at += size
            if size == 1:
                return
            size = max(size // 2, 1)

    people = [who for who in report.people if who not in report.plan.without]
    leave_out(people, lambda plan, some: replace(plan, without=(*plan.without, *some)))
    leave_out(list(best.visits), lambda plan, some: replace(plan, skipped=(*plan.skipped, *some)))
    return best


def _sign(report: Report) -> str:
    """What kind of fault it is, without numbers and what things are called."""
    return re.sub(r"\b[\w-]{10,}\b|\d", "", report.faults[0])[:120]


def with_plant(name: str) -> Callable[..., Report]:
    """`play` with that fault in the code."""
    return lambda plan, **asked: play(plan, plant=PLANTS[name].put(), **asked)


def find_plants(asked: Namespace) -> int:
    """Put each fault that is *asked* for into the code, and play until it is found: the season that
    has found it, then those that are asked for; 1 if one is not. What is found without it as well
    is another fault."""
    names = list(PLANTS) if asked.plant == "all" else asked.plant.split(",")
    missed = 0
    sound = cache(lambda plan, events: play(plan, events=events))
    print("| Planted | Seed | People, days | Events | Told as |\n|---|---|---|---|---|", flush=True)
    for name in names:
        for plan in (Plan(*PLANTS[name].seen), *plans_of(asked)):
            report = with_plant(name)(plan)
            if not report.faults:
                continue
            most = report.events + 1
            without = sound(plan, most if len(names) == 1 else None)  # whole: others ask for more
            if without.faults and without.events <= most:
                continue
            if asked.shrink:
                print(shrunk(report, asked.tries, with_plant(name)).told(), flush=True)
            told = report.faults[0].replace("|", "/")[:160]
            size = f"{plan.people}, {plan.days}"
            print(f"| {name} | {plan.seed} | {size} | {report.events} | {told} |", flush=True)
            break
        else:
            missed += 1
            print(f"| {name} | NOT FOUND in {asked.seasons} | | | |", flush=True)
    return min(missed, 1)
