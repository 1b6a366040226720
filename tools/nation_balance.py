"""How hard the stages of Nation are: `python -m tools.nation_balance` (or `make nation-balance`).

For every stage: how often random play wins, by how much greedy play and
looking ahead lead in the end, from which round on the latter would win
without another command, and which plans win. `--write` keeps the table in
docs/nation-balance.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from engines.core.dice import Dice
from engines.nation.library import NEWEST, shipped
from engines.nation.lookahead import Strategist, lead, onward
from engines.nation.moves import TRAIN, Move
from engines.nation.npc import decision_of
from engines.nation.plans import PLANS
from engines.nation.policies import greedy_move, random_move
from engines.nation.progress import opening
from engines.nation.world import Snapshot

PAGE = Path(__file__).resolve().parents[1] / "docs" / "nation-balance.md"
MATCHES = 40
"""How many random matches are played a stage."""


Policy = Callable[[Snapshot], Move]


@dataclass(frozen=True)
class Played:
    """A whole match: where the player's turns began, and where it ended."""

    turns: tuple[Snapshot, ...]
    end: Snapshot

    @property
    def won(self) -> bool:
        """Whether the player is first; of equals the other is, which has one more by now."""
        return lead(self.end) > 0

    @property
    def margin(self) -> int:
        """The lead in percent of the strongest rival's power."""
        best = max(nation.power for nation in self.end.nations[:-1])
        return round(100 * lead(self.end) / max(best, 1))

    @property
    def decided(self) -> int:
        """The first round from which on training alone would win; one after the last if none."""
        for here in self.turns:
            if played_on(here, lambda _: TRAIN).won:
                return here.round
        return self.end.terms.rounds + 1


def played_on(now: Snapshot, policy: Policy) -> Played:
    """The match from *now* on, the player's seat played by *policy*."""
    turns: list[Snapshot] = []
    while not now.over:
        if now.turn != now.player:
            now = onward(now, decision_of(now).move)
            continue
        if not turns or turns[-1].round < now.round:
            turns.append(now)
        now = onward(now, policy(now))
    return Played(tuple(turns), now)


@dataclass(frozen=True)
class Row:
    """What is found of one stage."""

    stage: str
    chapter: int
    rounds: int
    rivals: int
    random: int
    greedy: int
    ahead: int
    decided: int
    plans: dict[str, int]
    """By how many percent each plan leads in the end."""

    @property
    def cells(self) -> list[str]:
        """The row of the table."""
        winning = [f"{name} {margin:+d}" for name, margin in self.plans.items() if margin > 0]
        return [
            self.stage,
            str(self.rounds),
            str(self.rivals),
            f"{self.random}/{MATCHES}",
            f"{self.greedy:+d} %",
            f"{self.ahead:+d} %",
            str(self.decided),
            ", ".join(winning) or "none",
        ]

    @property
    def all_plans(self) -> str:
        """Every plan with its lead."""
        return ", ".join(f"{name} {margin:+d}" for name, margin in self.plans.items())


def measured(stage: str) -> Row:
    """Play a stage in every way."""
    content = shipped(NEWEST)
    start, terms = opening(content, stage), content.stages[stage]
    ahead = played_on(start, Strategist().move)
    return Row(
        stage,
        terms.chapter,
        terms.rounds,
        len(terms.openings) - 1,
        sum(_random_match(start, number).won for number in range(MATCHES)),
        _margin(played_on(start, greedy_move)),
        _margin(ahead),
        ahead.decided,
        {plan.name: _margin(played_on(start, Strategist(plan).move)) for plan in PLANS},
    )


def _margin(played: Played) -> int:
    """The margin, at least one where it is a win, and not above 0 where it is none."""
    return max(played.margin, 1) if played.won else min(played.margin, 0)


def _random_match(start: Snapshot, number: int) -> Played:
    dice = Dice(b"balance", str(number))
    return played_on(start, lambda now: random_move(now, dice))


HEADINGS = [
    "Stage",
    "Rounds",
    "Rivals",
    "Random",
    "Greedy",
    "Ahead",
    "Decided in",
    "Plans that win",
]


def table(rows: list[Row]) -> str:
    """The rows as a table of Markdown."""
    lines = [HEADINGS, ["---"] * len(HEADINGS), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> int:
    """Measure what is asked for, or all stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", nargs="*")
    parser.add_argument("--write", action="store_true", help="keep the table in the document")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    stages = asked.stages or list(shipped(NEWEST).stages)
    with ProcessPoolExecutor(asked.workers) as pool:
        rows = []
        for row in pool.map(measured, stages):
            rows.append(row)
            print(" | ".join([*row.cells[:-1], row.all_plans]), flush=True)
    if asked.write:
        head, mark, _ = PAGE.read_text().partition("<!-- table -->\n")
        PAGE.write_text(f"{head}{mark}{table(rows)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
