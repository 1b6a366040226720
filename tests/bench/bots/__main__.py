"""`make bots`: how strong every level is. Prints, and keeps the table in docs/bots.md on request.

`python -m tests.bench.bots GAME --matches N` plays each level against the one below and against
the players of that game that never change (`players.py`); `--pair A:B` one pair alone, `--all` all
levels against each other. With `--sprt LOW HIGH` a pair ends once it is as good as certain that
its first player leads the second by HIGH Elo points, or by no more than LOW. `--write` keeps the
lines in docs/bots.md, with commit and seed: each as it stands after every ten matches, so that
what was played counts even if it is stopped.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median

from engines.catalogue import GAMES, meta_for
from engines.core.engine import Terms
from engines.registry import bot_for, engine_for
from tests.bench.bots.figures import Score, verdict
from tests.bench.bots.matches import Player, Timed, pairs
from tests.bench.bots.players import REFERENCES
from tests.bench.bots.report import Row, keep
from tests.running.signals import end_in_good_order

ROOT = Path(__file__).resolve().parents[3]
STEP = 10
"""Matches after which the row of a pair is kept as it stands."""
PLAYED = [meta.slug for meta in GAMES if not meta.solo]


def players_of(slug: str) -> dict[str, Callable[[], Player]]:
    """Every player of a game by name: the levels first, weakest first."""
    levels = {level: _level(slug, level) for level in meta_for(slug).bot_levels}
    return {**levels, **REFERENCES[slug]}


def _level(slug: str, level: str) -> Callable[[], Player]:
    return lambda: bot_for(slug, level)


def usual_pairs(slug: str) -> Iterator[tuple[str, str]]:
    """What the levels promise: to beat the one below, and how they stand to fixed players."""
    levels = meta_for(slug).bot_levels
    yield "patient", levels[0]
    for below, level in pairwise(levels):
        yield level, below
        for name in REFERENCES[slug]:
            yield level, name


def rows(slug: str, pair: tuple[str, str], arguments: argparse.Namespace) -> Iterator[Row]:
    """Play one pair of players: how it stands after every ten matches, and at the end."""
    engine = engine_for(slug, meta_for(slug).rules_version)
    makers = players_of(slug)
    first, second = (Timed(makers[name]()) for name in pair)
    options = {name: values[0] for name, values in engine.meta.options.items()}
    made = f"{_commit()} {arguments.seed}"
    score, plies = Score(), 0
    try:
        for played in pairs(engine, first, second, arguments.seed, Terms(options)):
            score, plies = score.with_points(played.points), plies + played.plies
            count = score.matches
            times = median(first.times), max(first.times)
            row = Row(slug, *pair, score, plies / count, *times, made)
            is_decided = arguments.sprt and count % 2 == 0 and verdict(score, *arguments.sprt)
            is_last = count >= arguments.matches or bool(is_decided)
            if is_last or count % STEP == 0:
                yield row
            if is_last:
                break
    finally:
        for timed in (first, second):
            getattr(timed.player, "close", lambda: None)()


def _commit() -> str:
    """What is tried: the short name of the commit, with a plus if files have changed since."""
    answers = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "engines"))
    ]
    return answers[0] + "+" * bool(answers[1])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bots", description=__doc__)
    parser.add_argument("game", nargs="*", help=f"of {', '.join(PLAYED)}; all without any")
    parser.add_argument("--matches", type=int, default=40, help="for each pair")
    parser.add_argument("--pair", action="append", help="as strong:medium", default=[])
    parser.add_argument("--all", action="store_true", help="every level against every other")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"))
    parser.add_argument("--write", action="store_true", help="keep the lines in docs/bots.md")
    return parser.parse_args()


def main() -> None:
    """Print each line as soon as its matches are over."""
    end_in_good_order()
    arguments = _arguments()
    asked = [tuple(pair.split(":")) for pair in arguments.pair]
    for slug in arguments.game or PLAYED:
        levels = meta_for(slug).bot_levels
        every = [(stronger, weaker) for weaker, stronger in combinations(levels, 2)]
        for first, second in asked or (every if arguments.all else usual_pairs(slug)):
            for row in rows(slug, (first, second), arguments):
                if arguments.write:
                    keep(row)
            print(row.line, flush=True)


if __name__ == "__main__":
    main()
