"""What the greedy opponent finds; what holds for all of them is in `test_bots`."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.xiongqi.bots import GreedyBot
from engines.xiongqi.moves import SQUARES
from tests.engines.playing import contest
from tests.engines.xiongqi.boards import NORTH, after, moves, view
from tests.engines.xiongqi.samples import XIONGQI

BOT = GreedyBot()
START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
SEEDS = [bytes([number]) for number in range(12)]


def choices(text: str) -> set[str]:
    """What it plays with different dice."""
    return {str(BOT.choose(view(text), Dice(seed, "bot"))) for seed in SEEDS}


def test_it_mates_rather_than_take() -> None:
    assert choices("g7/8/8/4G3/8/8/1R4s1/7R S") == {"h1a1"}


def test_it_stalemates_when_it_can() -> None:
    assert choices("g7/7R/8/8/8/8/8/7G S") == {"h7b7"}


def test_it_takes_what_hangs() -> None:
    assert choices("4g3/8/8/r6R/8/8/8/3G4 S") == {"h5a5"}


def test_it_takes_the_dearest() -> None:
    assert choices("4g3/7s/8/e6R/8/8/7h/3G4 S") == {"h5a5"}


def test_it_leaves_what_is_covered_by_something_cheaper() -> None:
    assert "h5a5" not in choices("4g3/8/s7/h6R/8/8/8/3G4 S")


def test_it_promotes_to_the_dearest() -> None:
    assert choices("8/S7/8/6g1/8/8/8/4G3 S") == {"a7a8=E"}


def test_it_saves_what_is_attacked() -> None:
    text = "4g3/4a3/3s4/3R4/8/8/8/5G2 S"
    assert "d5d4" in moves(text)
    for chosen in choices(text):
        step = after(text, chosen)
        assert not any(step.board[SQUARES[reply[2:4]]] for reply in moves(step))


def test_it_does_not_let_itself_be_mated_for_a_soldier() -> None:
    text = "1r4g1/8/8/2s5/8/2s5/r7/2C4G S"
    assert after(text, "c1c5", "b8b1").outcome is not None
    for chosen in choices(text):
        step = after(text, chosen)
        assert all(after(step, reply).outcome is None for reply in moves(step))


def test_it_plays_on_when_every_move_lets_itself_be_mated() -> None:
    text = "4g3/8/8/8/8/1r6/r7/7G S"
    assert choices(text) == moves(text) == {"h1g1"}
    assert after(text, "h1g1", "b3b1").outcome is not None


def test_it_need_not_play_the_same_with_other_dice() -> None:
    assert len(choices(START)) > 3


@pytest.mark.parametrize("seed", SEEDS[:3])
def test_it_beats_the_dice(seed: bytes) -> None:
    here = contest(XIONGQI, seed, XIONGQI.sample_move, BOT.choose)
    assert here.outcome.winners == {NORTH}
