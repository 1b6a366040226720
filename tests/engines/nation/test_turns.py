"""Commands, places, turns, rounds, and who is out (§1 to §5)."""

from __future__ import annotations

import pytest

from engines.core.outcome import Termination
from engines.core.seats import Seat
from engines.nation import progress
from engines.nation.library import shipped
from tests.engines.nation.boards import (
    DUEL,
    TRIO,
    at,
    board,
    engine_with,
    facts_of,
    hp,
    nation,
    play,
    player,
    powers,
    state,
    unit,
)

CONTENT = shipped(1)


def test_a_command_costs_one_action_whatever_it_does() -> None:
    engine = engine_with(rules={"commands": ["conscript"]})
    after = play(board(nation("npc1"), nation("player"), engine=engine), "command:conscript")
    assert (after.position.now.actions, player(after.position).power) == (2, 830)
    assert hp(player(after.position)) == [100, 100, None]


def test_hiring_takes_the_first_free_place() -> None:
    engine = engine_with(commands={"hire-infantry": {"cooldown": 0}})
    found = []
    here = board(nation("npc1"), nation("player", {"M": "A"}), actions=9, engine=engine)
    for _ in range(7):
        step = play(here, "command:hire-infantry")
        here = step.position
        found += [one["place"] for one in facts_of(step, "hired")]
    assert found == [0, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("cooldown", "turns"), [(0, [0, 0, 1, 1, 2, 2, 3, 3]), (1, [0, 1, 2, 3]), (3, [0, 3])]
)
def test_cooldowns(cooldown: int, turns: list[int]) -> None:
    """Used in own turn t it can be used again in turn t + n."""
    engine = engine_with(commands={"tax": {"cooldown": cooldown}})
    here, used = board(nation("npc1"), nation("player"), engine=engine), []
    for turn in range(4):
        for _ in range(2):
            if "tax" not in player(here).cooldowns:
                here = play(here, "command:tax").position
                used.append(turn)
        here = play(here, "train", "train").position
    assert used == turns


def test_places_change_freely_and_cost_nothing() -> None:
    here = board(nation("npc1"), nation("player", {"F": "I", "5": "A"}), actions=0)
    after = play(here, "swap:F-5", "swap:5-M", "swap:1-M").position
    assert (at(player(after), "F").unit, at(player(after), "1").unit) == ("archer", "infantry")
    assert after.now.actions == 0


def test_a_round_goes_through_the_nations_in_order() -> None:
    here = board(nation("npc1"), nation("npc2"), nation("player"), stage=TRIO, turn=0)
    seen = []
    for _ in range(6):
        seen.append((here.now.round, here.now.turn))
        here = play(here, "train").position
    assert seen == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert here.now.actions == CONTENT.actions


def test_a_nation_without_power_plays_on_until_the_round_ends() -> None:
    here = board(nation("npc1", power=0), nation("npc2"), nation("player"), stage=TRIO, turn=0)
    here = play(here, "train", "train").position
    assert not here.now.nations[0].out
    step = play(here, "train")
    assert step.position.now.nations[0].out
    assert (step.position.now.turn, step.position.outcome) == (1, None)
    assert facts_of(step, "eliminated") == [{"seat": 0, "round": 1}]


@pytest.mark.parametrize(
    ("left", "winners"),
    [([0, 5, 5], None), ([5, 7, 0], {1}), ([0, 0, 5], {2}), ([0, 0, 0], set()), ([7, 7, 0], {0})],
)
def test_who_is_out_decides(left: list[int], winners: set[int] | None) -> None:
    names = ["npc1", "npc2", "player"]
    ends = [nation(name, power=power) for name, power in zip(names, left, strict=True)]
    outcome = play(board(*ends, stage=TRIO), "train").position.outcome
    assert (outcome and set(outcome.winners)) == winners
    assert outcome is None or outcome.termination is Termination.ELIMINATION


def test_after_the_last_round_the_most_power_wins() -> None:
    rounds = CONTENT.stages[DUEL].rounds
    ends = [nation("npc1", power=9), nation("player", power=10)]
    step = play(board(*ends, round=rounds), "train")
    assert step.position.outcome is not None
    assert step.position.outcome.termination is Termination.ROUNDS
    assert step.position.outcome.winners == {1}
    (end,) = facts_of(step, "ended")
    assert end == {"termination": "rounds", "winners": [1], "ranking": [1, 0], "powers": [9, 10],
                   "round": rounds}  # fmt: skip
    assert play(board(*ends, round=rounds - 1), "train").position.outcome is None


def test_the_player_loses_every_tie() -> None:
    ends = [nation("npc1", power=10), nation("player", power=10)]
    after = play(board(*ends, round=CONTENT.stages[DUEL].rounds), "train").position
    assert (powers(after), after.outcome and set(after.outcome.winners)) == ([11, 10], {0})


def test_nobody_goes_above_the_largest_number() -> None:
    top = 10**9
    rich = nation("player", {"F": unit("I", attack=top)}, power=top - 5)
    here = board(nation("npc1", power=50), rich)
    assert powers(play(here, "command:tax").position) == [50, top]
    assert powers(play(here, "battle:npc1").position) == [45, top]


def test_power_does_not_fall_below_nothing() -> None:
    debt = [state("heavy-debt", 1, None, 2)]
    here = board(nation("npc1"), nation("player", power=300, states=debt))
    assert player(play(here, "train").position).power == 0


def test_the_graveyard_gives_back_whom_it_took_last() -> None:
    engine = engine_with(rules={"commands": ["recall", "memorial"]})
    fallen = [unit("A", hp=0), unit("I", hp=0)]
    here = board(nation("npc1"), nation("player", graveyard=fallen), engine=engine)
    (memorial,) = here.now.content.commands["memorial"].effects
    assert player(play(here, "command:memorial").position).power == 1000 + 2 * memorial.add
    after = player(play(here, "command:recall").position)
    assert (hp(after), [one.unit for one in after.graveyard]) == ([50, None, None], ["archer"])


def test_more_actions_count_at_once() -> None:
    engine = engine_with(rules={"commands": ["omens"]})
    here = board(nation("npc1"), nation("player"), engine=engine)
    assert play(here, "command:omens").position.now.actions == 3


def test_a_battle_is_told_step_by_step() -> None:
    here = board(nation("npc1", {"F": "I"}), nation("player", {"F": "I", "B": "A"}))
    step = play(here, "battle:npc1")
    kinds = [event.kind for event in step.events]
    battle = kinds[kinds.index("battle-began") : kinds.index("battle-ended") + 1]
    assert battle == [
        "battle-began",
        "attack", "damaged", "stolen", "stolen",
        "attack", "damaged", "stolen",
        "attack", "damaged",
        "battle-ended",
    ]  # fmt: skip
    [first, *_more] = facts_of(step, "attack")
    assert first == {"seat": 1, "place": 2, "unit": "archer", "skill": "volley",
                     "foe": 0, "aimed": [0, 1], "hit": [0, 1]}  # fmt: skip
    assert [one["amount"] for one in facts_of(step, "stolen")] == [5, 9, 5]
    assert facts_of(step, "battle-ended")[0]["powers"] == [981, 1019]


def test_the_dead_are_buried_when_the_attack_ends() -> None:
    weak = unit("I", hp=10)
    step = play(board(nation("npc1", {"F": weak}), nation("player", {"F": "I"})), "battle:npc1")
    assert facts_of(step, "buried") == [{"seat": 0, "place": 0, "unit": "infantry"}]
    assert len(facts_of(step, "attack")) == 1
    assert step.position.now.nations[0].graveyard[0].hp == 0


def test_concessions() -> None:
    here = board(nation("npc1"), nation("npc2"), nation("player"), stage=TRIO, turn=0)
    after = progress.concede(here, frozenset({Seat(0)}))
    assert (after.outcome, after.now.turn, after.moves) == (None, 1, ("concede:0",))
    later = play(after, "train", "train").position
    assert later.now.turn == 1
    lost = progress.concede(after, frozenset({Seat(2)}))
    assert lost.outcome is not None
    assert (lost.outcome.termination, set(lost.outcome.winners)) == (Termination.CONCESSION, {1})
    won = progress.concede(after, frozenset({Seat(1)}))
    assert won.outcome is not None
    assert set(won.outcome.winners) == {2}
    for seats in ({3}, set()):
        with pytest.raises(ValueError, match="seats"):
            progress.concede(here, frozenset(map(Seat, seats)))
    with pytest.raises(ValueError, match="over"):
        progress.concede(won, frozenset({Seat(2)}))
