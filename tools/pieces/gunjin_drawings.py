"""Our own drawings for the international set of Gunjin, on the upper part of a 100 × 100 field.

Officers wear a shoulder board, solid for generals, with two stripes for field officers and one for
juniors, and three stars, two or one. Ink is `currentColor`; what is cut out takes the colour of
the tile.
"""

from __future__ import annotations

from math import cos, pi, sin

INK, FACE = "currentColor", "var(--piece-face)"

SOLID = '<rect x="19" y="23" width="62" height="33" rx="4"/>'
TWO_STRIPES = '<path d="M19 23h62v5.5h-62zM19 50.5h62v5.5h-62z"/>'
ONE_STRIPE = '<path d="M19 50.5h62v5.5h-62z"/>'

PLANE = """
<path d="M50 17c2.6 0 4.2 3.2 4.2 7v8.500L80 46v5.500l-25.8-6.500v9.500l8 5.500v3.500L50 60.5 37.8 63.500V60l8-5.500V45
 L20 51.500V46l25.8-13.500V24c0-3.8 1.6-7 4.2-7z"/>
"""

TANK = """
<path d="M34 35h17.500v-1.500H84v5H58.500V44H34z"/><path d="M37 26h15c3 0 5.5 3.5 6 8H32c.5-4.5 2-8 5-8z"/>
<path d="M22 44.500h54c4.5 0 7.5 3.5 7.5 8.500s-3.5 9-8.5 9H25c-5 0-8.5-4-8.5-9 0-4.5 2-8.5 5.5-8.500z"/>
<g fill="{face}"><circle cx="27" cy="53.5" r="4.2"/><circle cx="42.5" cy="53.5" r="4.2"/>
<circle cx="58" cy="53.5" r="4.2"/><circle cx="73" cy="53.5" r="4.2"/></g>
"""

CAVALRY = """
<path d="M35 62.500c-.5-9 5-14.5 11-19.5-5.5 1-10 2.5-13.5 6.2-2.3 2.3-6 2-8-.7-1.6-2.2-1.7-4.3-.4-6.6
 3.5-6 7.3-10.5 9.6-16.4 1.6-4.2 5-7.2 9.3-8.900l1-6.1 5.5 4.6 4.8-5.1 1.6 6.800c12 3.6 20 15.2 20 30
 0 6-.9 11-2.4 15.700z"/>
<path d="M57 20c8.5 4.5 13 14 12.5 25M52 23.500c7 4 11 11.5 11 20.5" fill="none" stroke="{face}"
 stroke-width="2" stroke-linecap="round"/>
<circle cx="43.5" cy="28.5" r="2.4" fill="{face}"/>
"""

ENGINEER = """
<g transform="rotate(42 50 40)"><path d="M47.3 33h5.400v30h-5.400z"/><path d="M41.5 12h17v14c0 5-3.5 8.5-8.5 10.5-5-2-8.5-5.5-8.5-10.500z"/></g>
<g transform="rotate(-42 50 40)"><path d="M46 22h8v42h-8z" fill="{face}"/><path d="M47.3 20h5.400v43h-5.400z"/>
<path d="M27 27c5-8 13-12.5 23-12.500S68 19 73 27c-7-3.5-14-5-23-5s-16 1.5-23 5z"/></g>
"""

SPY = """
<path d="M18 38.500c9-2.5 14.5-3.5 15-4l3.5-13c.5-2.5 3-4 5.5-3.5 3 .5 5 1.5 8 1.500s5-1 8-1.500c2.5-.5 5 1 5.5 3.5
 l3.5 13c.5.5 6 1.5 15 4-6 3.5-18 5.5-32 5.500s-26-2-32-5.500z"/>
<circle cx="38.5" cy="53.5" r="9"/><circle cx="61.5" cy="53.5" r="9"/>
<path d="M47 51.500c2-1.5 4-1.5 6 0" fill="none" stroke="{ink}" stroke-width="3"/>
<path d="M33.5 53a5 5 0 0 1 5-4.500M56.5 53a5 5 0 0 1 5-4.5" fill="none" stroke="{face}" stroke-width="2" stroke-linecap="round"/>
"""

MINE = """
<path d="M50 15v12M50 53v12M25 40h12M63 40h12M32.3 22.300l8.5 8.500M59.2 49.200l8.5 8.500M67.7 22.300l-8.5 8.500M40.8 49.200l-8.5 8.5"
 stroke="{ink}" stroke-width="6" stroke-linecap="round"/>
<circle cx="50" cy="40" r="17"/>
<path d="M40 36a11 11 0 0 1 8-7" fill="none" stroke="{face}" stroke-width="2.8" stroke-linecap="round"/>
"""

FLAG = """
<path d="M27 16h4.500v49H27z"/><circle cx="29.2" cy="15.5" r="3.5"/>
<path d="M33.5 20c9-4 16 4 25 1.5 6-1.5 10-3 16-1.500v29c-6-1.5-10 0-16 1.5-9 2.5-16-5.5-25-1.500z"/>
<circle cx="53.5" cy="35.5" r="8.5" fill="{face}"/>
"""

DRAWINGS = {
    "P": PLANE,
    "T": TANK,
    "H": CAVALRY,
    "E": ENGINEER,
    "S": SPY,
    "X": MINE,
    "F": FLAG,
}

OFFICERS = {
    **dict(zip("GLM", ((SOLID, 3), (SOLID, 2), (SOLID, 1)), strict=True)),
    **dict(zip("CKJ", ((TWO_STRIPES, 3), (TWO_STRIPES, 2), (TWO_STRIPES, 1)), strict=True)),
    **dict(zip("ABD", ((ONE_STRIPE, 3), (ONE_STRIPE, 2), (ONE_STRIPE, 1)), strict=True)),
}


def drawing(letter: str) -> str:
    """The drawing of the piece *letter*, as SVG elements."""
    if letter in DRAWINGS:
        return DRAWINGS[letter].format(ink=INK, face=FACE).strip()
    board, stars = OFFICERS[letter]
    return board + _stars(stars, middle=38 if board is ONE_STRIPE else 39.5, is_cut=board is SOLID)


def _stars(number: int, *, middle: float, is_cut: bool) -> str:
    radius, step = (9.6, 19.5)
    first = 50 - step * (number - 1) / 2
    paths = "".join(_star(first + step * index, middle, radius) for index in range(number))
    return f'<path d="{paths}" fill="{FACE if is_cut else INK}"/>'


def _star(x: float, y: float, radius: float) -> str:
    points = (
        (
            x + sin(pi * turn / 5) * radius * (1 - 0.58 * (turn % 2)),
            y - cos(pi * turn / 5) * radius * (1 - 0.58 * (turn % 2)),
        )
        for turn in range(10)
    )
    return "M" + "L".join(f"{left:.1f} {top:.1f}" for left, top in points) + "z"
