"""What a turn costs, beside a turn before it was made cheap: `python -m tests.bench costs`.

Both trees run in processes of their own and take turns in short rounds, so that a busy machine
slows them alike. Beside them stand the rows of a turn written by Django alone. First processor time
of one process, through Django's test client, and of this tree by layers; then turns a second over
HTTP, asked by asynchronous clients, embedded and on PostgreSQL and Redis. Prints, never judges.
`ROUNDS=2 SECONDS=2 python -m tests.bench costs` is a short one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.bench.one_turn import EARLY, LATE
from tests.bench.tables import print_heading, print_row
from tests.running.signals import end_in_good_order
from tests.running.stores import servers_missing

BEFORE = "1bdd2111"
"""The commit before less was done around a turn (docs/adr/0027-less-around-a-turn.md)."""
ROUNDS, TURNS = int(os.environ.get("ROUNDS", "6")), 6
ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("one_turn.py")
HOUSE = Path(__file__).with_name("one_house.py")
LEVELS = ((1, 2, 6), (10, 2, 1), (50, 1, 1))
"""Matches at once, in a row at each pair, and pairs that play one after the other: nobody comes
near the moves that one may make in a minute."""
HTTP_ROUNDS, HTTP_SECONDS = max(ROUNDS // 2, 1), float(os.environ.get("SECONDS", "5"))
HTTP_FIGURES = ("turns/s", "ms until the other holds it", "processor ms of the web process")

COLUMNS = {"per turn": 34, "before": 20, "now": 20, "ratio": 6}
HTTP_COLUMNS = {"over HTTP": 44, "before": 20, "now": 20, "ratio": 6, "bare Django": 20}
LAYER_COLUMNS = {"ms of this tree by layer": 34, "post": 20, "board": 20}


def main() -> None:
    """Print the table."""
    end_in_good_order()
    with older_tree() as older:
        trees = {"before": older, "now": ROOT}
        _print_costs(trees)
        _print_layers()
        print(f"Over HTTP, {HTTP_ROUNDS} rounds of {HTTP_SECONDS:g} s; medians, and (least-most)")
        _print_http(trees, "embedded")
        missing = servers_missing()
        if missing:
            print(f"PostgreSQL and Redis were left out: {missing}")
        else:
            _print_http(trees, "servers")


def _print_costs(trees: dict[str, Path]) -> None:
    answers = measured(trees)
    print(f"Processor time of a turn, {ROUNDS} rounds of {TURNS} turns by turns, before: {BEFORE}")
    print("Medians, and in brackets the quarters between which half of all turns lie.")
    print_heading(COLUMNS)
    for name in ("post ms", "board ms", "post bytes", "board bytes"):
        for ply in (EARLY, LATE):
            found = {tree: _gathered(answers[tree], str(ply), name) for tree in trees}
            _print(f"{name} at ply {ply}", found)
        growth = {tree: _growth(answers[tree], name) for tree in trees}
        print_row(COLUMNS, [f"{name}: growth", *(f"{growth[tree]:.2f}" for tree in trees), ""])
    for number, name in enumerate(("statements of a move", "statements of a board")):
        counts = [str(answers[tree][-1][f"statements at {LATE}"][number]) for tree in trees]
        print_row(COLUMNS, [name, *counts, ""])
    rows = {tree: [ms for one in answers[tree] for ms in one["bare ms"]] for tree in trees}
    _print("rows written by Django alone, ms", rows)


def _print_layers() -> None:
    command = [sys.executable, "-m", "tests.bench.layers"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    print_heading(LAYER_COLUMNS)
    for layer in found["post"]:
        print_row(LAYER_COLUMNS, [layer, *(f"{found[name][layer]:.2f}" for name in found)])


def _print_http(trees: dict[str, Path], kind: str) -> None:
    """Sites stay up; of each level every one has a few seconds, by turns."""
    kinds = {name: (tree, [kind]) for name, tree in trees.items()}
    kinds["bare"] = ROOT, [kind, "bare"]
    answers: dict[tuple[str, int], list[list[float]]] = {}
    with ExitStack() as running:
        houses = {}
        for name, (tree, words) in kinds.items():
            houses[name] = running.enter_context(_asked(tree, HOUSE, *words))
            _read_from(houses[name])  # it stands: two would collect one tree's static files at once
        for _round in range(HTTP_ROUNDS):
            for matches, *in_a_row in LEVELS:
                for name, house in houses.items():
                    found = _answer_of(house, json.dumps([matches, *in_a_row, HTTP_SECONDS]))
                    answers.setdefault((name, matches), []).append(found)
    print(f"\n{kind}")
    print_heading(HTTP_COLUMNS)
    for number, what in enumerate(HTTP_FIGURES):
        for matches, *_in_a_row in LEVELS:
            rows = {name: [one[number] for one in answers[name, matches]] for name in kinds}
            before, now, bare = (
                f"{median(figures):,.1f} ({min(figures):,.1f}-{max(figures):,.1f})"
                for figures in rows.values()
            )
            ratio = f"{median(rows['now']) / median(rows['before']):.2f}"
            print_row(HTTP_COLUMNS, [f"{what}, {matches} at once", before, now, ratio, bare])


def _answer_of(house: subprocess.Popen[str], question: str) -> Any:
    assert house.stdin is not None
    house.stdin.write(f"{question}\n")
    house.stdin.flush()
    return _read_from(house)


def _read_from(house: subprocess.Popen[str]) -> Any:
    assert house.stdout is not None
    return json.loads(house.stdout.readline())


@contextmanager
def older_tree() -> Iterator[Path]:
    """A tree of the commit before, for a while."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", tree, BEFORE], cwd=ROOT, check=True
        )
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def measured(trees: dict[str, Path]) -> dict[str, list[dict[str, Any]]]:
    """What each tree has answered, round by round."""
    answers: dict[str, list[dict[str, Any]]] = {name: [] for name in trees}
    with ExitStack() as running:
        houses = {name: running.enter_context(_asked(tree, SCRIPT)) for name, tree in trees.items()}
        for _round in range(ROUNDS):
            for name, house in houses.items():
                answers[name].append(_answer_of(house, str(TURNS)))
    return answers


@contextmanager
def _asked(tree: Path, script: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that measures *tree* when it is asked to, and ends when nobody asks any more."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, script, *words], cwd=tree, stdin=pipe, stdout=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()


def _gathered(answers: list[dict[str, Any]], ply: str, name: str) -> list[float]:
    return [figure for one in answers for figure in one[ply][name]]


def _growth(answers: list[dict[str, Any]], name: str) -> float:
    early, late = (median(_gathered(answers, str(ply), name)) for ply in (EARLY, LATE))
    return late / early


def _print(name: str, found: dict[str, list[float]]) -> None:
    before, now = (median(found[tree]) for tree in ("before", "now"))
    cells = [f"{median(figures):,.1f} ({_quarters(figures)})" for figures in found.values()]
    print_row(COLUMNS, [name, *cells, f"{now / before:.2f}"])


def _quarters(figures: list[float]) -> str:
    low, _middle, high = quantiles(figures, n=4)
    return f"{low:,.1f}-{high:,.1f}"


if __name__ == "__main__":
    main()
