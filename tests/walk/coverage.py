"""What the walk has met of the site, by what was really asked and run."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import filter as filter_names
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from django.urls import Resolver404, resolve

from config.celery import QUEUE_OF
from games.api.views import description
from games.bots.thinking import KINDS
from tests import routes
from tests.walk.unmet import REASONS
from tests.walk.walking import Outcome

FIRST_RUN = re.compile(r"first run of ([\w.]+)")
"""What a worker says of each kind of task once (config.celery)."""
FIRST_ANSWER = re.compile(r"first answer to (\w+)")
"""What it says of each kind of question that it asks its child (games.bots.thinking)."""


@lru_cache(maxsize=4096)
def route_of(path: str) -> str:
    """The name of the route that *path* leads to; "" for none."""
    try:
        found = resolve(unquote(path))
    except Resolver404:
        return ""
    return found.view_name or found.route


Met = dict[str, set[str]]
"""Of each thing, the names of the steps that met it."""


def routes_met(outcomes: Iterable[Outcome]) -> Met:
    """By answers that were none of a refusal."""
    met: Met = defaultdict(set)
    for outcome in outcomes:
        for asked in outcome.asked:
            if asked.status < 400:
                met[route_of(asked.path.partition("?")[0])].add(outcome.step.name)
    return met


@lru_cache(maxsize=1)
def operations() -> dict[str, re.Pattern[str]]:
    """Every operation of the API, and the requests that ask for it."""
    found = {}
    for path, methods in description()["paths"].items():
        for method in methods:
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
            found[f"{method.upper()} {path}"] = re.compile(f"{method.upper()} {pattern}")
    return found


def operations_met(outcomes: Iterable[Outcome]) -> Met:
    """Likewise."""
    met: Met = defaultdict(set)
    every = operations()
    for outcome in outcomes:
        said = {
            f"{asked.method} {asked.path.partition('?')[0]}"
            for asked in outcome.asked
            if asked.status < 400 and asked.path.startswith("/api/v1/")
        }
        for name, pattern in every.items():
            if any(map(pattern.fullmatch, said)):
                met[name].add(outcome.step.name)
    return met


def told_of(first: re.Pattern[str], logs: Iterable[Path]) -> Met:
    """By what the workers have said."""
    found = {name for log in logs for name in first.findall(log.read_text(errors="replace"))}
    return {name: {"a worker"} for name in found}


def all_met(outcomes: Sequence[Outcome], logs: Sequence[Path]) -> dict[str, tuple[set[str], Met]]:
    """Of each list its name, what stands there, and what was met."""
    names = {name for name, _pattern in routes.routes()}
    return {
        "routes": (names, routes_met(outcomes)),
        "operations": (set(operations()), operations_met(outcomes)),
        "tasks": (set(QUEUE_OF), told_of(FIRST_RUN, logs)),
        "questions": (set(KINDS), told_of(FIRST_ANSWER, logs)),
    }


def missing(lists: Mapping[str, tuple[set[str], Met]]) -> list[str]:
    """What was met by no step and is not listed with a reason; reasons for nothing."""
    found = []
    for kind, (names, met) in lists.items():
        left = {name for name in names if not met.get(name)}
        listed = {pattern: set(filter_names(names, pattern)) for pattern in REASONS[kind]}
        left.difference_update(*listed.values())
        found += [
            f"{kind}: {name} is met by no step: let one of tests/walk/steps meet it, or say why not"
            " in tests/walk/unmet.py"
            for name in sorted(left)
        ]
        found += [f"{kind}: {pattern} is none" for pattern, said in listed.items() if not said]
    return found


def summary(lists: Mapping[str, tuple[set[str], Met]]) -> list[str]:
    """A line for each list."""
    return [
        f"{kind}: {sum(bool(met.get(name)) for name in names)} of {len(names)} met"
        for kind, (names, met) in lists.items()
    ]
