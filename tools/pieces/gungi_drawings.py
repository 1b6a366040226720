"""Our own drawings for the international set of Gungi, on the upper part of a 100 × 100 field.

Some are those of Xiongqi (`international.py`). Ink is `currentColor`; what is cut out of it
takes the colour of the disc.
"""

from __future__ import annotations

from international import ADVISOR, CANNON, EMPRESS, GENERAL, HORSE, SOLDIER

_STAR = "M0-10 2.6-3.400 9.5-3.100 4.1 1.3 5.900 8.100 0 4.200-5.900 8.100-4.100 1.300-9.500-3.100-2.600-3.400z"

LIEUTENANT = f"""
<path d="M18 44 50 30l32 14v7L50 37 18 51zM18 55 50 41l32 14v7L50 48 18 62z"/>
<path d="{_STAR}" transform="translate(50 19) scale(1.15)"/>
"""

MAJOR = f"""
<path d="M18 54 50 39l32 15v8L50 47 18 62z"/>
<path d="{_STAR}" transform="translate(50 24) scale(1.35)"/>
"""

SAMURAI = """
<g stroke="{ink}" fill="none" stroke-linecap="round">
<path d="M22 12c8 22 24 37 46 42" stroke-width="5"/>
<path d="M78 12c-8 22-24 37-46 42" stroke-width="5"/>
<path d="M62 60 70.500 45M38 60 29.500 45" stroke-width="4"/>
<path d="M69 54 79 58.500M31 54 21 58.500" stroke-width="6"/>
</g>
"""

SPEAR = """
<path d="M50 8c7 8 8.500 15 5 23h-10c-3.500-8-2-15 5-23z"/>
<path d="M47.300 31h5.400v34h-5.400z"/>
<path d="M40 34h20v4.600H40z"/>
<path d="M50 14v13" stroke="{face}" stroke-width="1.800" fill="none"/>
"""

NINJA = """
<path d="M50 9 57.500 30.500 79 38 57.500 45.500 50 67 42.500 45.500 21 38 42.500 30.500z"
 transform="rotate(20 50 38)"/>
<circle cx="50" cy="38" r="5.200" fill="{face}"/>
"""

FORTRESS = """
<path d="M24 62V34h7v-9h-8V12h10v6h8v-6h18v6h8v-6h10v13h-8v9h7v28H58V50a8 8 0 0 0-16 0v12z"/>
<path d="M33 29.500h34" stroke="{face}" stroke-width="2" fill="none"/>
"""

ARCHER = """
<path d="M30 11c26 8 38 26 36 52" fill="none" stroke="{ink}" stroke-width="5" stroke-linecap="round"/>
<path d="M30 11 66 63" fill="none" stroke="{ink}" stroke-width="1.800"/>
<path d="M27 60 66 24.500" fill="none" stroke="{ink}" stroke-width="3.400"/>
<path d="M74 17 70.500 31.500 59.500 19.500zM24 54l9 10-9.500 3.500-3-3.500z"/>
"""

MUSKETEER = """
<g transform="rotate(-28 50 38)">
<path d="M10 32.500h58v6.500H10z"/>
<path d="M50 32.500h20c8 0 14 4 20 12v9c-8 0-13-3-17-9.500-3-4.500-6-5-11-5H50z"/>
<path d="M58 39c0 6 8 6 8 0" fill="none" stroke="{ink}" stroke-width="2.600"/>
<path d="M54 26.500h5v7h-5zM12 28.500h4v4h-4z"/>
</g>
"""

_DRAWINGS = {
    "M": (EMPRESS, "translate(5.5 6) scale(.89)"),
    "G": (GENERAL, "translate(6.5 6.5) scale(.87)"),
    "I": (LIEUTENANT, "translate(6 3) scale(.88)"),
    "J": (MAJOR, "translate(6 3) scale(.88)"),
    "W": (SAMURAI, "translate(6 4) scale(.88)"),
    "N": (SPEAR, "translate(7 4) scale(.86)"),
    "R": (HORSE, "translate(2.5 4) scale(.94)"),
    "S": (NINJA, "translate(7 5) scale(.86)"),
    "F": (FORTRESS, "translate(7 5) scale(.86)"),
    "D": (SOLDIER, "translate(-1 1) scale(1.02)"),
    "C": (CANNON, "translate(8 4) scale(.9)"),
    "A": (ARCHER, "translate(7 4) scale(.86)"),
    "K": (MUSKETEER, "translate(7 5) scale(.86)"),
    "T": (ADVISOR, "translate(4 2) scale(.92)"),
}

LETTERS = "".join(_DRAWINGS)
"""The kinds, in the order of the rules page."""


def drawing(letter: str) -> str:
    """The drawing of a kind, as SVG elements."""
    shape, place = _DRAWINGS[letter]
    drawn = shape.replace("{ink}", "currentColor").replace("{face}", "var(--piece-face)")
    return f'<g transform="{place}">{drawn.strip()}</g>'
