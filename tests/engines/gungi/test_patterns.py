"""All 14 × 3 ways of moving, alone and obstructed, are those that `patterns` draws."""

from __future__ import annotations

import pytest

from engines.gungi.mobility import Reach, reach
from engines.gungi.squares import SQUARES
from tests.engines.gungi.patterns import FILE, KINDS, OBSTACLES, SIGNS, drawn, page

PAGES = {text.splitlines()[0]: text.rstrip() for text in FILE.read_text().split("\n\n")}
TIERS = [(kind, tier) for kind in KINDS for tier in (1, 2, 3)]


def found(kind: str, tier: int, obstacles: dict[str, str], rules: str) -> dict[str, str]:
    """The sign of every square by the engine's tables."""
    seen = reach(kind, tier, 0, "e5", obstacles, rules)
    return {square: SIGNS[_ways(seen, square)] for square in seen.squares}


def _ways(seen: Reach, square: str) -> str:
    return "x" * (square in seen.captures) + "+" * (square in seen.stacks)


def test_every_kind_and_tier_is_drawn() -> None:
    assert [*PAGES] == [f"{kind} {tier}" for kind, tier in TIERS]


@pytest.mark.parametrize(("kind", "tier"), TIERS)
def test_a_kind_at_a_tier(kind: str, tier: int) -> None:
    cases = [({}, "guide"), (OBSTACLES, "guide"), (OBSTACLES, "advanced")]
    boards = [drawn(blocks, kind, found(kind, tier, blocks, rules)) for blocks, rules in cases]
    assert page(kind, tier, boards) == PAGES[f"{kind} {tier}"]


@pytest.mark.parametrize(("kind", "tier"), TIERS)
def test_where_nothing_stands_in_the_way_all_rule_sets_agree(kind: str, tier: int) -> None:
    for square in SQUARES:
        for seat in (0, 1):
            assert reach(kind, tier, seat, square) == reach(
                kind, tier, seat, square, rules="advanced"
            )


@pytest.mark.parametrize(("kind", "tier"), TIERS)
def test_white_goes_as_black_turned_round(kind: str, tier: int) -> None:
    for rules in ("guide", "advanced"):
        black = reach(kind, tier, 0, "d4", _without("d4"), rules)
        turned = {_turned(square): stack.swapcase() for square, stack in _without("d4").items()}
        white = reach(kind, tier, 1, "f6", turned, rules)
        for mine, other in zip(_lists(black), _lists(white), strict=True):
            assert {*map(_turned, mine)} == {*other}


def test_what_there_is_not_is_refused() -> None:
    good = ("d", 1, 0, "e5")
    assert reach(*good).squares == ("e4", "e6")
    bad = [("x", 1, 0, "e5"), ("D", 1, 0, "e5"), ("d", 4, 0, "e5"), ("d", 0, 0, "e5")]
    bad += [("d", 1, 2, "e5"), ("d", 1, 0, "j5"), ("", 1, 0, "e5")]
    for piece in bad:
        with pytest.raises(ValueError, match="no such piece"):
            reach(*piece)
    for rules in ("intro", "beginner", "intermediate"):
        with pytest.raises(ValueError, match="no such piece"):
            reach("d", 3, 0, "e5", rules=rules)
    with pytest.raises(ValueError, match="no such piece"):
        reach(*good, rules="chess")
    for obstacles in ({"e5": "D"}, {"e9x": "D"}, {"k1": "D"}):
        with pytest.raises(ValueError, match="nothing can stand there"):
            reach(*good, obstacles)
    for stack in ("", "?", "DDDD", "MD", "D D"):
        with pytest.raises(ValueError, match="not a stack"):
            reach(*good, {"e6": stack})


def _without(square: str) -> dict[str, str]:
    return {name: stack for name, stack in OBSTACLES.items() if name != square}


def _turned(square: str) -> str:
    return "ihgfedcba"["abcdefghi".index(square[0])] + str(10 - int(square[1]))


def _lists(seen: Reach) -> tuple[tuple[str, ...], ...]:
    return seen.goes, seen.captures, seen.stacks
