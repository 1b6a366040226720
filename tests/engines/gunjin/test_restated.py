"""The engine against the second statement of the rules: random matches, ply by ply."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engines.core.dice import Dice
from engines.core.seats import Viewer
from engines.gunjin.battle import SIGNS
from engines.gunjin.engine import ENGINE
from engines.gunjin.moves import Placement, Step
from engines.gunjin.position import Position
from engines.gunjin.squares import SQUARE_NAMES
from tests.engines.gunjin.boards import moves, position
from tests.engines.gunjin.restated import Match, set_up
from tests.engines.playing import Ply, playout
from tests.engines.transcribing import replayed


def letters_on(here: Position) -> dict[str, str]:
    """The board by names, from the engine's own text."""
    names = [name for rank in "654321" for name in SQUARE_NAMES if name[1] == rank]
    text = ENGINE.codec.write(here).split(" ")[0].replace("/", "")
    for empty in "2345678":
        text = text.replace(empty, "1" * int(empty))
    return {name: letter for name, letter in zip(names, text, strict=True) if letter != "1"}


def agree(here: Position, other: Match) -> bool:
    """Whether both are at the same point: board, turn, moves, end."""
    outcome = here.outcome and (here.outcome.termination.value, set(here.outcome.winners))
    return (
        letters_on(here) == other.board
        and here.to_move == other.to_move
        and outcome == other.over
        and here.quiet == other.quiet
        and (outcome is not None or moves(here) == other.legal())
    )


@pytest.mark.parametrize("seed", range(6))
def test_random_matches(seed: int) -> None:
    assert restated(playout(ENGINE, b"restated%d" % seed, limit=10_000)).over is not None


def test_a_match_with_a_handicap() -> None:
    *plies, conceded = replayed("gunjin-handicap")
    assert conceded.text == "concede"
    assert restated(plies).over is None


def restated(plies: Iterable[Ply]) -> Match:
    """The same match by the second statement, which agrees ply by ply."""
    other: Match | None = None
    texts = ["", ""]
    for ply in plies:
        move = ENGINE.codec.load_move(ply.text) if ply.text else None
        if isinstance(move, Placement) and ply.seat is not None:
            texts[ply.seat] = move.letters
        elif isinstance(move, Step):
            other = other or Match(set_up(texts), 0)
            assert other.play(str(move)) == SIGNS[ply.position.record[-1][2]]
            assert agree(ply.position, other)
    assert other is not None
    return other


@pytest.mark.parametrize("seed", range(60))
def test_strewn_boards(seed: int) -> None:
    """A few pieces anywhere, either side to move: flags and mines at home only."""
    dice = Dice(b"strewn", str(seed))
    here = _strewn(dice)
    other = Match(letters_on(here), here.to_move)
    for _ in range(40):
        if here.outcome:
            return
        assert moves(here) == other.legal()
        move = ENGINE.sample_move(ENGINE.view(here, Viewer.of(here.to_move)), dice)
        here = ENGINE.play(here, here.to_move, move, dice).position
        other.play(str(move))
        assert agree(here, other)


def _strewn(dice: Dice) -> Position:
    """A board on which the side to move has a move."""
    while True:
        text = _strewn_text(dice)
        try:
            here = position(text)
        except ValueError:
            continue
        if here.outcome is None:
            return here


def _strewn_text(dice: Dice) -> str:
    board = {}
    for _ in range(dice.choice((6, 10, 16))):
        letter = dice.choice("GLMCKJAABBDDPPTTHEESXXF")
        board[dice.choice(SQUARE_NAMES)] = letter if dice.below(2) else letter.lower()
    ranks = []
    for rank in "654321":
        row = "".join(board.get(name, "1") for name in SQUARE_NAMES if name[1] == rank)
        for empty in range(8, 1, -1):
            row = row.replace("1" * empty, str(empty))
        ranks.append(row)
    return f"{'/'.join(ranks)} {dice.below(2)}"
