"""What the lobby needs to know of Gungi."""

from __future__ import annotations

from engines.core.engine import GameMeta

RULE_SETS = ("guide", "intro", "beginner", "intermediate", "advanced")
"""The values of the option ``rules``, the default first."""

_WHITE_AND_SOLDIERS = "3img3/1ra1n1as1/d1fwdwf1d/9/9/9/D1FWDWF1D/1SA1N1AR1"
_WHITES_HAND = "j2n2r1s1d1c1k1t1"

META = GameMeta(
    slug="gungi",
    name="Gungi",
    seats=("Black", "White"),
    rules_version=1,
    options={"rules": RULE_SETS},
    bot_levels=("easy", "easy-bold", "medium", "medium-bold", "strong", "strong-firm"),
    begins_anywhere=True,
    endless=True,
    handicaps={
        "guns": f"{_WHITE_AND_SOLDIERS}/3GMI3 J2N2R1S1D1T1/{_WHITES_HAND} 0 guide -",
        "hand": f"{_WHITE_AND_SOLDIERS}/3GMI3 J1N1R1S1D1/{_WHITES_HAND} 0 guide -",
        "general": f"{_WHITE_AND_SOLDIERS}/4MI3 J2N2R1S1D1C1K1T1/{_WHITES_HAND} 0 guide -",
    },
)
