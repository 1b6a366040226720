"""What the site's simple opponent finds; what holds for all of them is in `test_bots`."""

from __future__ import annotations

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import Seat
from engines.gunjin.armies import CHANGES
from engines.gunjin.bots import GreedyBot
from engines.gunjin.engine import ENGINE
from engines.gunjin.moves import Placement
from engines.gunjin.position import Position
from engines.gunjin.setup import warnings_about
from tests.engines.gunjin.boards import after, armies, moves, position, view
from tests.engines.playing import contest

BOT = GreedyBot()
SEEDS = [bytes([number]) for number in range(8)]


def choices(here: str | Position) -> set[str]:
    """What it plays with different dice."""
    return {str(BOT.choose(view(here), Dice(seed, "bot"))) for seed in SEEDS}


def test_it_walks_into_the_headquarters() -> None:
    assert choices("a5a/3J4/8/8/8/A6 0") == {"d5d6"}
    assert choices("6a/8/8/8/4j3/A6 1") == {"e2d1"}


def test_it_does_not_send_a_captain_for_that() -> None:
    assert choices("a5a/3AM3/8/8/8/7 0") == {"e5d6"}


def test_it_hits_what_it_is_sure_to_beat() -> None:
    """What lost to nobody but beat a lieutenant is worth an officer's blow."""
    here = after("a5a/8/1h6/1G6/8/6A 0", "h1h2", "a6b6", "h2h1", "b6a6")
    assert "b3b4" in moves(here)
    assert choices(here) == {"b3b4"}


def test_it_leaves_alone_what_beat_its_best() -> None:
    """Only the general beats the lieutenant general: the major keeps away."""
    here = after("a5a/8/1g6/1L6/1J6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
    assert "b3b4" in moves(here)
    assert "b3b4" not in choices(here)


def test_it_sends_the_spy_against_the_general() -> None:
    here = after("a5a/8/1g6/1L6/1S6/6A 0", "b3b4", "a6b6", "b2b3", "b6a6")
    assert choices(here) == {"b3b4"}


def test_it_strikes_at_an_enemy_before_its_headquarters() -> None:
    here = position("a5a/8/8/8/2Gc4/G6 0".replace("a5a/8/8/8/2Gc4/G6", "a5a/8/8/8/2Gc4/A6"))
    assert choices(here) == {"c2d2"}


def test_it_does_not_leave_its_headquarters_to_an_enemy() -> None:
    here = position("a5a/8/8/8/3c4/A2D2A 0")
    assert not any(move.startswith("d1") and move != "d1d2" for move in choices(here))


def test_it_sets_up_something_like_a_recommended_army_but_none_of_them() -> None:
    seen = view(ENGINE.start(Terms(), Dice(b"", "0")).position, 0)
    known = armies()
    for number in range(300):
        placement = BOT.choose(seen, Dice(b"%d" % number, "bot"))
        assert isinstance(placement, Placement)
        assert placement not in known
        assert warnings_about(placement) == ()
        alike = [sum(map(int.__eq__, placement.kinds, army.kinds)) for army in known]
        assert max(alike) >= 23 - 2 * CHANGES


def test_it_beats_the_dice() -> None:
    """And plays only legal moves."""
    won = [_plays_the_dice(number) for number in range(6)]
    assert won.count(True) >= 5


def test_two_of_it_come_to_an_end() -> None:
    for seed in SEEDS[:2]:
        assert len(contest(ENGINE, seed, BOT.choose, BOT.choose).record) < 1000


def _plays_the_dice(number: int) -> bool:
    players = [BOT.choose, ENGINE.sample_move]
    if number % 2:
        players.reverse()
    outcome = contest(ENGINE, bytes([number]), *players).outcome
    return outcome is not None and Seat(number % 2) in outcome.winners
