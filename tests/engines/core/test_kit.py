"""The kit: dice, events, grids."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.dice import Dice
from engines.core.events import Event
from engines.core.grid import DIAGONAL, ORTHOGONAL, Grid
from engines.core.seats import BYSTANDER, Seat, Viewer

PINNED = [79, 68, 49, 99, 21, 37, 4, 75, 14, 45, 3, 39]
PINNED_SHUFFLE = [0, 5, 1, 2, 3, 7, 4, 6]
LEFT, RIGHT = Viewer.of(Seat(0)), Viewer.of(Seat(1))
ALL_EYES = Viewer(sees_all=True)


class TestDice:
    def test_seed_and_label_decide(self) -> None:
        assert rolls(b"seed", "1") == rolls(b"seed", "1")
        assert len({tuple(rolls(b"seed", "1")), tuple(rolls(b"seed", "2"))}) == 2
        assert len({tuple(rolls(b"seed", "1")), tuple(rolls(b"need", "1"))}) == 2

    def test_the_stream_never_changes(self) -> None:
        """Matches already played must replay for ever: this is a contract, not an accident."""
        assert rolls(b"seed", "1") == PINNED
        items = list(range(8))
        Dice(b"seed", "shuffle").shuffle(items)
        assert items == PINNED_SHUFFLE

    @given(st.binary(max_size=8), st.integers(1, 2**300))
    def test_below_stays_below(self, seed: bytes, limit: int) -> None:
        assert 0 <= Dice(seed, "x").below(limit) < limit

    @pytest.mark.parametrize("limit", [0, -1])
    def test_nothing_lies_below_nought(self, limit: int) -> None:
        with pytest.raises(ValueError, match="positive"):
            Dice(b"", "").below(limit)

    def test_one_possibility_needs_no_chance(self) -> None:
        assert [Dice(b"seed", "1").below(1) for _ in range(3)] == [0, 0, 0]

    def test_every_face_is_as_likely(self) -> None:
        dice = Dice(b"fair", "x")
        counts = Counter(dice.below(5) for _ in range(10_000))
        assert sorted(counts) == [0, 1, 2, 3, 4]
        assert all(1_850 < count < 2_150 for count in counts.values())

    def test_every_order_is_as_likely(self) -> None:
        dice = Dice(b"fair", "y")
        counts: Counter[tuple[int, ...]] = Counter()
        for _ in range(6_000):
            items = [1, 2, 3]
            dice.shuffle(items)
            counts[tuple(items)] += 1
        assert len(counts) == 6
        assert all(850 < count < 1_150 for count in counts.values())

    def test_there_must_be_something_to_choose_from(self) -> None:
        assert Dice(b"", "").choice(["only"]) == "only"
        with pytest.raises(ValueError, match="nothing"):
            Dice(b"", "").choice([])


class TestEvents:
    EVENT = Event("dealt", {"cards": 2}, {Seat(1): {"hand": ["K"]}, Seat(0): {"hand": ["A"]}})

    def test_everybody_hears_the_public_part(self) -> None:
        assert self.EVENT.seen_by(BYSTANDER) == {"cards": 2}

    def test_a_seat_hears_its_own_part_besides(self) -> None:
        assert self.EVENT.seen_by(LEFT) == {"cards": 2, "hand": ["A"]}
        assert self.EVENT.seen_by(RIGHT) == {"cards": 2, "hand": ["K"]}

    def test_a_private_event_does_not_exist_for_others(self) -> None:
        event = Event("peeked", None, {Seat(0): {"card": "A"}})
        assert event.seen_by(LEFT) == {"card": "A"}
        assert event.seen_by(RIGHT) is None
        assert event.seen_by(BYSTANDER) is None

    def test_an_event_without_facts_is_still_heard(self) -> None:
        assert Event("began", {}).seen_by(BYSTANDER) == {}

    def test_all_eyes_hear_every_part_apart(self) -> None:
        hands = {"0": {"hand": ["A"]}, "1": {"hand": ["K"]}}
        assert self.EVENT.seen_by(ALL_EYES) == {"cards": 2, "seats": hands}
        assert Event("began", {}).seen_by(ALL_EYES) == {}


class TestGrid:
    GRID = Grid(files=9, ranks=3)

    def test_squares_are_counted_from_a1_along_the_ranks(self) -> None:
        names = [self.GRID.name(square) for square in self.GRID.squares]
        assert names[:2] == ["a1", "b1"]
        assert names[9] == "a2"
        assert (names[-1], len(set(names))) == ("i3", 27)

    def test_steps_stop_at_the_edge(self) -> None:
        assert self.GRID.step(0, (-1, 0)) is None
        assert self.GRID.step(8, (1, 0)) is None
        assert self.GRID.step(18, (0, 1)) is None
        assert self.GRID.step(0, (0, -1)) is None
        assert self.GRID.steps(0, ORTHOGONAL) == (9, 1)
        assert self.GRID.steps(0, DIAGONAL) == (10,)

    def test_rays_run_to_the_edge_nearest_first(self) -> None:
        assert self.GRID.ray(0, (1, 1)) == (10, 20)
        assert self.GRID.rays(26, ORTHOGONAL) == ((17, 8), tuple(range(25, 17, -1)))


def rolls(seed: bytes, label: str) -> list[int]:
    dice = Dice(seed, label)
    return [dice.below(100) for _ in range(12)]
