"""What the searching opponent finds; what holds for all of them is in `test_bots`."""

from __future__ import annotations

from unittest.mock import patch

from engines.core.dice import Dice
from engines.gunjin import bots
from engines.gunjin.bots import EVERY, MEDIUM, SearchBot, Stage
from engines.gunjin.engine import ENGINE
from engines.gunjin.foresight import WIN, World, worlds
from engines.gunjin.knowledge import knowledge_of
from engines.gunjin.movement import moves_of
from engines.gunjin.pieces import KIND_OF, LETTERS
from engines.gunjin.position import Position
from engines.gunjin.squares import SQUARE_NAMES, SQUARES
from engines.gunjin.view import GunjinView
from engines.registry import bot_for
from tests.engines.gunjin.boards import NORTH, after, position, view
from tests.engines.playing import contest

GENERAL_KNOWN = after("a5a/8/1g6/1L6/1J6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
"""What stands on b4 has beaten the lieutenant general, and South's major is beside it."""


def choices(here: str | Position) -> set[str]:
    """What it plays with different dice."""
    return {str(MEDIUM.choose(view(here), Dice(bytes([seed]), "bot"))) for seed in range(4)}


def test_it_walks_into_the_headquarters() -> None:
    assert choices("a5a/3J4/8/8/8/A6 0") == {"d5d6"}
    assert choices("6a/8/8/8/4j3/A6 1") == {"e2d1"}


def test_it_sees_that_it_will_get_there_first() -> None:
    assert choices("a5a/8/3J4/8/8/A6 0") <= {"d4d5"}


def test_it_takes_its_major_out_of_reach_of_the_general() -> None:
    found = choices(GENERAL_KNOWN)
    assert found <= {"b3a3", "b3b2", "b3c3"}


def test_it_strikes_at_an_enemy_before_its_headquarters() -> None:
    assert choices("a5a/8/8/8/2Gc4/A6 0") == {"c2d2"}


def test_worlds_look_like_the_view() -> None:
    """Own pieces stand as they are, the others are what they can be."""
    seen = view(GENERAL_KNOWN)
    can_be = {suspect.square: suspect.kinds for suspect in knowledge_of(seen).suspects}
    boards = [world.board for world in worlds(seen, Dice(b"worlds", "1"), 30)]
    assert len({tuple(board) for board in boards}) > 1
    for board in boards:
        for square, (mine, dealt) in enumerate(zip(seen.board, board, strict=True)):
            if name := can_be.get(SQUARE_NAMES[square]):
                assert LETTERS[KIND_OF[dealt]] in name
            else:
                assert dealt == mine


def test_a_world_is_as_it_was_after_looking_ahead() -> None:
    here = position("7/1c2x3/1h6/1L3E2/1J6/6A 0")
    world = World(here.board, 0)
    first = {move: world.outlook(move, 2) for move in moves_of(here.board, 0)}
    assert world.board == list(here.board)
    assert {move: world.outlook(move, 2) for move in first} == first
    assert world.made > 0


def test_wins_count_more_the_earlier_they_are() -> None:
    world = World(position("a5a/3J4/8/8/8/A6 0").board, 0)
    at_once = world.outlook((SQUARES["d5"], SQUARES["d6"]), 3)
    later = world.outlook((SQUARES["d5"], SQUARES["e5"]), 3)
    assert at_once > later >= WIN


def test_a_stage_begins_no_other_world_when_its_effort_is_spent() -> None:
    seen, stages = view(GENERAL_KNOWN), (Stage(EVERY, 2, 50),)
    worlds_looked_at = []

    def counted(view: GunjinView, dice: Dice, count: int) -> list[World]:
        worlds_looked_at.append(found := [*worlds(view, dice, count)])
        return found

    with patch.object(bots, "worlds", counted):
        SearchBot(stages, effort=0).choose(seen, Dice(b"x", "1"))
        SearchBot(stages, effort=10**9).choose(seen, Dice(b"x", "1"))
    assert [sum(world.made > 0 for world in found) for found in worlds_looked_at] == [1, 50]


def test_medium_beats_easy() -> None:
    easy, medium = (bot_for("gunjin", level).choose for level in ("easy", "medium"))
    assert contest(ENGINE, b"2", easy, medium).outcome.winners == {NORTH}
