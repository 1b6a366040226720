"""What a number of matches tells: intervals, ratings, and when enough have been played."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple

Z = 1.959964
"""Of a 95 % interval."""
CERTAIN = math.log(19)
"""The log-likelihood ratio at which a sequential test with 5 % of either error ends."""
RESAMPLED = 200


class Score(NamedTuple):
    """Matches won, drawn and lost by the first of two players."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Of the points, a drawn match being half a point; a half where none was played."""
        return (self.won + self.drawn / 2) / self.matches if self.matches else 0.5

    def with_points(self, points: float) -> Score:
        """One match more, which brought 1, 0.5 or 0 points."""
        return Score(
            self.won + (points == 1), self.drawn + (points == 0.5), self.lost + (not points)
        )

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval of the share."""
        count, share = self.matches, self.share
        if not count:
            return 0.0, 1.0
        middle = (share + Z * Z / 2 / count) / (1 + Z * Z / count)
        reach = math.sqrt(share * (1 - share) / count + Z * Z / 4 / count**2)
        reach *= Z / (1 + Z * Z / count)
        return max(0.0, middle - reach), min(1.0, middle + reach)


def expected(elo: float) -> float:
    """The share of points that a lead of so many Elo points stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def likelihood_ratio(score: Score, low: float, high: float) -> float:
    """The log of how much likelier a lead of *high* Elo points is than one of *low*."""
    count, share = score.matches, score.share
    if not count:
        return 0.0
    spread = (score.won * (1 - share) ** 2 + score.drawn * (0.5 - share) ** 2) / count
    spread += score.lost * share**2 / count
    spread = max(spread, 1 / (4 * count))  # a clean sheet is no proof of certainty
    least, most = expected(low), expected(high)
    return count * (most - least) * (2 * share - least - most) / (2 * spread)


def verdict(score: Score, low: float, high: float) -> str:
    """What a sequential test says by now: "stronger", "not stronger", or nothing yet."""
    ratio = likelihood_ratio(score, low, high)
    return "stronger" if ratio >= CERTAIN else "not stronger" if ratio <= -CERTAIN else ""


Results = Mapping[tuple[str, str], Score]
"""By the names of two players, the first one's score."""


def elo(results: Results, anchor: str) -> dict[str, float]:
    """Ratings that explain *results* best (Bradley and Terry), that of *anchor* being 0.

    Half a drawn match is added to every pair, so that a clean sheet has a finite rating.
    """
    names = sorted({name for pair in results for name in pair})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(400):
        found = {name: _updated(name, strength, results) for name in names}
        mean = math.exp(sum(map(math.log, found.values())) / len(found))
        strength = {name: value / mean for name, value in found.items()}
    zero = strength.get(anchor, 1.0)
    return {name: 400 * math.log10(value / zero) for name, value in strength.items()}


def _updated(name: str, strength: Mapping[str, float], results: Results) -> float:
    points = weight = 0.0
    for pair, score in results.items():
        if name in pair:
            count = score.matches + 0.5
            share = score.won + score.drawn / 2 + 0.25
            points += share if name == pair[0] else count - share
            weight += count / (strength[pair[0]] + strength[pair[1]])
    return points / weight


def elo_intervals(results: Results, anchor: str, seed: str) -> dict[str, tuple[float, float]]:
    """For each player the middle 95 % of its ratings when matches are drawn anew (bootstrap)."""
    chance = random.Random(seed)
    drawn: dict[str, list[float]] = {}
    for _ in range(RESAMPLED):
        again = {pair: _resampled(score, chance) for pair, score in results.items()}
        for name, rating in elo(again, anchor).items():
            drawn.setdefault(name, []).append(rating)
    cut = RESAMPLED // 40
    return {
        name: (sorted(ratings)[cut], sorted(ratings)[-1 - cut]) for name, ratings in drawn.items()
    }


def _resampled(score: Score, chance: random.Random) -> Score:
    # half a match more on either side: a clean sheet is no proof of certainty
    weights = (score.won + 0.5, score.drawn, score.lost + 0.5)
    points = chance.choices((1.0, 0.5, 0.0), weights=weights, k=score.matches)
    return Score(points.count(1.0), points.count(0.5), points.count(0.0))
