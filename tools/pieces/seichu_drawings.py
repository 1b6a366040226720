"""Our own drawings of Seichu pieces for the international set, on the upper part of a 100 × 100 field."""

from __future__ import annotations

from international import HORSE

INK, FACE = "currentColor", "var(--piece-face)"

KING = """
<path d="M27 56 20 26l15.500 12L50 14l14.500 24L80 26l-7 30z"/>
<path d="M27 59.500h46v5H27z"/>
<circle cx="20" cy="23" r="4"/><circle cx="50" cy="11" r="4.500"/><circle cx="80" cy="23" r="4"/>
"""

ROOK = """
<path d="M27 12h11v8h7.500v-8h9v8H62v-8h11v17l-7 5v18H34V34l-7-5z"/>
<path d="M29 55h42v9.500H29z"/>
<path d="M34.500 37h31M34.500 49h31" stroke="{face}" stroke-width="2"/>
"""

BISHOP = """
<path d="M50 14c12 9 19 19 19 28 0 5-2 9-5 12H36c-3-3-5-7-5-12 0-9 7-19 19-28z"/>
<circle cx="50" cy="11" r="4.500"/>
<path d="M29 57.500h42v7H29z"/>
<path d="M50 27v20M41 36h18" stroke="{face}" stroke-width="3.200"/>
"""

GOLD = """
<circle cx="50" cy="38" r="14.500"/>
<path d="M50 8v12M50 56v12M20 38h12M68 38h12M28.800 16.800l8.500 8.500M62.700 50.700l8.500 8.500M71.200 16.800l-8.500 8.500M37.300 50.700l-8.500 8.500"
 stroke="{ink}" stroke-width="5" stroke-linecap="round"/>
"""

SILVER = """
<path d="M60 10a29 29 0 1 0 14 44 25 25 0 0 1-14-44z"/>
<path d="M70 14l2.600 6.400 6.400 2.600-6.400 2.600-2.600 6.400-2.600-6.400-6.400-2.600 6.400-2.600z"/>
"""

LANCE = """
<path d="M50 6 59 26 53 31v33h-6V31l-6-5z"/>
<path d="M35 38c10 4 20 4 30 0v9c-10 4-20 4-30 0z"/>
"""

PAWN = """
<circle cx="50" cy="24" r="12.500"/>
<path d="M42 36h16c1 8 4 13 9 18H33c5-5 8-10 9-18z"/>
<path d="M29 57h42v7.500H29z"/>
"""

DRAWINGS = {
    "K": KING,
    "R": ROOK,
    "B": BISHOP,
    "G": GOLD,
    "S": SILVER,
    "N": HORSE,
    "L": LANCE,
    "P": PAWN,
}


def drawing(letter: str) -> str:
    """The drawing of a kind, as SVG elements."""
    return DRAWINGS[letter].format(ink=INK, face=FACE).strip()
