"""The knowledge sheet: exactly what can be, neither more nor less, from the view alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.gunjin.clues import puzzle_of
from engines.gunjin.engine import ENGINE
from engines.gunjin.history import history_of
from engines.gunjin.imagine import imagine
from engines.gunjin.knowledge import bounds_of
from engines.gunjin.meta import ARMIES_WRITTEN
from engines.gunjin.moves import step_of
from engines.gunjin.pieces import ALL, ARMY, KIND_OF, KIND_OF_LETTER, kinds_in, mask_of
from engines.gunjin.position import Position
from engines.gunjin.progress import begin, replay
from engines.gunjin.solver import Solver
from engines.gunjin.squares import SQUARES
from engines.gunjin.view import GunjinView
from tests.engines.gunjin.boards import (
    NORTH,
    SETUPS,
    SOUTH,
    after,
    played,
    position,
    shown,
    started,
)
from tests.engines.gunjin.worlds import KINDS, Trial, World, possible_for_seat
from tests.engines.playing import ALL_EYES

NOTHING = {"complete": True, "pieces": [], "left": {}}
S, N = Viewer.of(SOUTH), Viewer.of(NORTH)


def sheet(here: Position, viewer: Viewer = S) -> Any:
    return ENGINE.knowledge(ENGINE.view(here, viewer)).as_json()


def suspects(view: GunjinView) -> dict[int, int]:
    """What each hidden piece can be (a mask), by its start square."""
    return {
        SQUARES[one.piece]: mask_of(KIND_OF_LETTER[letter] for letter in one.kinds)
        for one in ENGINE.knowledge(view).suspects
    }


def can_be(here: Position, viewer: Viewer = S) -> dict[str, str]:
    """What each hidden piece can be, by the square it started from."""
    return {piece["start"]: piece["kinds"] for piece in sheet(here, viewer)["pieces"]}


def left(here: Position, viewer: Viewer = S, seat: int = 1) -> dict[str, tuple[int, int]]:
    return {
        line["kind"]: (line["least"], line["most"])
        for line in sheet(here, viewer)["left"][str(seat)]
    }


# Stories


def test_at_first_anything_can_be_anything() -> None:
    here = started()
    assert set(can_be(here).values()) == {KINDS}
    assert len(can_be(here)) == 23
    assert len(can_be(here, BYSTANDER)) == 46
    assert left(here) == {kind: (ARMY[KIND_OF_LETTER[kind]],) * 2 for kind in KINDS}


def test_during_set_up_there_is_nothing_to_know_of_who_has_not_placed() -> None:
    here = ENGINE.start(Terms(), Dice(b"", "0")).position
    assert sheet(here) == NOTHING
    move = ENGINE.codec.load_move(f"setup:{SETUPS[1]}")
    here = ENGINE.play(here, Seat(1), move, Dice(b"", "1")).position
    assert set(can_be(here).values()) == {KINDS}
    assert sheet(here, N) == NOTHING


def test_after_the_end_and_for_all_eyes_nothing_is_left_to_know() -> None:
    assert sheet(after("6a/3G4/8/8/8/D6 0", "d5d6")) == NOTHING
    assert sheet(started(), ALL_EYES) == NOTHING


@pytest.mark.parametrize(
    ("moves", "start", "expected"),
    [
        (["b6b5"], "b6", "GLMCKJABDPTHES"),
        (["b6b4"], "b6", "PTHE"),
        (["b6b4", "c1c2", "b4b2"], "b6", "PTHE"),
        (["h1h3"], "h1", "PE"),
        (["h1h4"], "h1", "P"),
    ],
)
def test_moves_tell(moves: list[str], start: str, expected: str) -> None:
    kind = {"b6": "t", "h1": "p"}[start]
    here = position(f"1{kind}4a/8/8/D7/8/2J3{kind} 1")
    assert can_be(after(here, *moves))[start] == expected


def test_a_battle_tells_what_the_table_says() -> None:
    here = after("6a/8/1d6/1C6/8/2J4 0", "b3b4")
    assert can_be(here)["b4"] == "KJABDHESF"  # a flag too: nobody was behind it
    here = after("6a/8/1x6/1C6/8/2J4 0", "b3b4")
    assert can_be(here)["b4"] == "CX"
    here = after("6a/8/1t6/1C6/8/2J4 0", "b3b4")
    assert can_be(here)["b4"] == "GLMPT"


def test_a_flag_may_have_fought_as_what_was_behind_it() -> None:
    here = after("6a/1m6/1f6/1C6/8/2J4 0", "b3b4")
    assert can_be(here)["b4"] == "GLMPTF"
    assert can_be(here)["b5"] == KINDS


def test_a_flag_is_ruled_out_by_what_its_support_turned_out_to_be() -> None:
    """What stood behind lost to a major later: as a flag's support it would have lost before."""
    here = after("6a/1h6/1mJ5/1C6/8/2D4 0", "b3b4", "h6h5", "c4c5")
    assert can_be(here)["b4"] == "GLMPTF"
    here = after(here, "h5h6", "c5b5")
    assert can_be(here)["b5"] == "ABDHESF"
    assert can_be(here)["b4"] == "GLMPT"


def test_nobody_has_two_generals() -> None:
    """Who beat the lieutenant general is the general; so who beat the major general is not."""
    here = after("5aa/8/1l4g1/1M4L1/8/2J4 0", "b3b4")
    assert can_be(here)["b4"] == "GL"
    here = after(here, "h6h5", "g3g4")
    assert (can_be(here)["b4"], can_be(here)["g4"]) == ("L", "G")
    assert left(here)["G"] == left(here)["L"] == (1, 1)
    assert left(here)["M"] == (0, 1)


def test_who_stood_in_the_headquarters_without_winning_is_no_high_officer() -> None:
    here = after("a5a/8/8/8/3b4/A6 1", "d2d1")
    assert can_be(here)["d2"] == "ABDPTHES"


def test_what_fell_is_known_as_well_as_can_be() -> None:
    here = after("6a/8/1s6/1G6/8/A6 0", "b3b4")
    assert can_be(here)["b4"] == "S"
    here = after("6a/8/1x6/1G6/8/A6 0", "b3b4")
    assert can_be(here)["b4"] == "GX"
    assert left(here)["X"] == (0, 0)  # somebody is there who can move, and nobody else is
    assert left(here)["G"] == (0, 1)


def test_a_view_that_no_match_gives_is_refused() -> None:
    """Nothing goes from one end of the board to the other along no line."""
    seen = ENGINE.view(after("6a/8/8/1T6/8/A6 0", "a1a2", "h6h5"), S)
    impossible = replace(seen, record=(seen.record[0], (SQUARES["h6"], SQUARES["c1"], 0)))
    with pytest.raises(ValueError, match="no match"):
        ENGINE.knowledge(impossible)
    with pytest.raises(ValueError, match="no match"):
        imagine(impossible, history_of(impossible), Dice(b"", ""))


# Against trying everything

SOUTHERN, NORTHERN = ("b3", "b2", "a3", "c3", "d1", "b1"), ("b4", "b5", "a4", "c4", "b6", "d6")


ANY = "GLMCKJABDPTHESXFFXPE"


def small_match(
    seed: int, number: tuple[int, int], south: str = ANY, armies: str = ""
) -> list[Position]:
    """So many pieces of each seat around a bridge, who fight when they can, until shortly before
    the end; those of South of some kinds alone, and of *armies* that are not the usual ones."""
    dice = Dice(b"small", str(seed))
    while True:
        match = _small_match(dice, number, south, armies)
        if len(match) > 4:
            return match


def _small_match(dice: Dice, number: tuple[int, int], south: str, armies: str) -> list[Position]:
    match: list[Position] = []
    try:
        here = position(_crowd(dice, number, south) + armies)
    except ValueError:
        return match
    while here.outcome is None and len(match) < 10:
        match.append(here)
        steps: list[Any] = list(ENGINE.legal_moves(ENGINE.view(here, Viewer.of(here.to_move))))
        fights = [step for step in steps if here.board[step.target]]
        step = dice.choice(fights if fights and dice.below(3) else steps)
        here = ENGINE.play(here, here.to_move, step, dice).position
    return match


def _crowd(dice: Dice, number: tuple[int, int], south: str) -> str:
    board = {}
    for squares, count, lower in ((SOUTHERN, number[0], False), (NORTHERN, number[1], True)):
        places = list(squares)
        dice.shuffle(places)
        for square in places[:count]:
            letter = dice.choice(ANY if lower else south)
            board[square] = letter.lower() if lower else letter
    ranks = []
    for rank in "654321":
        files = "abcdfgh" if rank in "16" else "abcdefgh"
        row = "".join(board.get(file + rank, ".") for file in files)
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        ranks.append(row)
    return f"{'/'.join(ranks)} {dice.below(2)}"


def check_against_trial(match: list[Position], viewer: Viewer) -> None:
    """At every moment: the sheet says of every piece and every count what the worlds say."""
    trial = Trial(match[0], viewer)
    for here in match:
        if here.record:
            trial.step(shown(here)["moves"][-1])
        worlds = trial.worlds
        found = sheet(here, viewer)
        assert {piece["start"]: piece["kinds"] for piece in found["pieces"]} == {
            start: "".join(sorted({world[start] for world in worlds}, key=KINDS.index))
            for start in worlds[0]
        }
        check_counts(found, worlds)


def check_counts(sheet_then: Any, worlds: list[World]) -> None:
    for seat, lines in sheet_then["left"].items():
        standing = [
            p["start"] for p in sheet_then["pieces"] if p["square"] and p["seat"] == int(seat)
        ]
        there = {"".join(sorted(world[at] for at in standing)) for world in worlds}
        for line in lines:
            numbers = [letters.count(line["kind"]) for letters in there]
            assert (line["least"], line["most"]) == (min(numbers), max(numbers))


@pytest.mark.parametrize("seed", range(14))
def test_a_seat_against_everything_that_could_be(seed: int) -> None:
    check_against_trial(small_match(seed, (4, 3)), S)


@pytest.mark.parametrize("seed", range(14))
def test_a_bystander_against_everything_that_could_be(seed: int) -> None:
    check_against_trial(small_match(1000 + seed, (2, 1) if seed % 2 else (1, 2)), BYSTANDER)


@pytest.mark.parametrize("seed", range(6))
def test_a_lesser_army_against_everything_that_could_be(seed: int) -> None:
    """Of whose captains there are five: none, some or all of those that stand can be some."""
    match = small_match(seed, (4, 2), "AAABCX", f" {ARMIES_WRITTEN['generals']}")
    check_against_trial(match, N)
    assert not {"G", "L", "M"} & set("".join(can_be(match[-1], N).values()))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("5xp/7x/8/8/8/AB5 0", ("a1a2", "h6h4", "a2a1")),  # North has a move: but with what?
        ("f5a/8/1b6/1A6/8/C6 0", ("b3b4", "h6h5")),
        ("6a/1x6/1f6/1C6/1T6/A6 0", ("b3b4", "h6h5", "b2b3", "h5h6")),
        ("6a/1s6/1f6/1G6/1T6/A6 0", ("b3b4", "b5a5", "b2b3", "a5b5", "b3b4")),
        ("6a/1A6/1s6/1D6/8/7 0", ("b3b4", "h6h5")),  # an enemy behind is no support
        ("3a3/3A4/8/8/8/3a2A 0", ("d5d6", "d1d2")),
        ("3x2a/3H4/3A4/8/8/7 0", ("d5d6", "h6g6", "d4d5")),
    ],
)
def test_set_pieces_against_everything_that_could_be(text: str, moves: tuple[str, ...]) -> None:
    match = [after(text, *moves[:number]) for number in range(len(moves) + 1)]
    assert match[-1].outcome is None
    for viewer in (S, N):
        check_against_trial(match, viewer)


def test_the_trials_meet_every_clue() -> None:
    """The matches above are worth something: all results, flags attacked, headquarters entered."""
    matches = [small_match(seed, (4, 3)) for seed in range(14)]
    steps = [(here, here.record[-1]) for match in matches for here in match[1:]]
    assert {result for _, (_, _, result) in steps} == {0, 1, 2, 3}
    before = [
        (match[at], match[at + 1].record[-1]) for match in matches for at in range(len(match) - 1)
    ]
    attacked = {KIND_OF[here.board[target]] for here, (_, target, _) in before}
    assert KIND_OF_LETTER["F"] in attacked
    assert {3, 42} & {target for _, (_, target, _) in steps}


@pytest.mark.parametrize("seed", range(3))
def test_whole_armies_against_dealing_out(seed: int) -> None:
    match = played(b"dealt%d" % seed, 300)
    for here in match[50::120]:
        alive = len(
            [piece for piece in sheet(here, Viewer.of(here.to_move))["pieces"] if piece["square"]]
        )
        if here.outcome is None and alive > 3:
            found = possible_for_seat(here, here.to_move)
            expected = {start: "".join(k for k in KINDS if k in found[start]) for start in found}
            assert can_be(here, Viewer.of(here.to_move)) == expected


# Every claim has a match to show for it


@pytest.mark.parametrize("viewer", [S, N, BYSTANDER])
def test_every_kind_that_can_be_is_so_in_some_match(viewer: Viewer) -> None:
    here = played(b"claims", 150)[-1]
    view = ENGINE.view(here, viewer)
    puzzle = puzzle_of(view, history_of(view))
    steps = [step_of(origin, target) for origin, target, _ in here.record]
    claims = [(start, kind) for start, kinds in suspects(view).items() for kind in kinds_in(kinds)]
    assert len(claims) > 50
    for start, kind in claims[::7]:
        kinds = list(puzzle.kinds)
        kinds[start] = 1 << kind
        solver = Solver(puzzle)
        found = solver.solve(kinds, solver.some_guess())
        assert found is not None
        there = tuple(
            kind + 16 * (sq > 22) if piece else 0
            for sq, (kind, piece) in enumerate(zip(found[:46], view.start, strict=True))
        )
        again = replay(begin(there, here.first), steps)
        assert KIND_OF[again.start[start]] == kind
        assert ENGINE.view(again, viewer) == view


@pytest.mark.parametrize("seed", [b"truth", b"and so"])
def test_the_truth_and_every_imagined_world_are_on_the_sheet(seed: bytes) -> None:
    for number, here in enumerate(played(seed, 300)[3::36]):
        for viewer in (S, N, BYSTANDER):
            known = suspects(ENGINE.view(here, viewer))
            worlds = [
                ENGINE.resample(here, viewer, Dice(bytes([number]), str(n))) for n in range(5)
            ]
            for world in (here, *worlds):
                for start, kinds in known.items():
                    assert kinds >> KIND_OF[world.start[start]] & 1


def test_it_follows_from_the_view_alone() -> None:
    for here in played(b"view", 160)[20::60]:
        for viewer in (S, N, BYSTANDER):
            there = ENGINE.resample(here, viewer, Dice(b"v", "v"))
            assert sheet(there, viewer) == sheet(here, viewer)


def test_quick_bounds_never_rule_out_what_can_be() -> None:
    for here in played(b"bounds", 200)[10::60]:
        for viewer in (S, N, BYSTANDER):
            view = ENGINE.view(here, viewer)
            bounds = bounds_of(view)
            for start, kinds in suspects(view).items():
                assert not kinds & ~bounds[start]
    assert set(bounds_of(ENGINE.view(started(), S))[23:]) == {ALL}
