"""The lines of docs/bots.md: one for each pair of players of a game that was played last."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.bench.bots.figures import Score, elo, elo_intervals

KEPT = Path(__file__).resolve().parents[3] / "docs" / "bots.md"
HEADING = (
    "| first | second | won, drawn, lost | score, 95 % interval | plies "
    "| seconds a move: median, worst | commit, seed |\n|---|---|---|---|---|---|---|"
)


class Row(NamedTuple):
    """How a pair did, as the first of the two sees it."""

    slug: str
    first: str
    second: str
    score: Score
    plies: float
    median: float
    worst: float
    made: str

    @property
    def line(self) -> str:
        """The line of the table."""
        low, high = self.score.interval
        return (
            f"| {self.first} | {self.second} | {self.score.won}, {self.score.drawn}, "
            f"{self.score.lost} | {self.score.share:.0%} [{low:.0%}, {high:.0%}] "
            f"| {self.plies:.0f} | {self.median:.2f}, {self.worst:.2f} | {self.made} |"
        )


def keep(row: Row, path: Path = KEPT) -> None:
    """Put the line of *row* in the section of its game, in place of what that pair had before."""
    text = path.read_text(encoding="utf-8")
    begin, end = f"<!-- {row.slug} -->", f"<!-- end of {row.slug} -->"
    before, rest = text.split(begin)
    inside, after = rest.split(end)
    lines = {_pair(line): line for line in inside.splitlines() if _is_result(line)}
    lines[row.first, row.second] = row.line
    ratings = _ratings({pair: _score(line) for pair, line in lines.items()})
    section = "\n".join(["", HEADING, *lines.values(), "", ratings, ""])
    path.write_text(before + begin + section + end + after, encoding="utf-8")


def _is_result(line: str) -> bool:
    return line.startswith("| ") and not line.startswith("| first ")


def _pair(line: str) -> tuple[str, str]:
    first, second = line.strip("| ").split(" | ")[:2]
    return first, second


def _score(line: str) -> Score:
    return Score(*map(int, line.split(" | ")[2].split(", ")))


def _ratings(results: dict[tuple[str, str], Score]) -> str:
    """Elo points of everybody in the table, the easy level being 0, with bootstrapped intervals."""
    names = {name for pair in results for name in pair}
    anchor = "easy" if "easy" in names else min(names)
    found, reach = elo(results, anchor), elo_intervals(results, anchor, "docs")
    rows = [
        f"{name} {found[name]:+.0f} [{reach[name][0]:+.0f}, {reach[name][1]:+.0f}]"
        for name in sorted(found, key=lambda name: -found[name])
    ]
    return f"Elo points, {anchor} being 0, with 95 % intervals: " + "; ".join(rows) + "."
