"""What the searching opponents find; what holds for all of them is in `test_bots`."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.gungi.bots import SearchBot
from engines.gungi.engine import ENGINE
from engines.gungi.moves import ACT, DROP, move_of
from engines.gungi.search import Sight
from engines.registry import bot_for
from tests.engines.gungi.boards import after, moves, position, view
from tests.engines.gungi.texts import MATING, TAKING, long_match
from tests.engines.playing import contest

MATES_IN_ONE = (
    MATING,
    "m8/9/1N7/9/9/9/9/9/8M G1/- 0 guide -",  # by a drop from afar
    TAKING,
)


@pytest.mark.parametrize("text", MATES_IN_ONE)
@pytest.mark.parametrize("level", ["medium", "strong"])
def test_it_wins_at_once_if_it_can(level: str, text: str) -> None:
    chosen = bot_for("gungi", level).choose(view(text), Dice(b"levels", "1"))
    outcome = after(text, str(chosen)).outcome
    assert outcome is not None
    assert outcome.winners == {0}


def test_a_drop_that_checks_from_afar_is_always_considered() -> None:
    text = "m8/9/1N7/9/9/9/9/9/8M G1/- 0 guide -"
    sight = Sight(view(text).board, 0, Dice(b"", "0"))
    considered = {str(move_of(code)) for code in sight.candidates()}
    assert {f"g*a{rank}" for rank in range(1, 8)} <= considered < moves(text)


def test_a_lead_is_counted_as_moves_are_made_and_taken_back() -> None:
    """In live matches, with captures, drops, stacks and betrayals."""
    acts = set()
    for here in long_match(b"lead")[40:240:40]:
        there = position(ENGINE.codec.write(here))
        sight = Sight(view(there).board, there.to_move, Dice(b"", "0"))
        key, score = sight.key(), sight.score()
        for code in sight.candidates():
            acts.add(code >> ACT)
            sight.make(code)
            sight.make(sight.moves()[0])
            sight.unmake()
            lead = sight.score()
            sight.unmake()
            assert (sight.key(), sight.score()) == (key, score)
            sight.make(code)
            assert sight.score() == lead
            sight.unmake()
    assert len(acts) >= 3


def test_a_move_changes_the_lead_by_what_it_takes() -> None:
    text = "m8/9/9/9/3i4d/9/9/3G4d/4M4 -/- 0 guide -"
    sight = Sight(view(text).board, 0, Dice(b"", "0"))
    before = sight.score()
    sight.make(ENGINE.codec.load_move("d2xd5").code)
    assert 700 < -sight.score() - before < 1000  # a lieutenant, and a better square


def test_what_comes_from_the_hand_is_paid_for() -> None:
    sight = Sight(view("m8/9/9/9/9/9/9/9/4M4 G1/- 0 guide -").board, 0, Dice(b"", "0"))
    assert any(code >> ACT == DROP for code in sight.candidates())
    sight.make(ENGINE.codec.load_move("g*d1").code)
    sight.make(sight.moves()[0])
    assert not any(code >> ACT == DROP for code in sight.candidates())


def test_a_tactician_from_the_hand_does_not_pay_for_betraying_another() -> None:
    """§6: the same kind has to be in hand still, once the tactician has left it."""
    text = "m8/9/9/9/9/9/9/9/2|t:D||n:D|4M N1T1/- 0 guide -"
    assert {"t*c1", "t*d1", "t*d1&1"} <= moves(text)
    assert "t*c1&1" not in moves(text)


def test_medium_beats_easy() -> None:
    """Over forty plies it wins more than it loses in material."""
    easy, medium = (bot_for("gungi", level).choose for level in ("easy", "medium"))
    here = contest(ENGINE, b"2", medium, easy, limit=60)
    outcome = ENGINE.outcome(here)
    if outcome is None:
        sight = Sight(here.now.board, 0, Dice(b"", "0"))
        assert sight.score() > 300
    else:
        assert outcome.winners == {0}


def test_a_small_budget_still_moves() -> None:
    for here in long_match(b"budget")[60:240:60]:
        seen = view(position(ENGINE.codec.write(here)))
        ENGINE.check_move(seen, SearchBot(1).choose(seen, Dice(b"", "1")))
