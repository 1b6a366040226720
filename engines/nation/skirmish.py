"""Stages made of choices: a skirmish, and the one of a day.

The same choices give the same stage in the same version of the content. A stage of a day has a
seed that nobody can choose for a skirmish: its dice are others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.core.dice import Dice
from engines.nation.content_types import (
    Content,
    Effect,
    Hint,
    Stage,
    StageEvent,
    StartingNation,
    Words,
)
from engines.nation.meta import DAILY, SKIRMISH
from engines.nation.vocabulary import FAMILIES

STARTS = {"poor": 750, "even": 1000, "rich": 1400}
"""What the player begins with."""
DIFFICULTIES = {"easy": 650, "fair": 1000, "hard": 1300, "cruel": 1700}
"""What a neighbour has of the usual power, in thousandths."""
COMMANDS = 18
"""So many are dealt besides those of the beginning, of each family some."""
LEAST_OF_FAMILY = 2
MEDALS = (1, 20, 60)

_ARMY = {
    "poor": {"F": "infantry"},
    "even": {"F": "infantry", "M": "archer"},
    "rich": {"F": "infantry", "M": "archer", "B": "archer"},
}
_STRONGEST = {"easy": 130, "fair": 180, "hard": 240, "cruel": 320}
"""HP and attack of a neighbour's units at most."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices that make a stage."""

    npcs: int
    rounds: int
    start: str
    difficulty: str
    seed: str


def choices_in(name: str) -> Choices | None:
    """The choices in the name of a skirmish, or of the stage of a day; None for other names."""
    found = SKIRMISH.fullmatch(name)
    if found:
        npcs, rounds, start, difficulty, seed = found.groups()
        return Choices(int(npcs), int(rounds), start, difficulty, seed)
    found = DAILY.fullmatch(name)
    if not found:
        return None
    npcs, _day, seed = found.groups()
    dice = Dice(seed.encode(), "choices of a day")
    rounds = 8 + dice.below(9)
    start, difficulty = dice.choice((*STARTS,)), dice.choice(("fair", "hard"))
    return Choices(int(npcs), rounds, start, difficulty, seed)


def made_stage(content: Content, name: str) -> Stage | None:
    """Return the stage of that name; None for a name that is neither of a skirmish nor of a day."""
    chosen = choices_in(name)
    if chosen is None:
        return None
    day = DAILY.fullmatch(name)
    dice = Dice(chosen.seed.encode(), "map of a day" if day else "map")
    npcs = tuple(_npcs(content, chosen, dice))
    player = StartingNation("", STARTS[chosen.start], _ARMY[chosen.start], ())
    return Stage(
        name,
        _title(chosen.seed, day[2] if day else ""),
        Words("Nobody has drawn this map before.", "まだ誰も描いたことのない地図。"),
        chapter=1,
        rounds=chosen.rounds,
        starting=(*npcs, player),
        requires=(),
        unlocks=(),
        hints=tuple[Hint, ...](),
        events=tuple(_events(chosen, dice)),
        medals=MEDALS,
        commands=_commands(content, dice),
    )


def _title(seed: str, day: str) -> Words:
    if day:
        date = f"{day[:4]}-{day[4:6]}-{day[6:]}"
        return Words(f"Challenge of {date}", f"{date}の挑戦")
    return Words(f"Skirmish “{seed}”", f"小競り合い「{seed}」")


def _npcs(content: Content, chosen: Choices, dice: Dice) -> Iterator[StartingNation]:
    kinds = [*content.npcs]
    dice.shuffle(kinds)
    traits = sorted(
        {state for stage in content.stages.values() for one in stage.starting[:-1]
         for state in one.states}
    )  # fmt: skip
    units = [
        name
        for name, unit in content.units.items()
        if unit.hp + unit.attack <= _STRONGEST[chosen.difficulty]
    ]
    for kind in kinds[: chosen.npcs]:
        spread = 850 + dice.below(301)  # the same map whatever the difficulty
        ranks, picks = 1 + dice.below(3), [dice.below(1000) for _ in "FMB"]
        army = {
            place: units[pick * len(units) // 1000]
            for place, pick in zip("FMB"[:ranks], picks[:ranks], strict=True)
        }
        power = spread * DIFFICULTIES[chosen.difficulty] // 1000
        yield StartingNation(kind, power, army, (dice.choice(traits),))


def _commands(content: Content, dice: Dice) -> tuple[str, ...]:
    others = [name for name in content.commands if name not in content.first_commands]
    dice.shuffle(others)
    dealt: list[str] = []
    for family in FAMILIES:
        dealt += [name for name in others if content.commands[name].family == family][
            :LEAST_OF_FAMILY
        ]
    rest = [name for name in others if name not in dealt]
    held = {*content.first_commands, *dealt, *rest[: COMMANDS - len(dealt)]}
    return tuple(name for name in content.commands if name in held)


_EVENTS = (
    ("fair", Words("Great fair", "大市"), Words("Every road is full.", "どの道も人であふれる。"),
     "all", (Effect("power", on="self", add=80),)),
    ("flood", Words("Flood", "洪水"), Words("The fords are gone.", "渡しが消えた。"),
     "all", (Effect("damage", on="front", rate=200),)),
    ("plague", Words("Camp fever", "陣中の熱病"), Words("The tents are quiet.", "天幕は静か。"),
     "rivals", (Effect("damage", on="units", rate=250),)),
    ("tribute", Words("Tribute", "貢ぎ物"), Words("Somebody pays a debt.", "借りが返ってきた。"),
     "player", (Effect("power", on="self", add=120),)),
    ("muster", Words("Muster", "動員"), Words("Drums on every border.", "国境という国境で太鼓。"),
     "rivals", (Effect("grant", on="self", state="mobilised"),)),
    ("windfall", Words("Windfall", "豊作"), Words("Over the fence it rains.", "雨は柵の向こうに。"),
     "rivals", (Effect("power", on="self", rate=60),)),
)  # fmt: skip


def _events(chosen: Choices, dice: Dice) -> Iterator[StageEvent]:
    kinds = [*_EVENTS]
    dice.shuffle(kinds)
    rounds = [*range(3, chosen.rounds + 1)]
    dice.shuffle(rounds)
    nations = (*(f"npc{number}" for number in range(1, chosen.npcs + 1)), "player")
    whom = {"all": nations, "rivals": nations[:-1], "player": nations[-1:]}
    several = 1 + chosen.rounds // 8
    for at, (name, title, flavour, to, effects) in sorted(
        zip(rounds, kinds[:several], strict=False), key=lambda one: one[0]
    ):
        yield StageEvent(
            name, title, flavour, rounds=(at,), at="start", to=whom[to], when=None, effects=effects
        )
