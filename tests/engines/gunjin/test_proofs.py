"""Sure wins: held against every army the other side can have and every reply, by the exact engine.

The small positions come from seeds, as texts; each unknown piece is tried as every kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from engines.core.coaching import Hint
from engines.core.dice import Dice
from engines.core.proofs import SureWin
from engines.core.seats import Seat
from engines.gunjin import proofs
from engines.gunjin.bots import BOTS, MEDIUM
from engines.gunjin.coaching import hint
from engines.gunjin.engine import ENGINE
from engines.gunjin.hindsight import missed_by
from engines.gunjin.knowledge import knowledge_of
from engines.gunjin.moves import read_move
from engines.gunjin.pieces import ARMY, KINDS, MINE, PLANE, piece_of
from engines.gunjin.position import Position
from engines.gunjin.progress import begin
from engines.gunjin.squares import IS_HOME
from engines.gunjin.view import GunjinView
from tests.engines.gunjin.boards import after, played, position, view
from tests.engines.sure_wins import check

NODES = 20_000
SOUTH = Seat(0)


def small(seed: int) -> Position:
    """Two or three pieces a side: ours may enter in a few steps, some of theirs stand near."""
    random = Random(seed)
    squares = random.sample(range(23, 46), 4) + random.sample(range(23), 3)
    board = [0] * 46
    for square, kind in zip(squares[:2], random.sample(KINDS[:14], 2), strict=True):
        board[square] = piece_of(0, kind)
    board[squares[4]] = piece_of(0, random.choice(KINDS[:15]))
    for square in (squares[2], squares[random.choice((3, 5))]):
        board[square] = piece_of(1, random.choice(KINDS[:14]))
    return begin(tuple(board), SOUTH)


def worlds(here: Position) -> Iterator[Position]:
    """Every position that looks like *here*, with no more of a kind than there are."""
    hidden = [square for square, piece in enumerate(here.board) if piece >= piece_of(1, 1)]
    for kinds in product(KINDS, repeat=len(hidden)):
        board = list(here.board)
        for square, kind in zip(hidden, kinds, strict=True):
            board[square] = piece_of(1, kind)
        is_army = all(kinds.count(kind) <= ARMY[kind] for kind in kinds)
        stands = all(
            kind < MINE or IS_HOME[1][square] for square, kind in zip(hidden, kinds, strict=True)
        )
        world = begin(tuple(board), SOUTH)
        if is_army and stands and world.outcome is None:
            yield world


def sure(here: GunjinView) -> SureWin[Any] | None:
    return proofs.sure_win(here, NODES)


def weakened(kind: int) -> Any:
    """The same search with a wrong table: an unknown piece is never that *kind*."""

    def search(here: GunjinView) -> SureWin[Any] | None:
        kinds = {
            square: -piece & ~(1 << kind)
            for square, piece in enumerate(proofs.board_of(here, SOUTH))
            if piece < 0
        }
        return proofs.sure_win(here, NODES, kinds) if all(kinds.values()) else None

    return search


def proved(search: Any, seeds: range) -> Iterator[Position]:
    for seed in seeds:
        here = small(seed)
        if here.outcome is None and search(view(here)):
            yield here


@pytest.mark.parametrize(
    ("text", "move", "within"),
    [
        ("7/3J4/8/8/8/p6 0", "d5d6", 1),
        ("3p3/3G4/8/8/8/7 0", "", 0),  # a spy defends as well as it attacks
        ("p6/8/3J4/8/8/7 0", "d4d5", 2),  # whoever slides into the headquarters loses to a major
        ("7/8/3M4/4p3/8/7 0", "d4d5", 2),  # so does a plane to a major general
        ("7/8/3J4/4p3/8/7 0", "", 0),  # but not to a major
        ("7/8/3M4/8/3p4/7 0", "", 0),  # it may be an officer who is faster
        ("7/8/3M4/4p3/8/3p3 0", "", 0),  # an officer in the own headquarters wins by any step
        ("7/3A4/8/8/8/p6 0", "", 0),  # captains do not occupy
    ],
)
def test_what_is_sure_and_what_is_not(text: str, move: str, within: int) -> None:
    found = sure(view(text))
    assert (str(found.move), found.within) == (move, within) if found else not within


def test_a_draw_for_want_of_battles_is_no_win() -> None:
    here = view("7/8/3M4/4p3/8/7 0")
    assert sure(replace(here, quiet=196))
    assert sure(replace(here, quiet=198)) is None


def test_no_placement_is_gone_back_to() -> None:
    """The step that wins leads to where the pieces stood before: it is none that is proved."""
    here = after("7/3M4/8/4p3/8/7 0", "d5d4", "e3e2", "d4c4", "e2e3")
    assert sure(view(here)) is None


def test_without_steps_nothing_is_proved() -> None:
    here = view("7/8/3M4/4p3/8/7 0")
    assert proofs.sure_win(here, 1) is None
    assert proofs.sure_win(view("7/8/3M4/4p3/8/7 0", 1), NODES) is None


def test_what_is_proved_holds_in_every_world_against_every_reply() -> None:
    lengths = [check(ENGINE, worlds(here), SOUTH, sure) for here in proved(sure, range(40))]
    assert {1, 2} <= set(lengths)
    assert len(lengths) >= 8


@pytest.mark.prove
def test_the_same_by_night() -> None:
    lengths = [check(ENGINE, worlds(here), SOUTH, sure) for here in proved(sure, range(1000))]
    assert {1, 2, 3, 4} <= set(lengths)


def test_a_table_that_leaves_a_kind_out_is_found_out() -> None:
    """A piece that may be a plane is taken for none: the worlds in which it is one tell."""
    here = position("7/8/3J4/4p3/8/7 0")
    search = weakened(PLANE)
    assert search(view(here))
    with pytest.raises(AssertionError):
        check(ENGINE, worlds(here), SOUTH, search)


@pytest.mark.parametrize("level", ["medium", "medium-bold", "strong", "strong-firm"])
def test_searching_bots_play_it(level: str) -> None:
    here = view("7/8/3M4/4p3/8/7 0")
    assert {str(BOTS[level].choose(here, Dice(bytes([seed]), "1"))) for seed in range(3)} == {
        "d4d5"
    }


def test_they_play_as_without_it_where_nothing_is_proved() -> None:
    for here in map(view, played(b"proofs")[2:60:20]):
        assert BOTS["medium"].choose(here, Dice(b"", "1")) == MEDIUM.choose(here, Dice(b"", "1"))


def missed(text: str, move: str) -> tuple[str, ...]:
    here = view(text)
    return missed_by(here, knowledge_of(here), read_move(move) if move else None)


def test_a_review_names_a_sure_win_that_was_given_up() -> None:
    text = "7/8/3M4/4p3/8/7 0"
    assert missed(text, "d4d5") == ()
    assert missed(text, "d4c4") == ("sure-win",)
    assert missed(text, "") == ("sure-win",), "conceded"
    assert missed("7/8/3J4/4p3/8/7 0", "d4c4") == ()
    assert missed("7/3M4/8/4p3/8/7 0", "d5d4") == ("win",), "at once is another sentence"


def test_a_coach_points_at_a_sure_win() -> None:
    assert hint(view("7/8/3M4/4p3/8/7 0")) == Hint("sure", ("d4", "d5"))
    assert hint(view("7/3M4/8/4p3/8/7 0")) == Hint("enter", ("d5", "d6"))
