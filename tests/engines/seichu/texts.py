"""Texts of Seichu and what is stored of it, good and bad: see `texts`."""

from __future__ import annotations

from engines.seichu.engine import ENGINE
from engines.seichu.position import Position
from tests.engines import marring
from tests.engines.seichu.boards import SETUPS, started
from tests.engines.seichu.matches import quiet_match

PAGE = "4/4/4/4/1P2/4/4 -/- 0"
FULL = ENGINE.codec.write(started())
PLACED = "pbnl/rgkp/4/4/4/4/4 -/s -"
HANDICAP = "4/4/4/4/4/4/4 -/- - KBGSNLPP/krbgsnlpp"
POSITIONS = (
    *(PAGE, FULL, PLACED, "4/4/4/4/4/4/4 -/- -", "k3/4/4/4/4/4/3K SPP/n 1"),
    *(HANDICAP, f"{PLACED} {HANDICAP[20:]}", PAGE.replace("-/-", "PPPP/-")),
)
BAD_POSITIONS = (
    *marring.positions(PAGE),
    PAGE.replace(" 0", " 2"),
    PAGE.replace(" 0", " ٠"),
    PAGE.replace(" 0", " -"),
    FULL.replace(" 0", " -"),
    PLACED.replace("-/s", "-/-"),
    PLACED.replace("-/s", "s/-"),
    PLACED.replace("-/s", "-/n"),
    PLACED.replace("pbnl", "pbn1"),
    "4/4/4/4/4/4/4 P/- -",
    PAGE.replace("4/", "", 1),
    PAGE.replace("4/", "4/4/", 1),
    PAGE.replace("4/", "5/", 1),
    PAGE.replace("4/", "22/", 1),
    PAGE.replace("4/", "3/", 1),
    PAGE.replace("4/", "0P3/", 1),
    PAGE.replace("4/", "４/", 1),
    PAGE.replace("4/", "²2/", 1),
    PAGE.replace("4/", "..../", 1),
    PAGE.replace("4/", "/", 1),
    PAGE.replace("P", "X"),
    PAGE.replace("P", "."),
    PAGE.replace("P", "+P"),
    PAGE.replace("-/-", "-"),
    PAGE.replace("-/-", "/"),
    PAGE.replace("-/-", "-/-/-"),
    PAGE.replace("-/-", "K/-"),
    PAGE.replace("-/-", "-/k"),
    PAGE.replace("-/-", "PS/-"),
    PAGE.replace("-/-", "p/-"),
    PAGE.replace("-/-", "-/P"),
    PAGE.replace("-/-", "./-"),
    PAGE.replace("-/-", "PPPPP/-"),
    PAGE.replace("-/-", "RRBPPPP/-"),
    PAGE.replace("-/-", "RRR/-"),
    PAGE.replace("-/-", "-/ı"),
    PAGE.replace("1P2", "1KK1"),
    PAGE.replace("1P2", "rR1r"),
    f"{PAGE} {HANDICAP[20:]}",
    HANDICAP.replace("KBG", "KG"),
    HANDICAP.replace("/krbg", "/kbg"),
    HANDICAP.replace("KBGSNLPP/krbgsnlpp", "KRBGSNLPP/krbgsnlpp"),
    f"{HANDICAP} ",
)
MOVES = ("a1a2", "d7a1", "b6b7!", "P*c4", "K*a1", "doubt", "accept", f"setup:{SETUPS[0]}")
BAD_MOVES = (
    *marring.moves("b3b4"),
    "b3b8",
    "b0b1",
    "e1a1",
    "b3b4b5",
    "b3b4!!",
    "b3b4+",
    "b3b4xS",
    "*c4",
    "p*c4",
    "PP*c4",
    "P*e4",
    "P*c8",
    "P*c4!",
    "P*c4\n",
    "P＊c4",
    "Doubt",
    "doubt!",
    "doubt ",
    "doubt\n",
    "accepts",
    "pass",
    "setup:",
    "setup:KRBGSNLP",
    "setup:KRBG/SNLPP",
    "setup:KRBG/SNL",
    "setup:krbg/snlp",
    "setup:KRBG/SNLX",
    "setup: KRBG/SNLP",
    "setup:KRBG/SNLP\n",
    "Setup:KRBG/SNLP",
    "KRBG/SNLP",
    "setup:" + "K" * 5000,
)
CAUGHT = "k3/4/r3/4/4/4/P2K -/- 1"
KINGLESS = "k3/4/4/4/4/1r2/1K2 -/- 1"
PLAYED = (
    ("k3/4/r3/4/4/4/P2K -/s 1", ["a5b2", "d1b2", "accept", "S*c1", "R*d4"]),
    ("4/1K2/4/4/4/4/k3 -/- 0", ["b6b7!"]),
    ("r3/1K2/4/4/4/4/k3 -/- 0", ["b6a7!"]),
    *(
        (start, [*moves, *answers])
        for start, moves in (
            (CAUGHT, ["a5b2", "d1b2"]),
            (CAUGHT, ["a5a2", "d1a2"]),
            (KINGLESS, ["b2b1"]),
        )
        for answers in ([], ["doubt"], ["accept"])
    ),
)
GOOD = {"start": "k3/4/r3/4/4/4/P2K -/s 1", "moves": ["a5a1", "d1a1", "accept"], "conceded": []}
BAD_DATA = (
    *marring.data(GOOD),
    {**GOOD, "start": "k3/4/r3/4/4/4/P2K -/s"},
    {**GOOD, "moves": ["a1a2"]},
    {**GOOD, "moves": ["a5a7"]},
    {**GOOD, "moves": ["d4d5"]},
    {**GOOD, "moves": ["P*d4"]},
    {**GOOD, "moves": ["a5a4!"]},
    {**GOOD, "moves": ["a5a1", "d1a1", "a7a6"]},
    {**GOOD, "moves": ["a5a1", "d1a1", "accept", "accept"]},
    {**GOOD, "moves": ["accept"]},
    {**GOOD, "moves": ["doubt", "d1d2"]},
    {**GOOD, "moves": ["a5a1", "d1"]},
    {**GOOD, "moves": ["setup:GSPR/KLNP"]},
    {**GOOD, "start": "4/4/4/4/4/4/4 -/- -"},
    {**GOOD, "moves": ["doubt"], "conceded": [0]},
)
UNQUOTED = (
    "k3/4/4/4/4/4/KK2 -/- 0",
    "4/4/4/4/4/4/4 K/- 0",
    "4/4/4/4/4/4/RRR1 -/- 0",
    "KX4 0",
    "4/4 r/- 1",
)
REPRS = ("<Seichu position after 0 plies, [0] to act>", "<Seichu placement of 8 pieces>")


def long_match(seed: bytes) -> list[Position]:
    """The positions of a match that goes on for long."""
    return quiet_match(seed)
