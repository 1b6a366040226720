"""How the pieces move: rules by example, every vector of the rules page among them."""

from __future__ import annotations

import pytest

from engines.gunjin.movement import kinds_able_to_move, kinds_that_move
from engines.gunjin.pieces import KIND_OF_LETTER, LETTERS, kinds_in
from engines.gunjin.squares import SQUARES
from tests.engines.gunjin.boards import drawing, moves, picture, position, targets

STEPPERS = "GLMCKJABDS"


def alone(piece: str, square: str, seat: int = 0) -> str:
    """A position with one piece on an otherwise empty board, and its owner to move."""
    return board({square: piece}, seat)


def board(pieces: dict[str, str], seat: int = 0) -> str:
    """A position text with these pieces."""
    ranks = []
    for rank in "654321":
        files = "abcdfgh" if rank in "16" else "abcdefgh"
        row = "".join(pieces.get(file + rank, ".") for file in files)
        for empty in range(8, 0, -1):
            row = row.replace("." * empty, str(empty))
        ranks.append(row)
    return f"{'/'.join(ranks)} {seat}"


@pytest.mark.parametrize(
    ("pieces", "origin", "expected"),
    [
        ({"b3": "T"}, "b3", "a3 b2 b4 b5 c3"),
        ({"b3": "T", "b4": "x"}, "b3", "a3 b2 b4 c3"),
        ({"b4": "T"}, "b4", "a4 b3 b5 b6 c4"),
        ({"d4": "T"}, "d4", "c4 d5 d6 e4"),
        ({"d1": "T", "d2": "A"}, "d1", "c1 e2 e3 f1"),
        ({"e4": "T"}, "e4", "d4 d6 e5 f4"),
        ({"b2": "T"}, "b2", "a2 b1 b3 b4 c2"),
        ({"d2": "T"}, "d2", "c2 d1 d3 e2"),
        ({"b5": "T"}, "b5", "a5 b4 b6 c5"),
        ({"b6": "T"}, "b6", "a6 b5 c6"),
        ({"d4": "T", "d5": "A"}, "d4", "c4 e4"),
        ({"d4": "T", "d6": "A"}, "d4", "c4 d5 e4"),
        ({"d4": "T", "d6": "a"}, "d4", "c4 d5 d6 e4"),
        ({"c1": "T"}, "c1", "b1 c2 c3 d1"),
        ({"d6": "T"}, "d6", "c6 d5 e5 f6"),
        ({"a3": "T"}, "a3", "a2 b3"),
    ],
)
def test_tanks_and_cavalry(pieces: dict[str, str], origin: str, expected: str) -> None:
    for rider in "TH":
        text = board({**pieces, origin: rider})
        assert targets(text, origin) == expected


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("g4", "f4 g2 g3 g5 h4"),
        ("b3", "a3 b1 b2 b4 c3"),
        ("d6", "c6 d4 d5 e4 e5 f6"),
        ("d3", "c3 d1 d2 e3"),
        ("e3", "d1 d3 e2 f3"),
        ("d1", "c1 d2 e2 f1"),
    ],
)
def test_north_walks_the_other_way(square: str, expected: str) -> None:
    assert targets(alone("t", square, seat=1), square) == expected


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("b1", "a1 b2 b3 b4 b5 b6 c1 d1 f1 g1 h1"),
        ("d3", "a3 b3 c3 d1 d2 e3 f3 g3 h3"),
        ("d1", "a1 b1 c1 d2 d3 e2 e3 f1 g1 h1"),
        ("e2", "a2 b2 c2 d1 d2 e3 f2 g2 h2"),
        ("g4", "a4 b4 c4 d4 e4 f4 g1 g2 g3 g5 g6 h4"),
        ("d6", "a6 b6 c6 d4 d5 e4 e5 f6 g6 h6"),
    ],
)
def test_engineers_slide_over_bridges_and_not_over_water(square: str, expected: str) -> None:
    assert targets(alone("E", square), square) == expected
    assert targets(alone("e", square, seat=1), square) == expected


def test_engineers_do_not_jump() -> None:
    text = board({"b1": "E", "d1": "A", "b3": "a", "b4": "x", "a1": "a"})
    assert targets(text, "b1") == "a1 b2 b3 c1"


def test_an_engineer_is_stopped_by_the_headquarters_only_when_somebody_is_in_it() -> None:
    assert targets(board({"c1": "E", "d1": "a"}), "c1") == "a1 b1 c2 c3 d1"


def test_a_plane_flies_over_everything_along_its_file() -> None:
    assert targets(board({"a1": "P", "a2": "A", "a4": "x"}), "a1") == "a3 a4 a5 a6 b1"


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("d1", "c1 d2 d3 d4 d5 d6 e2 e3 e4 e5 f1"),
        ("e3", "d1 d3 d6 e2 e4 e5 f3"),
        ("c1", "b1 c2 c3 c4 c5 c6 d1"),
        ("d6", "c6 d1 d2 d3 d4 d5 e2 e3 e4 e5 f6"),
        ("h3", "g3 h1 h2 h4 h5 h6"),
    ],
)
def test_a_plane_goes_sideways_by_one(square: str, expected: str) -> None:
    assert targets(alone("P", square), square) == expected
    assert targets(alone("p", square, seat=1), square) == expected


@pytest.mark.parametrize("letter", STEPPERS)
def test_the_others_take_one_step(letter: str) -> None:
    assert targets(alone(letter, "b3"), "b3") == "a3 b2 b4 c3"
    assert targets(alone(letter, "d3"), "d3") == "c3 d2 e3"
    assert targets(alone(letter, "d1"), "d1") == "c1 d2 e2 f1"
    assert targets(alone(letter.lower(), "e4", seat=1), "e4") == "d4 e5 f4"
    assert targets(alone(letter.lower(), "e5", seat=1), "e5") == "d5 d6 e4 f5"


@pytest.mark.parametrize("letter", "XF")
def test_mines_and_flags_never_move(letter: str) -> None:
    assert moves(board({"c2": letter, "h1": "A"}), "c2") == set()


@pytest.mark.parametrize("letter", LETTERS[1:15])
def test_any_piece_may_enter_either_headquarters(letter: str) -> None:
    assert "c1d1" in moves(alone(letter, "c1"))
    assert "d5d6" in moves(alone(letter, "d5"))
    assert "d2d1" in moves(alone(letter.lower(), "d2", seat=1))


def test_drawn_engineer() -> None:
    text = """
        . . .  .  . . .
        . . . . . . . .
        . a . . . . . .
        ~ = ~ ~ ~ ~ = ~
        . E . . . A . .
        . . . . . . . .
        . a .  .  . . .
        0"""
    assert picture(text, "b3") == drawing(
        """
        . . .  .  . . .
        . . . . . . . .
        . x . . . . . .
        ~ = ~ ~ ~ ~ = ~
        * E * * * A . .
        . * . . . . . .
        . x .  .  . . ."""
    )


def test_drawn_plane_over_the_water() -> None:
    text = """
        . . .  g  . . .
        . . . . x . . .
        . . . . . . . .
        ~ = ~ ~ ~ ~ = ~
        . . . . X . . .
        . . . . P D . .
        . . .  .  . . .
        0"""
    assert picture(text, "e2") == drawing(
        """
        . . .  x  . . .
        . . . . x . . .
        . . . . * . . .
        ~ = ~ ~ ~ ~ = ~
        . . . . X . . .
        . . . * P D . .
        . . .  *  . . ."""
    )


def test_drawn_tank_leaving_the_headquarters() -> None:
    text = """
        . . .  .  . . .
        . . . . . . . .
        . . . . . . . .
        ~ = ~ ~ ~ ~ = ~
        . . . s . . . .
        . . . . a . . .
        . . D  T  . . .
        0"""
    assert picture(text, "d1") == drawing(
        """
        . . .  .  . . .
        . . . . . . . .
        . . . . . . . .
        ~ = ~ ~ ~ ~ = ~
        . . . x . . . .
        . . . * x . . .
        . . D  T  * . ."""
    )


@pytest.mark.parametrize(
    ("move", "pieces", "expected"),
    [
        ("c2c3", {}, "GLMCKJABDPTHES"),
        ("b2b4", {}, "PTHE"),
        ("b2b4", {"b3": "x"}, "P"),
        ("b3b5", {}, "PTHE"),
        ("c3c4", {}, "P"),
        ("c3c5", {}, "P"),
        ("c3c1", {}, "PE"),
        ("a3d3", {}, "E"),
        ("c1f1", {}, "E"),
        ("d1d3", {}, "PTHE"),
        ("d1e3", {"d2": "x"}, "PTHE"),
        ("d4d6", {}, "PTHE"),
        ("d1d6", {}, "P"),
        ("b1b6", {}, "PE"),
        ("b1b6", {"b5": "x"}, "P"),
        ("c1d1", {}, "GLMCKJABDPTHES"),
    ],
)
def test_what_a_move_tells_of_the_piece(move: str, pieces: dict[str, str], expected: str) -> None:
    occupied = sum(1 << SQUARES[square] for square in (move[:2], *pieces))
    found = kinds_that_move(occupied, 0, SQUARES[move[:2]], SQUARES[move[2:]])
    assert {LETTERS[kind] for kind in kinds_in(found)} == set(expected)


def test_who_has_no_square_to_go_to_cannot_move_whatever_it_is() -> None:
    """A corner shut in by its own side; then with its file full to the end as well."""
    shut_in = {"a1": "D", "a2": "X", "b1": "F"}
    full = {**shut_in, "a3": "A", "a4": "B", "a5": "C", "a6": "K"}
    for pieces, expected in ((shut_in, "P"), (full, "")):
        able = kinds_able_to_move(position(board(pieces)).board, 0, SQUARES["a1"])
        assert "".join(LETTERS[kind] for kind in kinds_in(able)) == expected


@pytest.mark.parametrize("letter", LETTERS[1:15])
def test_a_move_tells_exactly_which_kinds_can_make_it(letter: str) -> None:
    """Move by move, on a crowded board: the kind is among those told, if and only if it can."""
    crowd = {"b4": "x", "d2": "X", "e5": "x", "f1": "F", "g3": "a", "c3": "a"}
    bit = 1 << KIND_OF_LETTER[letter]
    for origin in SQUARES.keys() - crowd.keys():
        text = board({**crowd, origin: letter})
        open_to_it = {move[2:] for move in moves(text, origin)}
        occupied = sum(1 << SQUARES[square] for square in (origin, *crowd))
        for target in SQUARES.keys() - {"d2", "f1", origin}:
            found = kinds_that_move(occupied, 0, SQUARES[origin], SQUARES[target])
            assert bool(found & bit) == (target in open_to_it), (origin, target)
        able = kinds_able_to_move(position(text).board, 0, SQUARES[origin])
        assert bool(able & bit) == bool(open_to_it)
