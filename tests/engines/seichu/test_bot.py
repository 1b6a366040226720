"""What the site's simple opponent finds; what holds for all of them is in `test_bots`."""

from __future__ import annotations

from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat
from engines.seichu.advice import has_foul
from engines.seichu.bots import GreedyBot
from engines.seichu.engine import ENGINE
from engines.seichu.moves import Placement
from engines.seichu.position import Position
from engines.seichu.setup import warnings_about
from tests.engines.playing import contest
from tests.engines.seichu.boards import after, view

BOT = GreedyBot()
SEEDS = [bytes([number]) for number in range(8)]


def choices(here: str | Position) -> set[str]:
    """What it plays with different dice."""
    return {str(BOT.choose(view(here), Dice(seed, "bot"))) for seed in SEEDS}


def test_it_declares_a_trial() -> None:
    assert all(move.endswith("!") for move in choices("4/1K2/4/4/4/4/k3 -/- 0"))
    assert choices("kr2/1K2/gs2/4/4/4/4 -/- 0") <= {"b6a7!", "b6b7!", "b6c7!"}


def test_it_takes_what_it_can() -> None:
    assert choices("3k/4/4/4/1r2/4/KR2 -/- 0") == {"b1b3"}


def test_it_does_not_walk_its_king_up_to_the_enemy() -> None:
    assert choices("4/4/4/4/k3/4/K3 -/- 0") == {"a1b1"}


def test_it_doubts_a_move_that_nothing_could_make() -> None:
    assert choices(after("k2g/4/4/4/4/4/K2R -/- 1", "d7a3")) == {"doubt"}
    assert "doubt" not in choices(after("k2g/4/4/4/4/4/K2R -/- 1", "d7d6"))


def test_it_doubts_what_only_captured_kinds_could_do() -> None:
    """A long step straight on: no rook is left that could have made it."""
    rook_is_gone = "k1g1/3r/4/4/4/4/3R -/- 0"
    here = after(rook_is_gone, "d1d6", "c7c3")
    assert choices(here) == {"doubt"}
    assert "doubt" not in choices(after("k1gr/4/4/4/4/4/K2S -/- 1", "d7d3"))


def test_it_cannot_know_of_a_drop() -> None:
    assert "doubt" not in choices(after("k3/4/4/4/4/4/K2R -/p 1", "P*c6"))


def test_it_answers_captures_by_what_it_sees() -> None:
    """It took what had moved: a rook from a5 to b2 is a foul, from a5 to a2 is none."""
    assert choices(after("k3/4/r3/4/4/4/P2K -/- 1", "a5b2", "d1b2")) == {"doubt"}
    assert choices(after("k3/4/r3/4/4/4/P2K -/- 1", "a5a2", "d1a2")) == {"accept"}
    blocked = after("k3/r3/p3/4/4/4/3K -/- 1", "a6a2", "d1a2")
    assert choices(blocked) == {"doubt"}


def test_it_answers_for_its_king() -> None:
    assert choices(after("k3/4/4/4/4/1r2/1K2 -/- 1", "b2b1")) == {"accept"}
    assert choices(after("k3/4/4/g3/4/4/1K2 -/- 1", "a4b1")) == {"doubt"}


def test_it_sets_up_anything_without_a_standing_nifu() -> None:
    seen = view(ENGINE.start(Terms(), Dice(b"", "0")).position, 0)
    chosen = {BOT.choose(seen, Dice(bytes([number]), "bot")) for number in range(40)}
    assert len(chosen) == 40
    for placement in chosen:
        assert isinstance(placement, Placement)
        ENGINE.check_move(seen, placement)
        assert warnings_about(placement) == ()


def test_it_beats_the_dice() -> None:
    won = [_plays_the_dice(number) for number in range(8)]
    assert won.count(True) >= 7


def test_two_of_it_come_to_an_end_without_a_foul() -> None:
    for seed in SEEDS[:2]:
        last = contest(ENGINE, seed, BOT.choose, BOT.choose)
        assert last.outcome is not None
        assert [foul for foul in last.fouls if foul.what != "drop-mate"] == []


def _plays_the_dice(number: int) -> bool:
    players = [BOT.choose, _true_moves]
    if number % 2:
        players.reverse()
    outcome = contest(ENGINE, bytes([number]), *players).outcome
    return outcome is not None and Seat(number % 2) in outcome.winners


def _true_moves(seen: Any, dice: Dice) -> Any:
    """Any true move."""
    if seen.phase == "setup":
        return ENGINE.sample_move(seen, dice)
    moves = list(ENGINE.legal_moves(seen))
    true = [move for move in moves[:-1] if not has_foul(seen, move)]
    return dice.choice(true or moves)
