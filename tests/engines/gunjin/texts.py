"""Texts of Gunjin and what is stored of it, good and bad: see `texts`."""

from __future__ import annotations

from engines.gunjin.engine import ENGINE
from engines.gunjin.position import Position
from tests.engines import marring
from tests.engines.gunjin.boards import SETUPS, played, started

PAGE = "7/8/1x6/1T6/8/7 0"
FULL = ENGINE.codec.write(started())
ARMIES = " LMCKJAAABBDDPPTTHEESXXF/glmckjaabbddppttheesxxf"
"""With a handicap: a captain in place of the general."""
_NORTHS = "/".join(FULL.split("/")[:3])
POSITIONS = (
    *(PAGE, FULL, "7/8/8/8/8/7 -", f"7/8/8/{FULL.split('/', 3)[3][:-2]} -"),
    *(f"7/8/8/8/8/7 -{ARMIES}", f"{_NORTHS}/8/8/7 -{ARMIES}", f"{PAGE}{ARMIES}"),
)
BAD_POSITIONS = (
    PAGE.replace("T", "G") + ARMIES,
    FULL + ARMIES,
    PAGE + ARMIES[1:],
    f"{PAGE}{ARMIES} ",
    f"{PAGE} {ARMIES}",
    PAGE + ARMIES.replace("LMC", "GMC"),
    f"{PAGE} GLMCKJAABBDDPPTTHEESXXF/glmckjaabbddppttheesxxf",
    *marring.positions(PAGE),
    PAGE.replace(" 0", " 2"),
    PAGE.replace(" 0", " S"),
    PAGE.replace(" 0", " ٠"),
    PAGE.replace(" 0", " -"),
    FULL.replace(" 0", " -"),
    "7/8/8/8/8/6G -",
    PAGE.replace("7/", "8/", 1),
    PAGE.replace("/7", "/8"),
    PAGE.replace("/8/7", "/7/7"),
    PAGE.replace("/8/7", "/8/8/7"),
    PAGE.replace("/8/7", "/7"),
    PAGE.replace("/8/7", "/44/7"),
    PAGE.replace("/8/7", "/9/7"),
    PAGE.replace("/8/7", "/08/7"),
    PAGE.replace("/8/7", "/0/7"),
    PAGE.replace("/8/7", "/８/7"),
    PAGE.replace("/8/7", "/²6/7"),
    PAGE.replace("/8/7", "/......../7"),
    PAGE.replace("/8/7", "//7"),
    PAGE.replace("T", "N"),
    PAGE.replace("T", "?"),
    PAGE.replace("1T6", "1G5G"),
    PAGE.replace("1T6", "TTT5"),
    PAGE.replace("1T6", "1x6"),
    PAGE.replace("1T6", "1f6"),
    PAGE.replace("1x6", "1X6"),
    PAGE.replace("1x6", "1F6"),
    PAGE.replace("7/8/1x6", "2x4/8/xx6"),
)
MOVES = ("a1a2", "h6a1", "b3b4", "d1d6", "c3c3", f"setup:{SETUPS[0]}")
BAD_MOVES = (
    *marring.moves("b3b4"),
    "b3b7",
    "b0b1",
    "i1a1",
    "b3b4b5",
    "b3b4+",
    "е2е3",  # Cyrillic
    "e1e2",  # the headquarters is d1
    "e2e1",
    "e5e6",
    "e6d6",
    "setup:",
    f"setup: {SETUPS[0]}",
    f"setup:{SETUPS[0]} ",
    f"setup:{SETUPS[0]}\n",
    f"setup:{SETUPS[0]}A",
    f"setup:{SETUPS[0][:-1]}",
    f"setup:{SETUPS[0].lower()}",
    f"setup:{SETUPS[0].replace('G', 'N')}",
    f"setup:{SETUPS[0].replace('G', '.')}",
    f"setup:{SETUPS[0].replace('G', 'Ｇ')}",
    f"Setup:{SETUPS[0]}",
    f"setup{SETUPS[0]}",
    SETUPS[0],
    "setup:" + "G" * 5000,
)
PLAYED = (
    (FULL, ["b3b4"]),
    ("6a/8/1x6/1T6/8/A6 0", ["b3b4", "h6g6"]),
    ("6a/8/8/8/8/A6 0", ["a1a2", "h6h5", "a2a1", "h5h6"] * 2),
    ("6a/3G4/8/8/8/D6 0", ["d5d6"]),
)
GOOD = {"start": "6a/8/1x6/1T6/8/A6 0", "moves": ["b3b4", "h6g6"], "conceded": []}
ENDED = {"start": "6a/3G4/8/8/8/D6 0", "moves": ["d5d6"], "conceded": []}
BAD_DATA = (
    *marring.data(GOOD),
    {**GOOD, "start": "6a/8/1x6/1T6/8/A6"},
    {**GOOD, "moves": ["b3b5"]},
    {**GOOD, "moves": ["b4b3"]},
    {**GOOD, "moves": ["d3d4"]},
    {**GOOD, "moves": ["b3b4", "h6"]},
    {**GOOD, "moves": ["setup:ATBDDBTAPCFXXEKPHSLGMJE"]},
    {**GOOD, "start": "7/8/8/8/8/7 -"},
    {**GOOD, "start": "6a/8/8/1T6/8/7 1", "moves": ["b3b4"]},
    {**GOOD, "moves": ["b3b4", "h6g6", "a1a2", "g6h6", "h6h5"]},
    {**ENDED, "moves": ["d5d6", "h6h5"]},
    {**ENDED, "conceded": [0]},
)
UNQUOTED = ("6a/8/1x6/1T6/8/G5G 0", "6a/8/1x6/1T6/8/X 0", "GXF 3", "GXF")
REPRS = ("<Gunjin position after 0 steps, [0] to act>", "<Gunjin placement of 23 pieces>")


def long_match(seed: bytes) -> list[Position]:
    """The positions of a match that goes on for long."""
    return played(seed)
