"""What the greedy opponent finds, how it sets up, and that it plays for its own seat alone."""

from __future__ import annotations

import pytest

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.core.seats import BYSTANDER, Viewer
from engines.gungi.bots import GreedyBot
from engines.gungi.engine import ENGINE
from engines.gungi.meta import RULE_SETS
from engines.gungi.position import Position
from engines.gungi.text import write_hand, write_ranks
from tests.engines.gungi.boards import BLACK, WHITE, after, moves, position, started, view
from tests.engines.gungi.texts import MATING, START, TAKING, long_match

BOT = GreedyBot()
SEEDS = [bytes([number]) for number in range(6)]


def choices(text: str) -> set[str]:
    """What it plays with different dice."""
    return {str(BOT.choose(view(text), Dice(seed, "bot"))) for seed in SEEDS}


def test_it_mates_rather_than_take() -> None:
    assert choices(MATING) <= {"h2a2", "h2h9"}
    assert choices("m8/9/1N7/9/9/9/7i1/7G1/8M -/- 0 guide -") == {"h2a2"}


def test_it_mates_with_a_drop() -> None:
    chosen = choices("m8/9/1N7/9/9/9/9/9/8M G1/- 0 guide -")
    assert chosen <= {f"g*a{rank}" for rank in range(1, 8)}


def test_it_takes_the_marshal() -> None:
    assert choices(TAKING) == {"e2xe9"}


def test_it_takes_what_hangs_and_the_dearest() -> None:
    assert choices("m8/9/9/9/3i4d/9/9/3G4d/4M4 -/- 0 guide -") == {"d2xd5"}


def test_it_leaves_what_is_covered_by_something_cheaper() -> None:
    assert "d2xd6" not in choices("m8/9/3d5/3d5/9/9/9/3G5/6M2 -/- 0 guide -")


def test_it_saves_what_is_attacked() -> None:
    text = "m8/9/9/9/4d4/4G4/9/9/M8 -/- 0 guide -"
    for chosen in choices(text):
        step = after(text, chosen)
        assert not {reply for reply in moves(step) if "x" in reply}, chosen


def test_it_does_not_let_itself_be_mated() -> None:
    text = "m8/9/9/9/9/9/1gn6/W8/8M -/- 0 guide -"
    for chosen in choices(text):
        step = after(text, chosen)
        assert all(after(step, reply).outcome is None for reply in moves(step))


@pytest.mark.parametrize("rules", ["intermediate", "advanced"])
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_it_sets_up_like_the_guide_and_is_done(rules: str, seed: bytes) -> None:
    here = started(rules)
    while here.now.placing:
        seen = view(here)
        chosen = BOT.choose(seen, Dice(seed, str(len(here.moves))))
        ENGINE.check_move(seen, chosen)
        here = ENGINE.play(here, here.to_move, chosen, Dice(b"", "")).position
    guide = START.split(" ")[0].split("/")
    ranks = write_ranks(here.now.stacks).split("/")
    assert ranks[1:8] == guide[1:8]
    assert all("M" in rank.upper() for rank in (ranks[0], ranks[8]))
    assert all("J2N2R1S1D1C1K1T1" in hand for hand in _hands(here))
    assert str(here.moves[-1]) == str(here.moves[-2]) == "done"


def test_it_sets_its_marshal_up_in_more_places_than_one() -> None:
    chosen = {str(BOT.choose(view(started("advanced")), Dice(seed, "1"))) for seed in SEEDS}
    assert {"m@d1", "m@e1", "m@f1"} >= chosen > {min(chosen)}


def _hands(here: Position) -> list[str]:
    return [write_hand(hand, 0) for hand in here.now.hands]


def test_it_is_not_at_a_loss_where_its_plan_is_taken() -> None:
    here = after(started("advanced"), "m@d1", "m@e9")
    chosen = BOT.choose(view(here), Dice(b"", "1"))
    ENGINE.check_move(view(here), chosen)


def test_it_plays_the_same_with_the_same_dice_and_need_not_with_others() -> None:
    for here in (started(), *long_match(b"bot")[:20:9]):
        assert len({BOT.choose(view(here), Dice(b"x", "1")) for _ in range(2)}) == 1
    assert len(choices(START)) > 1


def test_it_does_not_move_for_others() -> None:
    for viewer in (Viewer.of(WHITE), BYSTANDER):
        with pytest.raises(ValueError, match="turn"):
            BOT.choose(ENGINE.view(position(START), viewer), Dice(b"", "1"))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_it_beats_the_dice(rules: str) -> None:
    here = ENGINE.start(Terms({"rules": rules}), Dice(b"", "0")).position
    while here.outcome is None:
        dice = Dice(b"contest", str(len(here.moves)))
        choose = BOT.choose if here.to_move == WHITE else ENGINE.sample_move
        move = choose(view(here), dice)
        ENGINE.check_move(view(here), move)
        here = ENGINE.play(here, here.to_move, move, dice).position
    assert here.outcome.winners == {WHITE}
    assert BLACK not in here.outcome.winners
