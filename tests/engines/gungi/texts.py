"""Texts of Gungi and what is stored of it, good and bad: see `tests.engines.texts`."""

from __future__ import annotations

from engines.gungi.position import Position
from tests.engines import marring
from tests.engines.gungi.boards import started, text_of
from tests.engines.gungi.samples import lively

START = text_of(started())
PLACING = text_of(started("advanced"))
BARE = "4m4/9/9/9/9/9/9/9/4M4 -/- 0 guide -"
MIXED = "4m4/9/9/9/4|d:N:w|4/9/9/9/4M4 J2N2/j1 0 guide -"
SOME = (
    "9/4m4/9/9/9/9/9/9/4M4 G1I1J2W2N3R2S2F2D4C1A2K1T1/g1i1j2w2n3r2s2f2d4c1a2k1t1 0 intermediate 01"
)
MATED = "m8/9/1N7/9/9/9/9/G8/8M -/- 1 guide -"
MATING = "m8/9/1N7/9/9/9/9/7G1/8M -/- 0 guide -"
TAKING = "4m4/9/9/9/9/9/9/4G4/4M4 -/- 0 advanced -"
POSITIONS = (START, PLACING, SOME, SOME.replace(" 0 ", " 1 ").replace(" 01", " 1"), BARE, MIXED)
BAD_POSITIONS = (
    *marring.positions(START),
    *(START.replace("guide", name) for name in ("chess", "Guide", "intro", "beginner", "advance")),
    START.replace(" 0 ", " 2 "),
    START.replace(" 0 ", " w "),
    START.replace(" -", " 0"),
    START.replace(" -", " 01"),
    START.replace("guide -", "guide 1"),
    START.replace("/9/", "/8/", 1),
    START.replace("/9/", "/9/9/", 1),
    START.replace("/9/", "/45/", 1),
    START.replace("/9/", "/０/", 1),
    START.replace("/9/", "/９/", 1),
    START.replace("/9/", "//", 1),
    START.replace("/9/", "/|D|8/", 1),
    START.replace("/9/", "/|D:|8/", 1),
    START.replace("/9/", "/|D:N8/", 1),
    START.replace("/9/", "/D:N8/", 1),
    START.replace("/9/", "/G8/", 1),
    START.replace("/9/", "/x8/", 1),
    START.replace("J2", "J3"),
    START.replace("J2", "J0"),
    START.replace("J2", "j2"),
    START.replace("J2N2", "N2J2"),
    START.replace("J2", "J"),
    START.replace("J2", "J２"),
    START.replace("J2N2R1S1D1C1K1T1/", "/"),
    START.replace("J2N2R1S1D1C1K1T1/", "J2N2R1S1D1C1K1T1"),
    MIXED.replace("guide", "intermediate"),
    MIXED.replace("d:N:w", "d:N:w:d"),
    MIXED.replace("d:N:w", "d:m:w").replace("4m4", "9"),
    MIXED.replace("4m4", "9"),
    MIXED.replace("4M4", "9").replace(" 0 ", " 1 "),
    MIXED.replace("J2N2", "M1J2N2").replace("4M4", "9"),
    "9/9/9/9/9/9/9/9/9 -/- 0 guide -",
    PLACING.replace(" 01", " -"),
    PLACING.replace(" 01", " 1"),
    PLACING.replace("M1G1", "G1"),
    SOME.replace("4m4", "9").replace("/9/9/9/9", "/9/9/4m4/9", 1),
    SOME.replace("G1I1", "M1G1I1"),
    SOME.replace(" 01", " 1"),
    SOME.replace("T1/", "/"),
    SOME.replace("4M4", "3DM4").replace("D4", "D3").replace("4m4", "9").replace("g1", "m1g2", 1),
)
MOVES = (
    *("e3e4", "e3xe4", "e3+e4", "e3+e4&1", "e3+e4&2", "e3+e4&1,2", "a1i9", "e3e3"),
    *("d*e4", "t*e4&1", "t*e4&1,2", "m@e1", "t@a9", "done"),
)
BAD_MOVES = (
    *marring.moves("e3e4"),
    *("e3e0", "j3e4", "e3*e4", "e3@e4", "e3-e4", "e3xxe4", "e3x+e4", "e3e4&1", "e3xe4&1"),
    *("e3+e4&", "e3+e4&3", "e3+e4&0", "e3+e4&2,1", "e3+e4&1,1", "e3+e4&1,2,3", "e3+e4&1 2"),
    *("D*e4", "d*e4&1", "t@e1&1", "x*e4", "de4", "d*", "*e4", "d+e4", "dxe4", "d*e4e5"),
    *("t*e4&", "T*e4&1", "ｄ*e4", "d＊e4", "d@e4 ", "DONE", "Done", "done ", "done\n", "", "-"),
    "e3+e4" * 5000,
)
ROUND_TRIP: list[str] = ["a3a4", "a7a6", "a4a3", "a6a7"]
FIRST = ["m@e1", "m@e9", "d@e2"]
PLAYED = (
    (START, ["e3e4", "j*e8"]),
    (START, [*ROUND_TRIP, *ROUND_TRIP, *ROUND_TRIP]),
    (PLACING, [*FIRST, "done", "d*e2"]),
    (PLACING, [*FIRST, "g@d9", "done", "d@d8"]),
    (MATING, ["h2a2"]),
    (TAKING, ["e2xe9"]),
)
GOOD = {"start": START, "moves": ["e3e4", "j*e8"], "conceded": []}
ENDED = {"start": MATING, "moves": ["h2a2"], "conceded": []}
BAD_DATA = (
    *marring.data(GOOD),
    {**GOOD, "start": "9/9/9/9/9/9/9/9/9 -/- 0 guide -"},
    {**GOOD, "moves": ["e3e5"]},
    {**GOOD, "moves": ["e7e6"]},
    {**GOOD, "moves": ["e3xe4"]},
    {**GOOD, "moves": ["e3e4", "e4e5"]},
    {**GOOD, "moves": ["f*e4"]},
    {**GOOD, "moves": ["d*e8"]},
    {**GOOD, "moves": ["d@e2"]},
    {**GOOD, "moves": ["done"]},
    {**GOOD, "moves": [["e3e4"]]},
    {**GOOD, "moves": ["pass"]},
    {**GOOD, "moves": [*ROUND_TRIP, *ROUND_TRIP, *ROUND_TRIP, "a3a4"]},
    {**ENDED, "conceded": [1]},
    {**ENDED, "moves": ["h2a2", "a9b9"]},
    {**GOOD, "start": TAKING, "moves": ["e2xe9", "d*d9"]},
    {**GOOD, "start": PLACING, "moves": ["d@e2"]},
    {**GOOD, "start": PLACING, "moves": ["done"]},
    {**GOOD, "start": PLACING, "moves": ["m@e4"]},
    {**GOOD, "start": PLACING, "moves": ["m@e1", "m@e9", "e1e2"]},
    {**GOOD, "start": "4m4/9/9/9/4r4/9/4D4/9/4M4 -/- 0 guide -", "moves": ["e1d1", "e5e3"]},
    {**GOOD, "start": "4m4/4g4/9/9/9/9/4W4/9/4M4 -/- 0 guide -", "moves": ["e3d4"]},
)
UNQUOTED = (START.replace("J2", "J9"), START.replace("/9/", "/x8/", 1), "nonsense")
REPRS: tuple[str, ...] = ()


def long_match(seed: bytes) -> list[Position]:
    """The positions of a match that goes on for long."""
    return list(lively("advanced", seed, limit=250))
