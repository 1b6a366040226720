"""The table of drives: what is done with twins, with the tests and by night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.boards.names import presenter_for
from tests.secrecy import beside, changes, comparisons, moments, plans, sources
from tests.secrecy.breaking import breaking, cells_to_break, failing_thoughts
from tests.secrecy.comparisons import numbered_pairs
from tests.secrecy.house import Showcase, showcase
from tests.secrecy.leaking import Find, Numbers, at_once, by, in_play, pairs_like
from tests.secrecy.pace import answered_at
from tests.secrecy.work import work_after_moves
from tests.secrecy.worlds import HIDDEN_GAMES


def at(*numbers: int) -> Numbers:
    """Those pairs in every game."""
    return lambda game: list(numbers)


def none(game: str) -> Sequence[int]:
    """No pair: a drive of the night alone."""
    return ()


def once(game: str) -> Sequence[int]:
    """One run of a drive that chooses its pairs by itself."""
    return (0,)


@dataclass(frozen=True)
class Drive:
    """What is done with twins of a game that hides something; it yields where they differ."""

    run: Find
    """The comparison, at numbers of pairs."""
    tests: Callable[[str], Sequence[int]] = none
    """The pairs of a run of the tests, by game."""
    share: float = 0
    """How many pairs by night, of all that it looks at; 0 is a single run."""
    first: int = 0
    """The number of the first of them."""
    rotates: bool = True
    """Whether a run of the gate may leave it to another day."""

    def by_night(self, size: int, half: int) -> Sequence[int]:
        """The pairs of one half of a night of that size."""
        if not self.share:
            return (half,)
        return range(self.first + half, self.first + max(int(size * self.share), 2), 2)


def that_can_break(game: str) -> Sequence[int]:
    """The first pair in which all places can be come by."""
    with showcase(game) as shown:
        found = numbered_pairs(game, range(8001, 8099))
        return [next(number for number, pair in found if cells_to_break(shown, pair))]


def fought(game: str) -> Sequence[int]:
    """Pairs of which those are taken in which a battle ends alike."""
    return range(20) if presenter_for(game).has_battles else ()


def a_share_of_changes(showcase: Showcase, numbers: Sequence[int]) -> comparisons.Found:
    """Half of what befalls matches in each game."""
    names = list(changes.CHANGES)[HIDDEN_GAMES.index(showcase.house.game) :: len(HIDDEN_GAMES)]
    return changes.after_changes(showcase, numbers, names)


DRIVES: dict[str, Drive] = {
    "T1 at a glance": Drive(by(comparisons.glancing, kind="T1"), share=1, first=10_000),
    "T1 looked at": Drive(by(comparisons.looking, kind="T1"), share=0.02, first=15_000),
    "at a glance": Drive(comparisons.glancing, at(*range(4, 60)), 0.4, 25_000),
    "looked at": Drive(comparisons.looking, at(*range(4)), 0.04, 20_000, rotates=False),
    "played on": Drive(by(comparisons.playing, others=1), at(*range(20))),
    "played at length": Drive(comparisons.playing_at_length, share=0.11, first=30_000),
    "tried": Drive(comparisons.trying, at(*range(12))),
    "tried at length": Drive(by(comparisons.trying, each=100), share=0.05, first=40_000),
    "fought": Drive(comparisons.fighting, fought, 0.2, 50_000),
    "behind the pages": Drive(comparisons.behind_the_pages, share=0.1, first=60_000),
    "closed accounts": Drive(
        comparisons.closing, pairs_like(in_play, count=3), 0.01, rotates=False
    ),
    "bots": Drive(comparisons.thinking, at(*range(3000, 3030)), 0.2, 70_000, rotates=False),
    "chance of bots": Drive(sources.dice_of_bots, at(*range(6)), 0.2, 70_000),
    "armies": Drive(sources.armies_of_the_house, at(*range(12)), 0.2, 70_000),
    "chance": Drive(at_once(sources.matches_begun), once),
    "work": Drive(work_after_moves, at(*range(5)), 0.04, 72_000),
    "pace of bots": Drive(answered_at, at(*range(5)), 0.15, 73_000),
    "failing thoughts": Drive(failing_thoughts, at(*range(6)), 0.02, 74_000),
    "after changes": Drive(a_share_of_changes, pairs_like(in_play)),
    "after all changes": Drive(changes.after_changes, share=0.01, first=71_000),
    "worked out": Drive(beside.worked_out, pairs_like(beside.judged), 0.02, 75_000),
    "opinions": Drive(
        beside.opinions_after_the_end, pairs_like(beside.judged, count=3), 0.04, 76_000
    ),
    "lists asked": Drive(comparisons.asked_of_lists, at(5000), 0.02, 80_000),
    "in many secrets": Drive(comparisons.in_many_secrets, at(0, 1), 0.2, 100),
    "every cell": Drive(comparisons.everywhere, share=0.022, first=7000),
    "the player's cells": Drive(comparisons.everywhere_at_the_board, share=0.026, first=7500),
    "in every manner": Drive(comparisons.in_every_manner, at(85_000), 0.1, 85_000),
    "every square": Drive(comparisons.asked_of_squares, at(86_000), 0.04, 86_000),
    "lists": Drive(comparisons.listed, at(87_000, 87_001), 0.4, 87_000),
    "for onlookers": Drive(moments.looked_on, at(0, 1), 0.1),
    "broken places": Drive(breaking, that_can_break, 0.01, 8000),
    "staff who play": Drive(at_once(comparisons.staff_at_the_board), once, rotates=False),
    "kept by browsers": Drive(at_once(comparisons.kept_by_browsers), once, rotates=False),
    "after the end of a right": Drive(
        at_once(beside.after_the_end_of_a_right), once, rotates=False
    ),
    "counted apart": Drive(at_once(beside.counted_apart), once, rotates=False),
    "onlookers behind": Drive(beside.behind_the_play, beside.behind, 0.01),
    "plans alone": Drive(at_once(plans.by_their_plans), once),
    "plans at the same time": Drive(at_once(plans.at_the_same_time), once),
    "plans refused": Drive(at_once(plans.refused), once),
    "plans in twins": Drive(plans.in_twins, at(*range(60)), 0.1),
}
"""What is done, by name; docs/secrecy.md says what for."""
