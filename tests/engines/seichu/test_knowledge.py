"""The knowledge sheet: exactly what can be, neither more nor less, from the view alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Seat, Viewer
from engines.seichu.clues import clues_in
from engines.seichu.engine import ENGINE
from engines.seichu.history import history_of, name_of
from engines.seichu.imagine import imagine
from engines.seichu.moves import Answer, Drop, Move, Step, step_of
from engines.seichu.pieces import EMPTY, KIND_OF, KIND_OF_LETTER, KING, SEAT_OF
from engines.seichu.position import CAPTURE_CHECK, TURN, Position
from engines.seichu.squares import SQUARES
from tests.engines.playing import ALL_EYES
from tests.engines.seichu.boards import NORTH, SOUTH, after, position, shown, started, view
from tests.engines.seichu.matches import quiet_match
from tests.engines.seichu.worlds import Worlds

S, N = Viewer.of(SOUTH), Viewer.of(NORTH)
ALL = "KRBGSNLP"
NOTHING = {"complete": True, "pieces": [], "left": {}}


def sheet(here: Position, viewer: Viewer = S) -> Any:
    return ENGINE.knowledge(ENGINE.view(here, viewer)).as_json()


def can_be(here: Position, viewer: Viewer = S) -> dict[str, str]:
    """What each hidden piece on the board can be, by its name."""
    return {piece["start"]: piece["kinds"] for piece in sheet(here, viewer)["pieces"]}


def left(here: Position, viewer: Viewer = S, seat: int = 1) -> dict[str, tuple[int, int, int]]:
    lines = sheet(here, viewer)["left"][str(seat)]
    return {line["kind"]: (line["least"], line["most"], line["total"]) for line in lines}


# Stories


def test_at_first_anything_can_be_anything() -> None:
    here = started()
    assert set(can_be(here).values()) == {ALL}
    assert len(can_be(here)) == 8
    assert len(can_be(here, BYSTANDER)) == 16
    some, king, pawns = (0, 1, 1), (1, 1, 1), (1, 2, 2)
    assert left(here) == {**dict.fromkeys(ALL, some), "K": king, "P": pawns}


def test_during_set_up_there_is_nothing_to_know_of_who_has_not_placed() -> None:
    here = ENGINE.start(Terms(), Dice(b"", "0")).position
    assert sheet(here) == NOTHING
    move = ENGINE.codec.load_move("setup:GSPR/KLNP")
    here = ENGINE.play(here, Seat(1), move, Dice(b"", "1")).position
    assert set(can_be(here).values()) == {ALL}
    assert sheet(here, N) == NOTHING


def test_after_the_end_and_for_all_eyes_nothing_is_left_to_know() -> None:
    assert sheet(after(started(), "doubt")) == NOTHING
    assert sheet(started(), ALL_EYES) == NOTHING


def test_moves_prove_nothing() -> None:
    here = after(started(), "a2a3", "a7d4", "a3a4", "d4a7")
    assert set(can_be(here).values()) == {ALL}


def test_captures_tell() -> None:
    """The lone king, rook, bishop, gold, silver of North fall: they are nothing else any more."""
    here = after("k1rb/4/4/4/4/4/KG2", "b1c7")
    assert can_be(here) == {"a7": "KB", "d7": "KB"}
    here = after(here, "a7b7", "c7d7")
    assert can_be(here) == {"a7": "K"}
    assert left(here)["R"] == (0, 0, 0)


def test_the_king_is_never_in_hand() -> None:
    here = position("k3/4/4/4/4/4/K3 -/r 0")
    assert can_be(here) == {"a7": "K"}
    here = after(here, "a1a2", "R*d4")
    assert can_be(here) == {"a7": "K", "drop2": "R"}


def test_a_drop_is_something_from_the_hand() -> None:
    """North takes a rook and a pawn and drops: the first drop could still be its first hand."""
    here = after("k2g/4/4/4/4/4/KRPB -/s 1", "d7b1", "a1a2", "S*d4")
    assert can_be(here) == {"a7": "KGS", "d7": "KGS", "drop3": "RGS"}
    here = after(here, "a2a1", "R*a5")
    assert can_be(here)["drop3"] == can_be(here)["drop5"] == "RGS"
    here = after(here, "a1d4", "a5a4")
    assert can_be(here) == {"a7": "KG", "d7": "KG", "drop5": "R"}


def test_who_dropped_all_there_was_drops_next_what_came_since() -> None:
    """North drops its only piece, takes a bishop and drops again: that is the bishop."""
    here = after("k2g/4/4/4/4/4/K2B -/s 1", "S*a5", "a1a2", "d7d1", "a2a1", "B*c4", "a1a2")
    assert can_be(here) == {"a7": "KGS", "d7": "KGS", "drop1": "GS", "drop5": "B"}
    assert left(here)["B"] == (1, 1, 1)


def test_a_position_that_was_no_draw_tells_two_pieces_apart() -> None:
    """Two blanks change places three times: had both been pawns, it would have been a draw."""
    swap = ["a1a2", "a7a6", "a2a1", "a6a5", "a1a2", "b7a7", "a2a1", "a5b7"]
    here = after("ps2/4/4/4/4/4/K3 -/p 0", *swap, *swap)
    assert left(here)["S"] == (0, 1, 1)
    assert left(here)["P"] == (1, 2, 2)
    here = after(here, *swap)
    assert here.outcome is None
    assert left(here)["S"] == (1, 1, 1)
    assert left(here)["P"] == (1, 1, 2)
    assert set(can_be(here).values()) == {"SP"}
    worlds = [ENGINE.resample(here, S, Dice(bytes([n]), "w")) for n in range(20)]
    assert all(world.outcome is None for world in worlds)
    assert {ENGINE.codec.write(world)[:3] for world in worlds} == {"ps2", "sp2"}


def test_while_a_question_is_open_the_last_position_tells_nothing() -> None:
    """It is judged when the turn passes. (No capture here: the view is made to say so.)"""
    swap = ["a1a2", "a7a6", "a2a1", "a6a5", "a1a2", "b7a7", "a2a1", "a5b7"]
    seen = view(after("ps2/4/4/4/4/4/K3 -/p 0", *swap, *swap, *swap), 0)
    assert list(clues_in(seen, history_of(seen)))
    asked = replace(seen, asked=CAPTURE_CHECK)
    assert not list(clues_in(asked, history_of(asked)))


def test_a_king_that_was_taken_belongs_to_nobody() -> None:
    here = after("k3/r3/4/4/g3/K3/4 -/- 1", "a3a2")
    assert shown(here)["owned"] == ["", "KRG"]
    assert shown(here)["hands"][1]["count"] == 0


def test_who_lost_the_king_knows_what_took_it_and_nobody_else() -> None:
    here = after("k3/r3/4/4/g3/K3/4 -/- 1", "a3a2")
    assert here.asked == "defeat"
    assert can_be(here, S) == {"a7": "KR", "a6": "KR"}
    assert can_be(here, BYSTANDER)["a3"] == "KRG"
    assert shown(here, S)["pieces"][0] == {"square": "a2", "piece": "a3", "seat": 1, "kind": "G"}
    assert shown(here)["pieces"][0]["kind"] is None


# Against trying everything

STARTS = (
    "kp1s/4/4/4/4/4/KR2 P/n 0",
    "kpps/4/4/4/4/4/KRG1 -/p 1",
    "psk1/4/4/4/4/4/K3 -/p 0",
    "pps1/4/4/4/4/4/K1G1 -/- 0",
    "kg2/4/4/p1s1/4/2R1/K2P B/nl 1",
)


@pytest.mark.parametrize("text", STARTS)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("viewer", [S, N, BYSTANDER], ids=["south", "north", "bystander"])
def test_what_can_be_is_what_fits(text: str, seed: int, viewer: Viewer) -> None:
    """Pieces that shuffle about in a corner, take each other and come back from the hand."""
    dice = Dice(b"%d" % seed, text)
    here = position(text)
    worlds = Worlds(here, viewer)
    for number in range(40):
        if len(worlds.fitting) > 400:
            break
        then = ENGINE.play(here, here.answering, _move(here, dice), dice).position
        if then.outcome:
            break
        here = then
        captor = _shown_captor(here, viewer)
        worlds.step(shown(here, viewer)["moves"][-1], captor=captor)
        if number % 5 == 4 or here.asked != TURN:
            assert_exact(here, viewer, worlds)
    assert_exact(here, viewer, worlds)


def assert_exact(here: Position, viewer: Viewer, worlds: Worlds) -> None:
    found = can_be(here, viewer)
    assert {name: set(kinds) for name, kinds in found.items()} == worlds.can_be(set(found))
    for seat, lines in sheet(here, viewer)["left"].items():
        for line in lines:
            assert (line["least"], line["most"]) == worlds.on_board(int(seat), line["kind"])


def _shown_captor(here: Position, viewer: Viewer) -> str | None:
    if here.asked != "defeat" or viewer.seat != here.answering:
        return None
    return ALL[KIND_OF[here.board[here.record[-1].target]] - 1]


def _move(here: Position, dice: Dice) -> Move:
    """Mostly to and fro on the first and last three squares; captures and drops at times."""
    if here.asked != TURN:
        return Answer.ACCEPT
    moves = list(ENGINE.legal_moves(view(here)))
    drops: list[Move] = [move for move in moves if isinstance(move, Drop)]
    steps = [move for move in moves if isinstance(move, Step) and not move.trial]
    near = {24, 25, 26} if here.to_move else {0, 1}
    close = [step for step in steps if step.target in near and not here.board[step.target]]
    takes = [step for step in steps if here.board[step.target] != EMPTY]
    if dice.below(40):
        takes = [step for step in takes if KIND_OF[here.board[step.target]] != KING]
    drawn = dice.below(12)
    if drawn == 0 and takes:
        return dice.choice(takes)
    if drawn == 1 and drops:
        return dice.choice(drops)
    return dice.choice(close or steps)


@pytest.mark.parametrize("text", ["psk1/4/4/4/4/4/K3 -/p", "pps1/4/4/4/4/4/KG2 -/s"])
@pytest.mark.parametrize("viewer", [S, BYSTANDER], ids=["south", "bystander"])
def test_positions_that_were_no_draw(text: str, viewer: Viewer) -> None:
    """North's pieces go round in a corner, South steps to and fro, and nothing is ever drawn."""
    dice, here = Dice(b"round", text), position(text)
    worlds, met = Worlds(here, viewer), set()
    for number in range(90):
        then = _round(here, dice)
        if then is None:
            break
        here = then
        worlds.step(shown(here, viewer)["moves"][-1])
        if number % 6 == 5:
            seen = ENGINE.view(here, viewer)
            met.add(len(list(clues_in(seen, history_of(seen)))))
            assert_exact(here, viewer, worlds)
            there = ENGINE.resample(here, viewer, Dice(text.encode(), str(number)))
            assert there.outcome is None
            assert shown(there, viewer) == shown(here, viewer)
    assert max(met) > 2


def _round(here: Position, dice: Dice) -> Position | None:
    near = range(24, 28) if here.to_move else range(3)
    moves = [
        step_of(origin, target)
        for origin in near
        for target in near
        if SEAT_OF[here.board[origin]] == here.to_move and not here.board[target]
    ]
    dice.shuffle(moves)
    ends = (ENGINE.play(here, here.to_move, move, dice).position for move in moves)
    return next((end for end in ends if end.outcome is None), None)


def test_late_sheets_hold_the_truth() -> None:
    for here in quiet_match(b"late")[::12]:
        for viewer in (S, N, BYSTANDER):
            truth = {one.piece: one for one in ENGINE.identities(ENGINE.view(here, ALL_EYES))}
            for name, kinds in can_be(here, viewer).items():
                assert str(truth[name].kind) in kinds


@pytest.mark.parametrize("viewer", [S, BYSTANDER], ids=["south", "bystander"])
def test_whatever_whole_armies_are_said_to_be_they_can_be(viewer: Viewer) -> None:
    """For every kind of every piece a match that went the same way, and looks the same."""
    for here in quiet_match(b"whole armies", 90)[5::28]:
        seen = ENGINE.view(here, viewer)
        for suspect in ENGINE.knowledge(seen).suspects:
            for letter in suspect.kinds:
                history, kind = history_of(seen), KIND_OF_LETTER[letter]
                number = {name_of(piece): piece for piece in history.square_of}[suspect.piece]
                history.kinds[number] = kind
                world = imagine(here, seen, history, Dice(b"", "w"))
                assert KIND_OF[world.board[SQUARES[str(suspect.square)]]] == kind
                assert shown(world, viewer) == shown(here, viewer)
                assert world.record == here.record


def test_whatever_numbers_are_said_to_be_there_can_be_that_many() -> None:
    """The extremes of the sheet are met among many worlds, and never passed."""
    here = quiet_match(b"whole armies", 60)[-1]
    worlds = [ENGINE.resample(here, S, Dice(b"", str(number))) for number in range(150)]
    for kind, (least, most, total) in left(here).items():
        code = 9 + ALL.index(kind)
        counts = {world.board.count(code) for world in worlds}
        assert (min(counts), max(counts)) == (least, most)
        assert most <= total
