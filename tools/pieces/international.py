"""Our own drawings for the international set, each on the upper part of a 100 × 100 field.

Ink is `currentColor`; what is cut out of it takes the colour of the disc. The strings
`{ink}` and `{face}` stand for the two.
"""

from __future__ import annotations

GENERAL = """
<path d="M47 33C35 34 25 26 23 12c6 9 14 13 25 13zM53 33c12 1 22-7 24-21-6 9-14 13-25 13z"/>
<path d="M30 45a20 19 0 0 1 40 0z"/>
<path d="M27.5 47.5h45l7 14.5c-6-3-11-4-16-4l-1.5-5h-24l-1.5 5c-5 0-10 1-16 4z"/>
<circle cx="50" cy="29.5" r="6.5" fill="{face}"/>
<circle cx="50" cy="29.5" r="4.3"/>
<path d="M50 38v6.5M41 40l-1.5 4.5M59 40l1.5 4.5" stroke="{face}" stroke-width="1.8" fill="none"/>
"""

ADVISOR = """
<path d="M50 62 12.8 36.5A45 45 0 0 1 87.2 36.5z" transform="translate(5 2.5) scale(.9)"/>
<path d="M50 60 31.7 47.5a22 22 0 0 1 36.6 0z" fill="{face}"/>
<path d="M50 60 24 43M50 60 32 36M50 60 43.5 33M50 60l6.5-27M50 60l18-24M50 60l26-17"
 stroke="{ink}" stroke-width="2.2" fill="none"/>
<path d="M24 43 19.5 40M32 36l-7.5-10.5M43.5 33 41 20M56.5 33 59 20M68 36l7.5-10.5M76 43l4.5-3"
 stroke="{face}" stroke-width="1.8" fill="none"/>
<circle cx="50" cy="59.5" r="3.6"/>
"""

CHARIOT = """
<circle cx="50" cy="38" r="21" fill="none" stroke="{ink}" stroke-width="6.5"/>
<path d="M50 17v42M29 38h42M35.2 23.2l29.6 29.6M64.8 23.2 35.2 52.8"
 stroke="{ink}" stroke-width="3.8" fill="none"/>
<circle cx="50" cy="38" r="7.5"/>
<circle cx="50" cy="38" r="2.8" fill="{face}"/>
<g fill="{face}"><circle cx="58" cy="18.6" r="1.5"/><circle cx="69.4" cy="30" r="1.5"/>
<circle cx="69.4" cy="46" r="1.5"/><circle cx="58" cy="57.4" r="1.5"/>
<circle cx="42" cy="57.4" r="1.5"/><circle cx="30.6" cy="46" r="1.5"/>
<circle cx="30.6" cy="30" r="1.5"/><circle cx="42" cy="18.6" r="1.5"/></g>
"""

# The panda is white where the disc is pale and where it is dark: hence two of them.
BEAR = """
<circle cx="31.5" cy="22.5" r="8.5" fill="{ear}" stroke="{ink}" stroke-width="2.6"/>
<circle cx="68.5" cy="22.5" r="8.5" fill="{ear}" stroke="{ink}" stroke-width="2.6"/>
<ellipse cx="50" cy="39" rx="26" ry="23" fill="{head}" stroke="{ink}" stroke-width="3"/>
<g fill="{patch}">
<ellipse cx="38.5" cy="37.5" rx="6.3" ry="8.2" transform="rotate(32 38.5 37.5)"/>
<ellipse cx="61.5" cy="37.5" rx="6.3" ry="8.2" transform="rotate(-32 61.5 37.5)"/>
<path d="M45.3 47.5c0-2 9.4-2 9.4 0 0 2.2-3.2 3.8-4.7 3.8s-4.7-1.6-4.7-3.8z"/>
</g>
<path d="M50 51v2.2c0 2.6-5 3.2-6.5.6M50 53.2c0 2.6 5 3.2 6.5.6"
 fill="none" stroke="{patch}" stroke-width="1.7" stroke-linecap="round"/>
<circle cx="39.8" cy="36.3" r="2.1" fill="{head}"/><circle cx="60.2" cy="36.3" r="2.1" fill="{head}"/>
"""

HORSE = """
<path d="M35 62.5c-.5-9 5-14.5 11-19.5-5.5 1-10 2.5-13.5 6.2-2.3 2.3-6 2-8-.7-1.6-2.2-1.7-4.3-.4-6.6
 3.5-6 7.3-10.5 9.6-16.4 1.6-4.2 5-7.2 9.3-8.9l1-6.1 5.5 4.6 4.8-5.1 1.6 6.8c12 3.6 20 15.2 20 30 0 6-.9 11-2.4 15.7z"/>
<path d="M57 20c8.5 4.5 13 14 12.5 25M52 23.5c7 4 11 11.5 11 20.5" fill="none" stroke="{face}"
 stroke-width="2" stroke-linecap="round"/>
<circle cx="43.5" cy="28.5" r="2.4" fill="{face}"/>
<path d="M28.3 43.3l2 1.6" stroke="{face}" stroke-width="2" stroke-linecap="round"/>
"""

CANNON = """
<g transform="rotate(-24 46 40)">
<path d="M24 31.5c10-1.5 28-1.5 47-.5v-2.5h7.5v20H71V46c-19 1-37 1-47-.5-6-1-9-3.5-9-7s3-6 9-7z"/>
<circle cx="13" cy="38.5" r="3.6"/>
<path d="M31 29.5v18M61 29.5v18" stroke="{face}" stroke-width="2"/>
</g>
<circle cx="45" cy="50" r="14.5" fill="{face}"/>
<circle cx="45" cy="50" r="11" fill="none" stroke="{ink}" stroke-width="4.2"/>
<path d="M45 39v22M34 50h22M37.2 42.2l15.6 15.6M52.8 42.2 37.2 57.8" stroke="{ink}" stroke-width="2.2"/>
<circle cx="45" cy="50" r="3.6"/>
"""

EMPRESS = """
<path d="M27 55.5 20.5 29l14.7 11.5L39 21l11 16 11-16 3.8 19.5L79.5 29 73 55.5z"/>
<path d="M27.5 58.5h45v4.5h-45z"/>
<circle cx="20" cy="26" r="3.8"/><circle cx="38.5" cy="17.5" r="3.8"/><circle cx="61.5" cy="17.5" r="3.8"/>
<circle cx="80" cy="26" r="3.8"/>
<path d="M50 40.5l4 6-4 6-4-6z" fill="{face}"/>
<circle cx="36.5" cy="48.5" r="2.2" fill="{face}"/><circle cx="63.5" cy="48.5" r="2.2" fill="{face}"/>
"""

SOLDIER = """
<path d="M29 62.5c0-8 7-11.5 21-11.5s21 3.5 21 11.5z"/>
<circle cx="50" cy="45" r="12" fill="{ink}" stroke="{face}" stroke-width="2"/>
<path d="M50 13.5c3 0 4.5 3 8 7 7 7.5 14 13 21.5 17.2C72 42.5 62 44 50 44s-22-1.5-29.5-6.3C28 33.5 35 28 42 20.5c3.5-4 5-7 8-7z"
 stroke="{face}" stroke-width="2" stroke-linejoin="round"/>
<path d="M29 37.5c12 3.3 30 3.3 42 0" fill="none" stroke="{face}" stroke-width="1.7" stroke-linecap="round"/>
<circle cx="45.8" cy="48.8" r="1.7" fill="{face}"/><circle cx="54.2" cy="48.8" r="1.7" fill="{face}"/>
"""

DRAWINGS = {
    "G": GENERAL,
    "A": ADVISOR,
    "R": CHARIOT,
    "B": BEAR,
    "H": HORSE,
    "C": CANNON,
    "E": EMPRESS,
    "S": SOLDIER,
}

# Where each drawing sits inside the rings: scale, then the middle it is scaled about.
_PLACES = {
    "G": "translate(6.5 6.5) scale(.87)",
    "A": "translate(4 2) scale(.92)",
    "R": "translate(0 1)",
    "B": "translate(6 6.5) scale(.88)",
    "H": "translate(2.5 4) scale(.94)",
    "C": "translate(8 4) scale(.9)",
    "E": "translate(5.5 6) scale(.89)",
    "S": "translate(-1 1) scale(1.02)",
}

_INK, _FACE = "currentColor", "var(--piece-face)"
_PANDA = {
    "s": {"ear": _INK, "head": "var(--piece-white)", "patch": _INK},
    "n": {"ear": _FACE, "head": _INK, "patch": _FACE},
}


def drawing(side: str, letter: str) -> str:
    """The drawing of piece *letter* for *side* ("s" or "n"), as SVG elements."""
    shape = DRAWINGS[letter].format(ink=_INK, face=_FACE, **_PANDA[side])
    return f'<g transform="{_PLACES[letter]}">{shape.strip()}</g>'
