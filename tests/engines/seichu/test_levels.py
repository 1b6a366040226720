"""What the planning opponents find; what holds for all of them is in `test_bots`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engines.core.dice import Dice
from engines.core.seats import BYSTANDER, Seat
from engines.seichu.advice import has_foul
from engines.seichu.beliefs import Belief
from engines.seichu.bluffs import Disguise, as_the_public_sees
from engines.seichu.bots import BOTS, MEDIUM, STRONG
from engines.seichu.caution import price
from engines.seichu.engine import ENGINE
from engines.seichu.foresight import WIN, WORTH, danger, outlook, settled
from engines.seichu.history import DROPS, history_of
from engines.seichu.knowledge import knowledge_of
from engines.seichu.moves import Drop, Step, read_move
from engines.seichu.pieces import (
    BISHOP,
    GOLD,
    KIND_OF,
    KIND_OF_LETTER,
    KING,
    KNIGHT,
    LANCE,
    LETTERS,
    ROOK,
    SEAT_OF,
    piece_of,
)
from engines.seichu.planning import Effort, PlanningBot
from engines.seichu.position import Position
from engines.seichu.purposes import AIMED_DROP, AIMED_STEP, PASSED_OVER, purposes_of
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
            owned = [KIND_OF[piece] for piece in here.board if SEAT_OF[piece] == enemy]
            held = [*map(KIND_OF.__getitem__, standing), *world.hand]
            assert sorted(held) == sorted([*owned, *here.hands[enemy]])
            for left in known.left[enemy]:
                count = standing.count(piece_of(enemy, KIND_OF_LETTER[left.kind]))
                assert left.least <= count <= left.most


def test_a_piece_is_believed_to_be_what_moves_like_it() -> None:
    chances = Belief(view(WANDERER, 0), NORTH, Dice(b"", "1")).chances(100)
    assert chances[SQUARES["a4"]][ROOK] > 0.7
    assert sum(row[KING] for row in chances.values()) == pytest.approx(1)
    assert all(sum(row) == pytest.approx(1) for row in chances.values())


def test_what_is_dropped_before_a_king_is_believed_to_attack_it() -> None:
    """Of rook, gold, silver and lance, dropped at a distance, two attack: they are aimed."""
    seen = view(after("k3/4/4/4/4/4/K3 -/rgsl 1", "R*a4"), SOUTH)
    plain, wary = (
        Belief(seen, NORTH, Dice(b"", "1"), by_purpose=by_purpose).chances(200)[SQUARES["a4"]]
        for by_purpose in (False, True)
    )
    assert plain[ROOK] + plain[LANCE] < 0.6
    assert wary[ROOK] + wary[LANCE] > 0.8


def test_what_takes_nothing_is_believed_to_attack_nothing() -> None:
    """The piece on a4 let the pawn before it stand three times, and never moved."""
    steps = ("d7c7", "d1c1", "c7d7", "c1d1", "d7c7", "d1c1")
    seen = view(after("3k/4/4/gn2/P3/4/3K -/- 1", *steps), SOUTH)
    history = history_of(seen)
    row = purposes_of(seen, history, NORTH)[SQUARES["a4"]]
    assert row[GOLD] == row[ROOK] == pytest.approx(PASSED_OVER**3)
    assert row[KNIGHT] == 1
    drop, step = (
        purposes_of(view(here, SOUTH), history_of(view(here, SOUTH)), NORTH)
        for here in (
            after("3k/4/4/4/P3/4/3K -/rg 1", "R*a5"),
            after("3k/4/r3/4/P3/4/3K -/- 1", "a5a4"),
        )
    )
    assert drop[DROPS + 1][ROOK] == AIMED_DROP
    assert drop[DROPS + 1][GOLD] == 1
    assert step[SQUARES["a5"]][GOLD] == AIMED_STEP


def test_a_king_in_the_open_is_in_danger() -> None:
    def found(text: str, hand: Sequence[int] = (ROOK, BISHOP)) -> float:
        return danger(list(position(text).board), 0, hand)

    home, out = "kr2/4/4/4/4/GSP1/1KNL", "kr2/4/4/4/1K2/GSP1/2NL"
    assert 0 <= found(home) < found(out) < 1
    assert found("k3/4/4/4/4/4/K3", ()) == 0 < found("k3/4/4/4/4/4/K3", (ROOK,))
    assert found("k3/4/4/4/4/G3/KN2", (BISHOP, ROOK)) < found("k3/4/4/4/4/PN2/KL2", (KNIGHT, ROOK))
    assert found("k3/4/4/4/4/4/4") == 0  # no king


def test_prices_of_a_king_and_of_drops() -> None:
    def cost(text: str, move: str) -> float:
        here, read = position(text), read_move(move)
        assert isinstance(read, Step | Drop)
        return price(view(here), 0, read, after(here, move).board)

    text = "3k/4/4/4/1K2/PG2/4 GP/- 0"
    assert cost(text, "b3b4") > cost(text, "b3c2") > 0
    assert cost(text, "G*d2") > cost(text, "P*d2")
    behind, aside = cost(text, "b3a4"), cost("3k/4/4/4/1G2/PK2/4 -/- 0", "b3a4")
    assert behind > aside


def wary_or_not(here: str | Position) -> list[set[str]]:
    """What strong plays, and what it would play without an eye on kings and purposes."""
    wary = replace(STRONG, disguise=0)
    return [
        {
            str(PlanningBot(effort).choose(view(here), Dice(bytes([number]), "1")))
            for number in range(4)
        }
        for effort in (wary, replace(wary, wary=False, sieve=0))
    ]


def test_strong_leaves_the_file_of_a_drop_before_its_king() -> None:
    wary, heedless = wary_or_not(after("k3/4/4/4/1p2/4/K1R1 -/rgsnl 1", "R*a4"))
    assert all(move.startswith("a1b") for move in wary)
    assert "c1c7" in heedless


def test_strong_takes_with_another_piece_than_the_king() -> None:
    wary, heedless = wary_or_not("krb1/gs2/4/4/2p1/1KS1/L1GN -/rl 0")
    assert "b2c3" not in wary
    assert "b2c3" in heedless


def test_strong_throws_no_rook_among_the_enemy() -> None:
    wary, heedless = wary_or_not("kg2/4/4/4/4/4/K1G1 RBS/- 0")
    assert not wary & {"R*b5", "R*d7"}
    assert heedless == {"R*b5", "R*d7"}


def test_a_sieve_finds_a_quiet_move_that_wins() -> None:
    """Two rooks on neighbouring files mate a lone king: a drop that takes nothing."""
    here = "k3/4/4/4/4/4/1RK1 R/- 0"
    found = [
        str(PlanningBot(effort).choose(view(here), Dice(b"", "1")))
        for effort in (Effort(worlds=2, finals=1, sieve=2), Effort(worlds=2, finals=1))
    ]
    wins = [outlook(list(after(here, move).board), 0)[0] for move in found]
    assert wins[0] > WIN // 2 > wins[1]


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
    bluffs = choices("strong", here)
    assert "a1a7" in bluffs
    assert all(has_foul(view(here), read_move(move)) for move in bluffs)
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
