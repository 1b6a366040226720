"""What the searching opponents find; what holds for all of them is in `test_bots`."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.registry import bot_for
from engines.xiongqi.bots import SearchBot
from engines.xiongqi.search import Board
from engines.xiongqi.text import read_text
from tests.engines.playing import contest
from tests.engines.xiongqi.boards import NORTH, SOUTH, after, moves, view
from tests.engines.xiongqi.samples import XIONGQI

MATES_IN_ONE = (
    "g7/8/8/4G3/8/8/1R4s1/7R S",
    "g7/7R/8/8/8/8/8/7G S",  # stalemate, which wins too
    "4g3/8/8/8/8/1r6/r7/7G N",
)
MATES_IN_TWO = (
    "1h3g2/2rr4/b2s3S/s3b3/8/3s2H1/2s3GC/5ARR N",
    "1h6/8/4g3/3Ea3/8/1HR2G2/6A1/5C2 S",
    "b2ag3/8/1shss1sB/2S4s/4hSS1/1S1S3B/4H3/rA3GR1 N",
    "4r3/2ahc3/s5s1/1ssg4/S2ss2G/1H4B1/R4C2/1A5b N",
)
"""From matches of the easy opponent."""


def chosen(level: str, text: str, seed: bytes = b"levels") -> str:
    """What the opponent of this level plays."""
    return str(bot_for("xiongqi", level).choose(view(text), Dice(seed, "1")))


@pytest.mark.parametrize("text", MATES_IN_ONE)
@pytest.mark.parametrize("level", ["medium", "strong"])
def test_it_wins_at_once_if_it_can(level: str, text: str) -> None:
    assert after(text, chosen(level, text)).outcome is not None


@pytest.mark.parametrize("text", MATES_IN_TWO)
def test_the_strong_one_mates_in_two(text: str) -> None:
    here = after(text, chosen("strong", text))
    replies = moves(here)
    assert replies
    for reply in replies:
        there = XIONGQI.codec.write(after(here, reply))
        assert after(there, chosen("strong", there)).outcome is not None


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("4g3/8/8/8/2B5/8/8/4G3 S", True),
        ("4g3/s7/8/8/2B5/8/8/4G3 S", False),
        ("4g3/8/8/8/2R5/8/8/4G3 S", False),
        ("1b1bgb1b/8/8/8/2B5/8/8/4G3 S", False),
    ],
)
def test_it_knows_when_nobody_can_win(text: str, drawn: bool) -> None:
    stacked, seat = read_text(text)
    assert Board(stacked, seat, Dice(b"", "0")).is_drawn() is drawn


def test_a_lead_is_counted_as_moves_are_made_and_taken_back() -> None:
    """Along lines of every kind of move, promotions and captures among them."""
    kinds = set()
    for text in ("2h5/S1S5/8/6g1/2H5/5R2/s4r2/4G3 S", "4r3/2ahc3/s5s1/1ssg4/S2s4/8/R6G/1A5b N"):
        stacked, seat = read_text(text)
        board = Board(stacked, seat, Dice(b"", "0"))
        key, score = board.key(), board.score()
        for code in board.moves():
            kinds.add((code >> 12 > 0, stacked[code & 63] > 0))
            board.make(code)
            fresh = Board(list(board.key())[:-1], board.seat, Dice(b"", "0"))
            assert board.score() == fresh.score()
            board.unmake()
            assert (board.key(), board.score()) == (key, score)
    assert len(kinds) == 4


def test_medium_beats_easy() -> None:
    easy, medium = (bot_for("xiongqi", level).choose for level in ("easy", "medium"))
    assert contest(XIONGQI, b"1", easy, medium).outcome.winners == {NORTH}


def test_more_nodes_beat_fewer() -> None:
    """What makes strong stronger than medium, at a twentieth of their budgets."""
    more, fewer = SearchBot(2_000).choose, SearchBot(200).choose
    assert contest(XIONGQI, b"1", more, fewer).outcome.winners == {SOUTH}


def test_a_position_without_a_choice_is_played_at_once() -> None:
    text = "4g3/8/8/8/8/1r6/r7/7G S"
    assert {chosen(level, text) for level in ("medium", "strong")} == moves(text)
