"""Bots of one strength differ in style, and that can be measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.gungi import bots as gungi
from engines.gungi.hands import is_topped, marshal_square
from engines.gungi.search import distance
from engines.gunjin import bots as gunjin
from engines.gunjin.bots import SearchStage
from engines.gunjin.foresight import DISTANCES
from engines.gunjin.pieces import IS_OF as IS_OF_GUNJIN
from engines.registry import bot_for, engine_for
from engines.seichu.advice import has_foul
from engines.seichu.moves import Step
from engines.seichu.planning import Effort, PlanningBot
from engines.xiongqi import bots as xiongqi
from engines.xiongqi.pieces import GENERAL, SOLDIER, kind_of, seat_of


def played(game: str, bots: tuple[Any, Any], plies: int, seed: bytes) -> list[tuple[Any, Any]]:
    """The views in which those two moved, and their moves."""
    engine, found = engine_for(game, 1), []
    options = {name: values[0] for name, values in engine.meta.options.items()}
    here = engine.start(Terms(options), Dice(seed, "0")).position
    for number in range(plies):
        if not engine.to_act(here):
            break
        seat = min(engine.to_act(here))
        view = engine.view(here, Viewer.of(seat))
        move = bots[seat].choose(view, Dice(seed, f"{number}"))
        found.append((view, move))
        here = engine.play(here, seat, move, Dice(seed, f"p{number}")).position
    return [*found, (engine.view(here, Viewer.of(Seat(0))), None)]


def ahead_in_xiongqi(view: Any) -> float:
    """How many ranks ahead the pieces of seat 0 stand on average, soldiers and general apart."""
    ranks = [
        square // 8
        for square, piece in enumerate(view.board)
        if piece and not seat_of(piece) and kind_of(piece) not in (GENERAL, SOLDIER)
    ]
    return sum(ranks) / len(ranks)


def ahead_in_gungi(view: Any) -> float:
    """How near to the other marshal the stacks of seat 0 stand on average."""
    goal = marshal_square(view.board.stacks, 1)
    own = [square for square in range(81) if is_topped(view.stacks[square], 0)]
    return -sum(distance(square, goal) for square in own) / len(own)


def ahead_in_gunjin(view: Any) -> float:
    """How near to the other headquarters the pieces of seat 0 stand on average."""
    own = [square for square, piece in enumerate(view.board) if IS_OF_GUNJIN[0][piece]]
    return -sum(DISTANCES[0][square] for square in own) / len(own)


SEEDS = (b"1", b"2", b"3")
STAGES = (SearchStage(1000, 2, 4),)


@pytest.mark.parametrize(
    ("game", "bold", "firm", "plies", "ahead"),
    [
        (
            "xiongqi",
            xiongqi.SearchBot(600, xiongqi.BOLD),
            xiongqi.SearchBot(600, xiongqi.FIRM),
            16,
            ahead_in_xiongqi,
        ),
        (
            "gungi",
            gungi.SearchBot(500, gungi.BOLD),
            gungi.SearchBot(500, gungi.FIRM),
            18,
            ahead_in_gungi,
        ),
        (
            "gunjin",
            gunjin.SearchBot(STAGES, 3_000, drive=gunjin.BOLD),
            gunjin.SearchBot(STAGES, 3_000, drive=gunjin.FIRM),
            40,
            ahead_in_gunjin,
        ),
    ],
    ids=["xiongqi", "gungi", "gunjin"],
)
def test_one_goes_forward_and_the_other_stays(
    game: str, bold: Any, firm: Any, plies: int, ahead: Callable[[Any], float]
) -> None:
    usual = bot_for(game, "easy")
    reached = [
        sum(ahead(played(game, (bot, usual), plies, seed)[-1][0]) for seed in SEEDS) / len(SEEDS)
        for bot in (bold, firm)
    ]
    assert reached[0] > reached[1] + 0.2


@pytest.mark.parametrize(
    ("game", "plies", "ahead"),
    [
        ("xiongqi", 12, ahead_in_xiongqi),
        ("gungi", 24, ahead_in_gungi),
    ],
)
def test_of_the_easy_ones_one_charges(game: str, plies: int, ahead: Callable[[Any], float]) -> None:
    usual, reached = bot_for(game, "easy"), []
    for level in ("easy-bold", "easy"):
        matches = (played(game, (bot_for(game, level), usual), plies, s) for s in SEEDS)
        reached.append(sum(ahead(match[-1][0]) for match in matches) / len(SEEDS))
    assert reached[0] > reached[1] + 0.2


def test_of_the_easy_ones_one_strikes() -> None:
    usual, strikes = bot_for("gunjin", "easy"), []
    for level in ("easy-bold", "easy"):
        matches = [played("gunjin", (bot_for("gunjin", level), usual), 40, s) for s in SEEDS]
        own = [(view, move) for match in matches for view, move in match[2:-1] if not view.seat]
        strikes.append(sum(bool(view.board[move.target]) for view, move in own))
    assert strikes[0] > strikes[1] + 4


def test_of_the_easy_ones_one_bluffs() -> None:
    bluffs = {"easy": 0, "easy-bold": 0}
    for level in bluffs:
        for number in range(6):
            match = played("seichu", (bot_for("seichu", level),) * 2, 30, bytes([number]))
            for view, move in match[2:-1]:
                bluffs[level] += isinstance(move, Step) and has_foul(view, move)
    assert bluffs["easy-bold"] >= 4
    assert not bluffs["easy"]


def test_one_bluffs_and_the_other_never_does() -> None:
    bold = PlanningBot(Effort(worlds=4, finals=2, disguise=20, bluff_margin=-0.1))
    firm = PlanningBot(Effort(worlds=4, finals=2))
    bluffs = [0, 0]
    for seed in SEEDS:
        for view, move in played("seichu", (bold, firm), 24, seed):
            if isinstance(move, Step) and has_foul(view, move):
                bluffs[view.seat] += 1
    assert bluffs[0] >= 2
    assert bluffs[1] == 0
