"""An opponent that overlooks things now and then."""

from __future__ import annotations

from engines.core.careless import Careless
from engines.core.dice import Dice


class Thinking:
    """Always plays the same."""

    def choose(self, view: str, dice: Dice) -> str:
        """What it thought of."""
        return f"thought of {view}"


def played(percent: int, careless: str | None = "careless") -> list[str]:
    bot = Careless(Thinking(), lambda view, dice: careless, percent)
    return [bot.choose("it", Dice(bytes([seed]), "1")) for seed in range(200)]


def test_it_does_not_think_in_so_many_turns() -> None:
    assert 30 <= played(25).count("careless") <= 70
    assert played(0).count("careless") == 0


def test_it_thinks_where_nobody_moves_without_thinking() -> None:
    assert {*played(100, careless=None)} == {"thought of it"}


def test_the_same_dice_give_the_same_move() -> None:
    assert played(50) == played(50)
