"""Texts of Nation and what is stored of it, good and bad: see `tests.engines.texts`."""

from __future__ import annotations

import json
from typing import Any

from engines.core.dice import Dice
from engines.core.engine import Terms
from engines.nation.engine import ENGINE
from engines.nation.position import Position
from tests.engines import marring
from tests.engines.nation.boards import TRIO, nation, state, text, unit
from tests.engines.nation.stages import OneStage
from tests.engines.playing import playout


def compact(whole: str, **changes: Any) -> str:
    """The same text without blanks, as it is written."""
    return json.dumps({**json.loads(whole), **changes}, separators=(",", ":"))


def with_nation(**changes: Any) -> str:
    """A text of whose player something is changed; `...` leaves the field out."""
    one = {**nation("player"), **changes}
    return compact(text(nation("npc1"), {k: v for k, v in one.items() if v is not ...}))


START = ENGINE.codec.write(ENGINE.start(Terms(), Dice(b"", "0")).position)
SMALL = compact(text(nation("npc1", {"F": "I"}), nation("player", {"F": "K", "1": "A"})))
RICH = compact(
    text(
        nation("npc1", {"F": unit("I", hp=7)}, graveyard=[unit("A", hp=0)]),
        nation("npc2", power=0, out=True, states=[state("rust", 1, 2)]),
        nation(
            "player",
            {"B": unit("K", states=[state("swift"), state("blessing", 1, 3)])},
            states=[state("granary", 2, 5), state("ambush", 1, None, 1)],
            cooldowns={"harvest": 2, "tax": 1},
        ),
        stage=TRIO,
        actions=1,
        round=4,
    )
)
POSITIONS = (START, SMALL, RICH)


def spoiled_unit(**changes: Any) -> str:
    one = {key: value for key, value in unit("I", **changes).items() if value is not ...}
    return with_nation(places={**nation("player")["places"], "F": one})


BAD_POSITIONS = (
    "", "{}", "[]", "null", "1", '"x"', START[:-1], START + "}", START[1:], "[" * 100_000,
    compact(START, stage="nowhere"),
    compact(START, stage=TRIO),
    compact(START, stage=None),
    compact(START, content=4),
    compact(START, content="1"),
    compact(START, content=True),
    compact(START, round=0),
    compact(START, round=7),
    compact(START, round=1.0),
    compact(START, turn=2),
    compact(START, turn=-1),
    compact(START, actions=-1),
    compact(START, actions=None),
    compact(START, over=0),
    compact(START, over=True),
    compact(START, over=True, round=6),
    compact(START, note=1),
    compact(START, nations=[]),
    compact(START, nations=[nation("player"), nation("npc1")]),
    compact(START, nations=[nation("npc1"), nation("npc2"), nation("player")]),
    compact(START, nations=[nation("npc1", out=True), nation("player")]),
    compact(START, nations=[nation("npc1"), nation("player", out=True)]),
    compact(START, nations=[nation("npc1"), []]),
    compact(RICH, turn=1),
    START.replace('"round":1', '"round":1,"round":2'),
    START.replace('"round":1', '"round":NaN'),
    START.replace('"round":1', '"round":1e0'),
    with_nation(power=-1),
    with_nation(power=10**9 + 1),
    with_nation(power="1000"),
    with_nation(power=True),
    with_nation(power=...),
    with_nation(gold=1),
    with_nation(id="npc2"),
    with_nation(out=None),
    with_nation(places={}),
    with_nation(places={**nation("player")["places"], "6": None}),
    with_nation(places=[None] * 8),
    with_nation(graveyard=None),
    with_nation(graveyard=[None]),
    with_nation(cooldowns={"tax": 0}),
    with_nation(cooldowns={"flying": 1}),
    with_nation(cooldowns=[]),
    with_nation(states=[state("nothing")]),
    with_nation(states=[state("swift")]),
    with_nation(states=[state("granary", 4, 2)]),
    with_nation(states=[state("granary", 0, 2)]),
    with_nation(states=[state("granary", 1, 0)]),
    with_nation(states=[state("granary", 1, 2), state("granary", 1, 2)]),
    with_nation(states=[state("war-drums", 1, 2), state("peace-oath", 1, 2)]),
    with_nation(states=[{"state": "granary", "stacks": 1, "turns": 2}]),
    with_nation(states=["granary"]),
    spoiled_unit(unit="elf"),
    spoiled_unit(skill="sing"),
    spoiled_unit(hp=101),
    spoiled_unit(hp=-1),
    spoiled_unit(max_hp=0, hp=0),
    spoiled_unit(attack=...),
    spoiled_unit(attack=1.5),
    spoiled_unit(states=[state("granary")]),
    spoiled_unit(name="Bob"),
)  # fmt: skip
MOVES = ("command:tax", "command:hire-infantry", "command:curse>npc1", "command:drill>F",
         "command:drill>5", "command:curse>npc11", "swap:F-2", "swap:2-F", "battle:npc1",
         "battle:player", "train", "special:festival")  # fmt: skip
BAD_MOVES = (
    "", "tax", "command:", "command", "command:Tax", "command:tax ", " command:tax",
    "command:tax\n", "command:tax>", "command:tax>6", "command:tax>f", "command:tax>npc0",
    "command:tax>npc", "command:tax>npc100", "command:tax>F>M", "command:-tax", "command:tax-",
    "command:a--b", "command：tax", "command:税", "swap:F", "swap:F-F", "swap:F-6", "swap:FM",
    "swap:F-M-B", "swap:f-m", "swap:F-２", "battle:", "battle:npc", "battle:npc0", "battle:npc1 ",
    "battle:player1", "train:all", "Train", "special:", "special", "special:festival>npc1",
    "pass", "train\0", "command:" + "a" * 33, "command:tax" * 5000,
)  # fmt: skip
PLAYED = (
    (SMALL, ["command:tax", "swap:F-1", "train"]),
    (SMALL, ["command:hire-infantry", "battle:npc1", "train", "command:tax"]),
    (RICH, ["command:drill>B", "train", "battle:player"]),
)
GOOD = {"start": SMALL, "moves": ["command:tax", "train", "train"], "conceded": []}
BAD_DATA = (
    *marring.data(GOOD),
    {**GOOD, "start": ""},
    {**GOOD, "start": compact(START, round=7)},
    {**GOOD, "moves": ["command:tax", "command:tax"]},
    {**GOOD, "moves": ["command:fly"]},
    {**GOOD, "moves": ["fly"]},
    {**GOOD, "moves": [["train"]]},
    {**GOOD, "moves": ["train", "train"] * 6 + ["train"]},
    {**GOOD, "moves": ["concede:"], "conceded": []},
    {**GOOD, "moves": ["concede:1+0"], "conceded": [0, 1]},
    {**GOOD, "moves": ["concede:0"], "conceded": []},
    {**GOOD, "moves": ["concede:7"], "conceded": [7]},
    {**GOOD, "moves": ["concede:0", "train"], "conceded": [0]},
    {**GOOD, "conceded": [1]},
)  # fmt: skip
UNQUOTED: tuple[str, ...] = ()
REPRS: tuple[str, ...] = ()


def long_match(seed: bytes) -> list[Position]:
    """The positions of a match that goes on for long."""
    return [ply.position for ply in playout(OneStage("four-winds"), seed, limit=250)]
