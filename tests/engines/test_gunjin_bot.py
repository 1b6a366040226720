"""The house's simple opponent: what it finds, and that it knows no more than its seat."""

from __future__ import annotations

from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Setup
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.bots import GreedyBot
from engines.gunjin.engine import ENGINE
from engines.gunjin.position import Position
from tests.engines.gunjin_boards import after, armies, moves, played, position, view

BOT = GreedyBot()
SEEDS = [bytes([number]) for number in range(8)]


def choices(here: str | Position) -> set[str]:
    """What it plays with different dice."""
    return {str(BOT.choose(view(here), Dice(seed, "bot"))) for seed in SEEDS}


def test_it_walks_into_the_headquarters() -> None:
    assert choices("a5a/3J4/8/8/8/A6 0") == {"d5d6"}
    assert choices("6a/8/8/8/4j3/A6 1") == {"e2d1"}


def test_it_does_not_send_a_captain_for_that() -> None:
    assert choices("a5a/3AM3/8/8/8/7 0") == {"e5d6"}


def test_it_hits_what_it_is_sure_to_beat() -> None:
    """What lost to nobody but beat a lieutenant is worth an officer's blow."""
    here = after("a5a/8/1h6/1G6/8/6A 0", "h1h2", "a6b6", "h2h1", "b6a6")
    assert "b3b4" in moves(here)
    assert choices(here) == {"b3b4"}


def test_it_leaves_alone_what_beat_its_best() -> None:
    """Only the general beats the lieutenant general: the major keeps away."""
    here = after("a5a/8/1g6/1L6/1J6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
    assert "b3b4" in moves(here)
    assert "b3b4" not in choices(here)


def test_it_sends_the_spy_against_the_general() -> None:
    here = after("a5a/8/1g6/1L6/1S6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
    assert choices(here) == {"b3b4"}


def test_it_strikes_at_an_enemy_before_its_headquarters() -> None:
    here = position("a5a/8/8/8/2Gc4/G6 0".replace("a5a/8/8/8/2Gc4/G6", "a5a/8/8/8/2Gc4/A6"))
    assert choices(here) == {"c2d2"}


def test_it_does_not_leave_its_headquarters_to_an_enemy() -> None:
    here = position("a5a/8/8/8/3c4/A2D2A 0")
    assert not any(move.startswith("d1") and move != "d1d2" for move in choices(here))


def test_it_sets_up_a_recommended_army() -> None:
    seen = view(ENGINE.start(Setup(), Dice(b"", "0")).position, 0)
    known = armies()
    chosen = {BOT.choose(seen, Dice(bytes([number]), "bot")) for number in range(40)}
    assert chosen == known


def test_it_plays_the_same_with_the_same_dice_and_need_not_with_others() -> None:
    here = played(b"bot", 2)[-1]
    assert len({BOT.choose(view(here), Dice(b"x", "1")) for _ in range(3)}) == 1
    assert len({BOT.choose(view(here), Dice(bytes([n]), "1")) for n in range(30)}) > 1


@pytest.mark.parametrize("seed", [b"twins", b"more"])
def test_it_plays_the_same_in_every_world_it_could_be_in(seed: bytes) -> None:
    for here in played(seed, 200)[2::4]:
        if here.outcome is None:
            eyes = Viewer.of(here.to_move)
            there = ENGINE.resample(here, eyes, Dice(seed, "twin"))
            mine, other = (ENGINE.view(world, eyes) for world in (here, there))
            assert BOT.choose(mine, Dice(seed, "b")) == BOT.choose(other, Dice(seed, "b"))


def test_it_does_not_move_for_others() -> None:
    here = position("6a/8/8/8/8/A6 0")
    for viewer in (Viewer.of(Seat(1)), BYSTANDER):
        with pytest.raises(ValueError, match="turn"):
            BOT.choose(ENGINE.view(here, viewer), Dice(b"", "1"))


def test_it_beats_the_dice() -> None:
    """And plays only legal moves."""
    won = [_plays_the_dice(number) for number in range(6)]
    assert won.count(True) >= 5


def test_two_of_it_come_to_an_end() -> None:
    for seed in SEEDS[:2]:
        assert len(_match(seed, BOT.choose, BOT.choose).record) < 1000


def _plays_the_dice(number: int) -> bool:
    players = [BOT.choose, ENGINE.sample_move]
    if number % 2:
        players.reverse()
    outcome = _match(bytes([number]), *players).outcome
    return outcome is not None and Seat(number % 2) in outcome.winners


def _match(seed: bytes, *players: Any) -> Position:
    here, number = ENGINE.start(Setup(), Dice(seed, "0")).position, 0
    while here.outcome is None:
        number += 1
        seat = min(ENGINE.to_act(here))
        move = players[seat](view(here, seat), Dice(seed, str(number)))
        ENGINE.check_move(view(here, seat), move)
        here = ENGINE.play(here, seat, move, Dice(seed, str(number))).position
    return here
