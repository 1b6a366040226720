"""Keep what a turn costs at this commit: `python -m tests.bench history`.

Adds a line to `history.tsv` beside this file and says which figure is a tenth or more worse than in
the line before. Processor time is kept in nodes of Xiongqi's perft, which the same machine makes
in that time, so that a slower machine is not taken for slower code. Changes that are not committed
have no name: then nothing is kept. Prints, never judges.
"""

from __future__ import annotations

import csv
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from tests.bench.bench_costs import ROOT, ROUNDS, measured
from tests.bench.bench_nation import xiongqi_pace
from tests.bench.one_turn import LATE

KEPT = Path(__file__).with_name("history.tsv")
HEADING = ("day", "commit", "nodes a second", "move, nodes", "board, nodes", "bytes", "statements")
WORSE = 1.1
"""So many times the figure of the line before is said."""

Line = dict[str, str]


def main() -> None:
    """Measure, print, and keep the line if the tree is a commit."""
    lines = kept_lines()
    line = _measured_line()
    print("\t".join(HEADING))
    for shown in (*lines[-5:], line):
        print("\t".join(shown[name] for name in HEADING))
    for sentence in worse(lines[-1], line) if lines else ():
        print(sentence)
    if _git("status", "--porcelain", "--untracked-files=no"):
        print("Not kept: there are changes that are not committed.")
    else:
        keep([*(one for one in lines if one["commit"] != line["commit"]), line])


def worse(before: Line, now: Line) -> list[str]:
    """Return a sentence for each figure that is a tenth or more above that of the line *before*."""
    found = []
    for name in HEADING[3:]:
        ratio = int(now[name]) / int(before[name])
        if ratio >= WORSE:
            found.append(f"{name}: {ratio:.2f} times that of {before['commit']}")
    return found


def kept_lines(path: Path = KEPT) -> list[Line]:
    """Return the lines kept so far, the oldest first."""
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def keep(lines: list[Line], path: Path = KEPT) -> None:
    """Write *lines* in place of what is kept."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, HEADING, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def _measured_line() -> Line:
    paces = [xiongqi_pace()]
    answers = measured({"now": ROOT})["now"]
    pace = median([*paces, xiongqi_pace(), xiongqi_pace()])
    late = {
        name: median(figure for one in answers for figure in one[str(LATE)][name])
        for name in ("post ms", "board ms", "post bytes", "board bytes")
    }
    figures = (
        datetime.now(UTC).date().isoformat(),
        _git("rev-parse", "--short=8", "HEAD"),
        round(pace),
        round(late["post ms"] * pace / 1000),
        round(late["board ms"] * pace / 1000),
        round(late["post bytes"] + late["board bytes"]),
        sum(answers[-1][f"statements at {LATE}"]),
    )
    print(f"Medians of {ROUNDS} rounds, at ply {LATE}\n")
    return dict(zip(HEADING, map(str, figures), strict=True))


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
