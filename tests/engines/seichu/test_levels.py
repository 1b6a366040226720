"""What the planning opponents find; what holds for all of them is in `test_bots`."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat
from engines.seichu.advice import has_foul
from engines.seichu.beliefs import Belief
from engines.seichu.bluffs import Disguise, as_the_public_sees
from engines.seichu.bots import BOTS, MEDIUM, STRONG
from engines.seichu.engine import ENGINE
from engines.seichu.foresight import WIN, WORTH, outlook, settled
from engines.seichu.knowledge import knowledge_of
from engines.seichu.moves import Step
from engines.seichu.pieces import (
    BISHOP,
    GOLD,
    KIND_OF,
    KIND_OF_LETTER,
    KING,
    LETTERS,
    ROOK,
    SEAT_OF,
    piece_of,
)
from engines.seichu.planning import Effort, PlanningBot
from engines.seichu.position import Position
from engines.seichu.squares import SQUARES
from tests.engines.playing import contest
from tests.engines.seichu.boards import NORTH, SOUTH, after, played, position, view
from tests.engines.seichu.matches import quiet_match

SEEDS = [bytes([number]) for number in range(3)]
LEVELS = pytest.mark.parametrize("level", ["medium", "strong"])

WANDERER = after("kgnr/sbpl/4/4/4/4/1K1G -/- 1", "d7d5", "d1c1", "d5a5", "c1d1", "a5a4", "d1c1")
"""What went like a rook three times, and is to move."""


def choices(level: str, here: str | Position) -> set[str]:
    """What it plays with different dice."""
    return {str(BOTS[level].choose(view(here), Dice(seed, "1"))) for seed in SEEDS}


@LEVELS
def test_it_takes_a_king_it_can_take(level: str) -> None:
    assert choices(level, "4/4/4/1k2/4/4/KR2 -/- 0") == {"b1b4"}


@LEVELS
def test_it_takes_what_must_be_the_king(level: str) -> None:
    """North has a king and a pawn, and one of them went sideways."""
    here = after("4/4/1p1k/4/4/4/KRR1 -/- 1", "d5c5")
    assert choices(level, here) == {"c1c5"}


@LEVELS
def test_it_declares_a_trial(level: str) -> None:
    assert all(move.endswith("!") for move in choices(level, "4/1K2/4/4/4/4/kr2 -/- 0"))


@LEVELS
@pytest.mark.parametrize(
    "text", ["4/4/2k1/2S1/4/4/K3 -/- 0", "4/4/4/3k/2R1/4/KL2 -/- 0", "4/4/K3/4/kG2/4/4 -/- 0"]
)
def test_it_leaves_nothing_to_be_taken(level: str, text: str) -> None:
    """North has a king alone, which can take at once what it is beside."""
    for move in choices(level, text):
        assert settled(list(after(text, move).board), NORTH) == 0


@LEVELS
def test_it_moves_its_king_out_of_danger(level: str) -> None:
    """A rook is all that North has, and it faces the king."""
    for move in choices(level, "r3/4/4/4/4/4/K2P -/- 0"):
        assert settled(list(after("r3/4/4/4/4/4/K2P -/- 0", move).board), NORTH) < WIN


@LEVELS
def test_it_doubts_a_likely_foul_though_it_is_not_sure(level: str) -> None:
    here = after(WANDERER, "a4b3")
    assert choices("easy", here) != {"doubt"}
    assert choices(level, after(here, "c1d1", "b3d5")) == {"doubt"}
    assert "doubt" not in choices("easy", after(here, "c1d1", "b3d5"))


@LEVELS
def test_it_accepts_an_unlikely_foul(level: str) -> None:
    for move in ("a4a3", "a4c4"):
        assert "doubt" not in choices(level, after(WANDERER, move))


@LEVELS
def test_it_answers_captures_by_what_it_sees(level: str) -> None:
    """It took what had moved: a rook from a5 to b2 is a foul, from a5 to a2 is none."""
    foul = after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")
    true = after("k3/4/r3/4/4/4/P2K -/- 1", "a5a2", "d1a2")
    assert (choices(level, foul), choices(level, true)) == ({"doubt"}, {"accept"})


@pytest.mark.parametrize("seed", [b"worlds", b"fit"])
def test_worlds_are_possible(seed: bytes) -> None:
    """In random matches of many drops, where the hidden pieces come from board and hand."""
    for number, here in enumerate(quiet_match(seed, 90)[:-1:8]):
        seen = view(here)
        enemy = Seat(1 - here.answering)
        known = knowledge_of(seen)
        for world in Belief(seen, enemy, Dice(bytes([number]), "1")).worlds(3):
            letters = [LETTERS[KIND_OF[piece]] for piece in world.board]
            for suspect in known.suspects:
                assert suspect.square is None or letters[SQUARES[suspect.square]] in suspect.kinds
            standing = [piece for piece in world.board if SEAT_OF[piece] == enemy]
            for left in known.left[enemy]:
                count = standing.count(piece_of(enemy, KIND_OF_LETTER[left.kind]))
                assert left.least <= count <= left.most


def test_a_piece_is_believed_to_be_what_moves_like_it() -> None:
    chances = Belief(view(WANDERER, 0), NORTH, Dice(b"", "1")).chances(100)
    assert chances[SQUARES["a4"]][ROOK] > 0.7
    assert sum(row[KING] for row in chances.values()) == pytest.approx(1)
    assert all(sum(row) == pytest.approx(1) for row in chances.values())


def test_a_bluff_is_judged_by_what_the_public_saw() -> None:
    """What never moved may be a lance; what went like a rook is hardly a bishop."""
    disguise = Disguise(view(after(WANDERER, "a4c4", "c1d1")), NORTH, Dice(b"", "1"), 100)
    fresh, known = (Step(SQUARES[a], SQUARES[b]) for a, b in (("b6", "b3"), ("c4", "a2")))
    nowhere = Step(SQUARES["b6"], SQUARES["a1"])
    assert 0 < disguise.suspicion(fresh) < 0.3 < disguise.suspicion(known)
    assert disguise.suspicion(nowhere) == 1


def test_a_pair_of_pawns_on_a_file_is_no_bluff() -> None:
    seen = view("k3/4/4/1P2/4/2P1/3K -/- 0")
    step = Step(SQUARES["c2"], SQUARES["b2"])
    assert Disguise(seen, 0, Dice(b"", "1"), 50).suspicion(step) == 1


def test_the_public_sees_no_kinds_in_a_view() -> None:
    for here in played(b"public", 40)[2:]:
        if here.outcome is None and here.asked == "turn":
            public = ENGINE.view(here, BYSTANDER)
            assert as_the_public_sees(view(here)) == public


def test_exchanges_are_settled() -> None:
    """A rook takes a gold, and is taken back if the gold is guarded."""
    free = list(position("3k/4/4/1g2/4/4/KR2").board)
    guarded = list(position("3k/4/1l2/1g2/4/4/KR2").board)
    assert settled(free, 0) == WORTH[GOLD]
    assert settled(guarded, 0) == 0


def test_an_outlook_reckons_with_a_reply() -> None:
    """A rook on the file of the king threatens it: the king steps aside, or overlooks it."""
    assert outlook(list(position("1k2/4/4/4/4/4/KR2").board), 0) == (0, WIN)
    fork = list(position("k2r/4/4/4/B3/4/K3").board)
    assert outlook(fork, 0)[0] < WORTH[BISHOP]
    assert outlook(list(position("4/4/4/4/4/k3/K3").board), 0) == (-WIN, -WIN)


def test_strong_bluffs_where_every_true_move_loses() -> None:
    """A rook faces the king in its corner, and what goes along a file may be a lance."""
    here = "r2k/4/4/3P/4/1P2/KL2 -/- 0"
    assert choices("strong", here) == {"a1a7"}
    assert has_foul(view(here), Step(SQUARES["a1"], SQUARES["a7"]))
    assert "a1a7" not in choices("medium", here)


def test_planning_beats_easy_and_makes_no_foul() -> None:
    """With a part of the effort of medium."""
    easy, planning = BOTS["easy"].choose, PlanningBot(Effort(worlds=10, finals=5)).choose
    last = contest(ENGINE, b"1", planning, easy)
    assert last.outcome.winners == {SOUTH}
    assert [foul for foul in last.fouls if foul.seat == SOUTH and foul.what != "drop-mate"] == []


def test_strong_thinks_more_than_medium() -> None:
    assert STRONG.worlds >= MEDIUM.worlds
    assert STRONG.finals >= MEDIUM.finals
    assert STRONG.disguise > MEDIUM.disguise == 0
