"""What a turn costs, beside a turn before it was made cheap: `python -m tests.bench costs`.

Both trees run in processes of their own and take turns in short rounds, so that a busy machine
slows them alike. Beside them stand the rows of a turn written by Django alone. Processor time of
one process, through Django's test client; over HTTP see `bench_turns`. Prints, never judges.
"""

from __future__ import annotations

import json
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

BEFORE = "e827276"
"""The commit before this work: "Lay games out as slices; add Gungi, Nation, lobby ..."."""
ROUNDS, TURNS = 6, 6
ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("one_turn.py")

COLUMNS = {"per turn": 34, "before": 20, "now": 20, "ratio": 6}


def main() -> None:
    """Print the table."""
    end_in_good_order()
    with older_tree() as older:
        trees = {"before": older, "now": ROOT}
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
        houses = {name: running.enter_context(_asked(tree)) for name, tree in trees.items()}
        for _round in range(ROUNDS):
            for name, house in houses.items():
                assert house.stdin is not None
                assert house.stdout is not None
                house.stdin.write(f"{TURNS}\n")
                house.stdin.flush()
                answers[name].append(json.loads(house.stdout.readline()))
    return answers


@contextmanager
def _asked(tree: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that measures *tree* when it is asked to, and ends when nobody asks any more."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, SCRIPT], cwd=tree, stdin=pipe, stdout=pipe, text=True
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
