"""What the searching opponent finds; what holds for all of them is in `test_bots`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat, Viewer
from engines.gunjin import armies
from engines.gunjin.beliefs import Belief
from engines.gunjin.bots import EVERY, MEDIUM, OVERLOOKED, STRONG, SearchBot, SearchStage
from engines.gunjin.conduct import SHARES, STAGES, stage_of, way_of
from engines.gunjin.engine import ENGINE
from engines.gunjin.foresight import RUNS, WIN, World, likely_worlds, worlds
from engines.gunjin.history import history_of
from engines.gunjin.knowledge import knowledge_of
from engines.gunjin.movement import moves_of
from engines.gunjin.moves import Placement
from engines.gunjin.pieces import FLAG, KIND_OF, KINDS, LETTERS, MINE, PLANE, USUAL
from engines.gunjin.position import Position
from engines.gunjin.setup import is_army, pieces_of, warnings_about
from engines.gunjin.squares import HEADQUARTERS as HOME
from engines.gunjin.squares import SETUP_ORDER, SQUARE_NAMES, SQUARES
from engines.gunjin.view import GunjinView
from engines.registry import bot_for
from tests.engines.gunjin.boards import NORTH, after, position, started, view
from tests.engines.playing import contest

Imagine = Callable[[GunjinView, Dice, int], Iterator[World]]

GENERAL_KNOWN = after("a5a/8/1g6/1L6/1J6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
"""What stands on b4 has beaten the lieutenant general, and South's major is beside it."""


def choices(here: str | Position) -> set[str]:
    """What the searching bots play with different dice."""
    dice = [Dice(bytes([seed]), "bot") for seed in range(2)]
    return {str(bot.choose(view(here), die)) for bot in (MEDIUM, STRONG) for die in dice}


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


@pytest.mark.parametrize("worlds", [worlds, likely_worlds])
def test_worlds_look_like_the_view(worlds: Imagine) -> None:
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


def test_likely_worlds_set_up_as_people_do_and_strike_with_what_is_strong() -> None:
    """From the very first step on, and of two who may be anything the one that struck."""
    start = ENGINE.start(Terms(), Dice(b"habits", "0")).position
    for seat in (0, 1):
        placing = armies.varied(Dice(b"habits", str(seat)), USUAL[seat])
        start = ENGINE.play(start, Seat(seat), placing, Dice(b"", "1")).position
    seen = ENGINE.view(start, Viewer.of(Seat(0)))
    boards = [world.board for world in likely_worlds(seen, Dice(b"x", "1"), 200)]
    fixed = [sum(KIND_OF[board[at]] in (MINE, FLAG) for board in boards) for at in range(24, 46)]
    front, back = fixed[:8], fixed[-7:]
    assert sum(back) / 7 > sum(front) / 8
    for board in boards[:20]:
        assert sorted(KIND_OF[piece] for piece in board[23:]) == pieces_of(USUAL[1])


def test_strong_mostly_has_a_mine_in_its_headquarters() -> None:
    """Not always: nobody is to know before a match."""
    begun = ENGINE.start(Terms(), Dice(b"mines", "0")).position
    for seat in (0, 1):
        seen, home = ENGINE.view(begun, Viewer.of(Seat(seat))), SETUP_ORDER[seat].index(HOME[seat])
        placings = [STRONG.choose(seen, Dice(b"mines", str(number))) for number in range(100)]
        kinds = [placing.kinds for placing in placings if isinstance(placing, Placement)]
        assert 65 <= sum(each[home] == MINE for each in kinds) <= 95
        assert all(is_army(each, USUAL[seat]) for each in kinds)
        assert not any(warnings_about(Placement(each)) for each in kinds)
        assert len(set(kinds)) == 100


def knowing(text: str, runs: tuple[float, ...]) -> set[str]:
    """What strong plays with different dice where it knows every kind, *runs* being worth that."""
    here = position(text)
    bot = SearchBot(
        (SearchStage(EVERY, 2, 1), SearchStage(8, 3, 1)),
        effort=10**9,
        imagine=lambda view, dice, count: iter([World(here.board, here.to_move, runs)]),
        overlooked=OVERLOOKED,
    )
    return {str(bot.choose(view(here), Dice(bytes([seed]), "bot"))) for seed in range(6)}


@pytest.mark.parametrize(
    "text",
    ["a6/8/8/1k3Gb1/8/6A 0", "a6/8/8/1k3Cb1/8/6A 0", "a6/8/8/1k4Ca/8/6A 0"],
)
def test_no_prize_takes_it_out_of_the_way_of_who_walks_to_its_headquarters(text: str) -> None:
    """Then the lieutenant colonel has four steps to go, and the other is one step too late."""
    prize = {"f3g3", "g3h3"}
    assert knowing(text, ()) <= prize, "three plies do not show it"
    assert not knowing(text, RUNS) & prize


def test_it_walks_past_a_prize_where_nobody_is_in_time() -> None:
    text = "a5a/8/bM5d/8/A7/7 0"
    assert knowing(text, ()) == {"b4a4"}
    assert knowing(text, RUNS) <= {"b4b5", "b4c4"}


@pytest.mark.parametrize(
    ("north", "steps"),
    [
        ("d6/8/1J5d", 3),  # who is in time, and beaten
        ("7/8/1J5t", 3),  # who beats it, and is too late
        ("x6/8/1J6", 3),
        ("6g/8/1J6", 0),
        ("3x3/8/1J6", 0),  # nobody gets past a mine
        ("7/8/1J2p3", 0),  # planes fly
    ],
)
def test_a_way_to_the_headquarters_counts_if_nobody_stops_it(north: str, steps: int) -> None:
    board, step = position(f"{north}/8/8/A6 0").board, (SQUARES["b4"], SQUARES["c4"])
    gain = World(board, 0, RUNS).outlook(step, 1) - World(board, 0).outlook(step, 1)
    assert gain == pytest.approx(RUNS[steps])


def test_who_strikes_at_once_is_likely_a_plane_or_a_general() -> None:
    here = after(started(), "b3b4")
    seen = view(here, 1)
    boards = list(Belief(seen, history_of(seen), Dice(b"x", "1")).boards(300))
    bold = {PLANE, *KINDS[:3]}

    def share(name: str) -> float:
        return sum(KIND_OF[board[SQUARES[name]]] in bold for board in boards) / len(boards)

    assert share("b3") > 2 * share("c3")


def test_how_pieces_behave_is_told_by_stages_and_ways() -> None:
    assert [stage_of(step) for step in (0, *STAGES, 41)] == [0, 0, 1, 2, 3, 4]
    ways = [(0, 0), (1, 0), (7, 0), (1, 1), (2, 1), (2, 2)]
    assert [way_of(steps, attacks) for steps, attacks in ways] == list(range(6))
    for stage in SHARES:
        assert all(95 <= sum(way[kind] for way in stage) <= 105 for kind in KINDS)
        assert not any(way[MINE] or way[FLAG] for way in stage[1:])


def test_what_may_be_overlooked_makes_a_threat_worth_more() -> None:
    world = World(position("a5a/8/3J4/8/8/A5c 0").board, 0)
    step = (SQUARES["d4"], SQUARES["d5"])
    assert world.outlook(step, 1, 0.5) >= world.outlook(step, 1)
    assert world.seat == 0


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
    seen, stages = view(GENERAL_KNOWN), (SearchStage(EVERY, 2, 50),)
    worlds_looked_at = []

    def counted(view: GunjinView, dice: Dice, count: int) -> Iterator[World]:
        worlds_looked_at.append(found := [*worlds(view, dice, count)])
        return iter(found)

    SearchBot(stages, effort=0, imagine=counted).choose(seen, Dice(b"x", "1"))
    SearchBot(stages, effort=10**9, imagine=counted).choose(seen, Dice(b"x", "1"))
    assert [sum(world.made > 0 for world in found) for found in worlds_looked_at] == [1, 50]


def test_medium_beats_easy() -> None:
    easy, medium = (bot_for("gunjin", level).choose for level in ("easy", "medium"))
    assert contest(ENGINE, b"2", easy, medium).outcome.winners == {NORTH}
