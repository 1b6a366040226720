"""Glicko-2 as in Glickman's paper (2013), with parts of a rating period.

Every match is a period of its own. Between two matches the deviation grows with the time
passed, so who has been away is less well known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

SCALE = 173.7178
TAU = 0.5
"""How fast a volatility may change."""
CLOSE_ENOUGH = 1e-6
START_RATING, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
PERIOD = timedelta(days=7)
"""The time in which the deviation of somebody who does not play grows by one volatility."""
PROVISIONAL = 110.0
"""A rating with a larger deviation is marked as provisional."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating with its deviation, both on the usual scale around 1500, and its volatility."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


def aged(strength: Strength, periods: float) -> Strength:
    """Return the same after *periods* without a match: no better known than a newcomer at most."""
    phi = math.hypot(strength.deviation / SCALE, strength.volatility * math.sqrt(periods))
    deviation = min(phi * SCALE, START_DEVIATION)
    return Strength(strength.rating, deviation, strength.volatility)


def rated(
    strength: Strength, results: Sequence[tuple[Strength, float]], periods: float = 1.0
) -> Strength:
    """Return the strength after *results* (opponent and score: 1, ½ or 0) in so many periods.

    Opponents count as they were before. Without results it only ages.
    """
    if not results:
        return aged(strength, periods)
    mu, phi = (strength.rating - START_RATING) / SCALE, strength.deviation / SCALE
    terms = [_term(mu, opponent, score) for opponent, score in results]
    variance = 1 / sum(information for information, _surplus in terms)
    surplus = sum(part for _information, part in terms)
    sigma = _new_volatility(strength.volatility, phi, variance, variance * surplus)
    begun = math.sqrt(phi * phi + periods * sigma * sigma)
    ended = 1 / math.sqrt(1 / (begun * begun) + 1 / variance)
    rating = (mu + ended * ended * surplus) * SCALE + START_RATING
    return Strength(rating, min(ended * SCALE, START_DEVIATION), sigma)


def expected(strength: Strength, opponent: Strength) -> float:
    """Return the score to be expected against the opponent, between 0 and 1."""
    mu = (strength.rating - START_RATING) / SCALE
    return _expected(mu, opponent)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(mu: float, opponent: Strength) -> float:
    other = (opponent.rating - START_RATING) / SCALE
    return 1 / (1 + math.exp(-_weight(opponent.deviation / SCALE) * (mu - other)))


def _term(mu: float, opponent: Strength, score: float) -> tuple[float, float]:
    """Return what one result tells (steps 3 and 4): its part of 1/v, and of Δ/v."""
    weight, chance = _weight(opponent.deviation / SCALE), _expected(mu, opponent)
    return weight * weight * chance * (1 - chance), weight * (score - chance)


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f between two bounds, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        total = phi * phi + variance + power
        return power * (delta * delta - total) / (2 * total * total) - (x - start) / (TAU * TAU)

    low, high = start, _upper(f, start, delta * delta - phi * phi - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _upper(f: Callable[[float], float], start: float, surprise: float) -> float:
    if surprise > 0:
        return math.log(surprise)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
