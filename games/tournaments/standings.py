"""The table of a round robin, with its tie-breaks: pure, and the same for the same results.

Points come first: one for a win, a half for a draw. Equals are told apart, in this order, by the
results among them, where all of them have met; by wins; by Sonneborn-Berger over the matches that
were played (what those one has beaten have scored, and half of what those have with whom one drew).
Who is equal in all of it shares the place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

HALF = Fraction(1, 2)


class Outcome(StrEnum):
    """The result of a pairing."""

    OPEN = ""
    FIRST = "first"
    """Who had the first seat has won."""
    SECOND = "second"
    DRAW = "draw"
    VOID = "void"
    """It counts for nobody."""


POINTS: Mapping[Outcome, tuple[Fraction, Fraction]] = {
    Outcome.FIRST: (Fraction(1), Fraction(0)),
    Outcome.SECOND: (Fraction(0), Fraction(1)),
    Outcome.DRAW: (HALF, HALF),
}
"""What a pairing gives to its first and its second seat."""


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one pairing of two entries, by their keys."""

    first: int
    second: int
    outcome: Outcome
    is_forfeit: bool = False
    """Whether it was decided without play."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry's line of the table."""

    entry: int
    place: int | None
    """From 1, shared by equals; None for who stands outside of the standings."""
    points: Fraction
    wins: int
    berger: Fraction
    """Sonneborn-Berger, over matches that were played."""
    finished: int


class Rule(StrEnum):
    """The rules that tell equals apart, in this order."""

    DIRECT = "direct"
    WINS = "wins"
    BERGER = "berger"


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries with the same points, in their order."""

    entries: tuple[int, ...]
    points: Fraction
    rules: tuple[Rule, ...]
    """Those by which some of them were told apart."""
    is_shared: bool
    """Whether some of them are still equal, and share a place."""


def ties_of(
    entries: Sequence[int], scores: Iterable[Score], *, outside: Collection[int] = ()
) -> list[Tie]:
    """Return the ties of a table, from its top; of those *outside* there are none."""
    inside, counted = _inside(entries, scores, outside)
    points = {entry: _points(entry, counted) for entry in inside}
    return [
        Tie(
            entries=tuple(entry for group in groups for entry in group),
            points=points[groups[0][0]],
            rules=rules,
            is_shared=any(len(group) > 1 for group in groups),
        )
        for groups, rules in _levels(inside, counted, points)
        if len(groups) > 1 or len(groups[0]) > 1
    ]


def _inside(
    entries: Sequence[int], scores: Iterable[Score], outside: Collection[int]
) -> tuple[list[int], list[Score]]:
    """Return who stands in the standings, and what counts for them."""
    gone = set(outside)
    kept = [one for one in scores if one.outcome in POINTS and not {one.first, one.second} & gone]
    return [entry for entry in entries if entry not in gone], kept


def table_of(
    entries: Sequence[int], scores: Iterable[Score], *, outside: Collection[int] = ()
) -> list[Line]:
    """Return the table, best first; those *outside* of the standings come last, and their pairings
    count for nobody."""
    kept = [score for score in scores if score.outcome in POINTS]
    inside, counted = _inside(entries, kept, outside)
    points = {entry: _points(entry, counted) for entry in inside}
    lines = []
    place = 1
    for group in _ranked(inside, counted, points):
        lines += [_line(entry, place, counted, points) for entry in group]
        place += len(group)
    own = {entry: _points(entry, kept) for entry in outside}
    return lines + [_line(entry, None, kept, own) for entry in entries if entry in outside]


def _line(
    entry: int, place: int | None, scores: Sequence[Score], points: Mapping[int, Fraction]
) -> Line:
    return Line(
        entry=entry,
        place=place,
        points=points[entry],
        wins=_wins(entry, scores),
        berger=_berger(entry, scores, points),
        finished=sum(entry in (score.first, score.second) for score in scores),
    )


def _ranked(
    entries: Sequence[int], scores: Sequence[Score], points: Mapping[int, Fraction]
) -> Iterable[list[int]]:
    """Yield the entries in groups of equals, best first."""
    for groups, _rules in _levels(entries, scores, points):
        yield from groups


def _levels(
    entries: Sequence[int], scores: Sequence[Score], points: Mapping[int, Fraction]
) -> Iterable[tuple[list[list[int]], tuple[Rule, ...]]]:
    """Yield those with the same points, best first: in groups of equals, and by what they were told
    apart."""
    for level in _split(entries, points.__getitem__):
        keys: dict[Rule, Callable[[int], Fraction | int]] = {
            Rule.DIRECT: _direct(level, scores),
            Rule.WINS: lambda entry: _wins(entry, scores),
            Rule.BERGER: lambda entry: _berger(entry, scores, points),
        }
        groups, rules = [level], []
        for rule, key in keys.items():
            parted = [part for group in groups for part in _split(group, key)]
            if len(parted) > len(groups):
                rules.append(rule)
            groups = parted
        yield groups, tuple(rules)


def _split(entries: Iterable[int], key: Callable[[int], Fraction | int]) -> list[list[int]]:
    ranked = sorted(entries, key=key, reverse=True)
    return [list(group) for _value, group in groupby(ranked, key)]


def _direct(level: Sequence[int], scores: Sequence[Score]) -> Callable[[int], Fraction | int]:
    """Return what each has scored against the others who are level; nothing unless all have met."""
    among = [one for one in scores if one.first in level and one.second in level]
    pairs = {frozenset((one.first, one.second)) for one in among}
    if len(pairs) < len(level) * (len(level) - 1) // 2:
        return lambda _entry: 0
    return lambda entry: _points(entry, among)


def _points(entry: int, scores: Iterable[Score]) -> Fraction:
    return sum((_own_part(entry, score) for score in scores), Fraction(0))


def _own_part(entry: int, score: Score) -> Fraction:
    first, second = POINTS[score.outcome]
    return (first if score.first == entry else Fraction(0)) + (
        second if score.second == entry else Fraction(0)
    )


def _wins(entry: int, scores: Iterable[Score]) -> int:
    return sum(_own_part(entry, score) == 1 for score in scores)


def _berger(entry: int, scores: Iterable[Score], points: Mapping[int, Fraction]) -> Fraction:
    played = [score for score in scores if not score.is_forfeit]
    return sum(
        (
            _own_part(entry, score) * points.get(_other(entry, score), Fraction(0))
            for score in played
            if entry in (score.first, score.second)
        ),
        Fraction(0),
    )


def _other(entry: int, score: Score) -> int:
    return score.second if score.first == entry else score.first
