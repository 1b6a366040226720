"""Texts of Xiongqi and what is stored of it, good and bad: see `texts`."""

from __future__ import annotations

from typing import Any

from engines.xiongqi.engine import ENGINE
from engines.xiongqi.position import Position
from tests.engines import marring
from tests.engines.playing import playout

START = "rhbagbhr/2c2c2/ssssssss/8/8/SSSSSSSS/2C2C2/RHBAGBHR S"
POSITIONS = (START, "4g3/8/8/8/8/8/8/R2GA2r N")
BAD_POSITIONS = (
    *marring.positions(START),
    START.replace(" S", " s"),
    START.replace(" S", " w"),
    START.replace("/8/8/", "/8/"),
    START.replace("/8/8/", "/8/8/8/"),
    START.replace("/8/8/", "/44/8/"),
    START.replace("/8/8/", "/9/8/"),
    START.replace("/8/8/", "/0/8/8/"),
    START.replace("/8/8/", "/08/8/"),
    START.replace("/8/8/", "/7/8/"),
    START.replace("/8/8/", "/８/8/"),
    START.replace("/8/8/", "/٨/8/"),
    START.replace("/8/8/", "/²6/8/"),
    START.replace("/8/8/", "/......../8/"),
    START.replace("g", "k"),
    START.replace("g", "r"),
    START.replace("G", "R"),
    START.replace("a", "g"),
    START.replace("/8/8/", "//8/8/"),
    "8/8/8/8/8/8/8/8 S",
    "4g3/8/8/8/8/8/8/4R2G S",
    "4g3/4G3/8/8/8/8/8/8 S",
)
MOVES = ("a1a2", "h8a1", "e3e3", "a7a8=E", "b2b1=H", "a1h8=A", "a1a2=C")
BAD_MOVES = (
    *marring.moves("a1a2"),
    "a1a9",
    "a0a1",
    "i1a1",
    "a1a2a3",
    "a٢a٣",
    "а1а2",  # Cyrillic
    "a7a8=",
    "a7a8=G",
    "a7a8=S",
    "a7a8=e",
    "a7a8E",
    "a7a8=EE",
    "a7a8=E\n",
    "a7a8＝E",
    "=E",
    "e3e4" * 5000,
)
ROUND_TRIP = ["a1a2", "a8a7", "a2a1", "a7a8"]
PLAYED = (
    (START, ["a3a4", "a6a5"]),
    (START, [*ROUND_TRIP, *ROUND_TRIP]),
    ("4g3/8/8/8/8/8/8/R2GA2r N", ["e8f8"]),
    ("g7/8/8/4G3/8/8/1R6/7R S", ["h1a1"]),
)
GOOD = {"start": START, "moves": ["a3a4", "a6a5"], "conceded": []}
ENDED: dict[str, Any] = {"start": "g7/8/8/4G3/8/8/1R6/7R S", "moves": ["h1a1"], "conceded": []}
BAD_DATA = (
    *marring.data(GOOD),
    {**GOOD, "start": "8/8/8/8/8/8/8/8 S"},
    {**GOOD, "moves": ["a3a5"]},
    {**GOOD, "moves": ["a6a5"]},
    {**GOOD, "moves": ["e4e5"]},
    {**GOOD, "moves": ["a3a4", "a4a5"]},
    {**GOOD, "moves": ["a3a4=E"]},
    {**GOOD, "moves": [["a3a4"]]},
    {**GOOD, "moves": ["pass"]},
    {**GOOD, "moves": [*ROUND_TRIP, *ROUND_TRIP, "a3a4"]},
    {**ENDED, "conceded": [1]},
    {**ENDED, "moves": ["h1a1", "a8b8"]},
    {**GOOD, "start": "3g4/4r3/8/8/8/4H3/8/4G3 S", "moves": ["e3f5"]},
    {**GOOD, "start": "4g3/8/8/8/8/8/8/3G3R S", "moves": ["d1e1"]},
    {**GOOD, "start": "8/8/6g1/8/8/8/s7/G7 S", "moves": ["a1a2", "g6g5"]},
)
UNQUOTED: tuple[str, ...] = ()
REPRS: tuple[str, ...] = ()


def long_match(seed: bytes) -> list[Position]:
    """The positions of a match that goes on for long."""
    return [ply.position for ply in playout(ENGINE, seed, limit=250)]
