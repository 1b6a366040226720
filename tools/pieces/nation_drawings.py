"""Our own drawings for the international set of Nation, on the upper part of a 100 × 100 field.

Many are those of the other games. Ink is `currentColor`; what is cut out of it takes the colour of
the disc.
"""

from __future__ import annotations

from gungi_drawings import ARCHER, MUSKETEER, NINJA, SAMURAI, SPEAR
from gunjin_drawings import CAVALRY, ENGINEER, SPY
from international import ADVISOR, CANNON, HORSE, SOLDIER

PITCHFORK = """
<path d="M47.500 34h5v32h-5zM30 10h5v14c0 5 5 8 12.500 8V10h5v22C60 32 65 29 65 24V10h5v15c0 8-7 13-20 13s-20-5-20-13z"/>
"""

SHIELD = """
<path d="M50 8c9 5 17 7 26 7v17c0 16-10 27-26 34-16-7-26-18-26-34V15c9 0 17-2 26-7z"/>
<path d="M50 16v42M32 32h36" stroke="{face}" stroke-width="4" fill="none"/>
"""

SLING = """
<path d="M28 60C22 38 36 18 56 14M28 60c14-8 30-20 36-34" fill="none" stroke="{ink}" stroke-width="4" stroke-linecap="round"/>
<circle cx="63" cy="19" r="10"/>
"""

CROSSBOW = """
<path d="M47 14h6v52h-6z"/>
<path d="M20 34c8-14 20-18 30-18s22 4 30 18" fill="none" stroke="{ink}" stroke-width="6" stroke-linecap="round"/>
<path d="M20 34 50 44l30-10" fill="none" stroke="{ink}" stroke-width="2.400"/><path d="M50 4 58 18H42z"/>
"""

SWORD = """
<g transform="rotate(40 50 38)"><path d="M50 2 56 12v36H44V12zM34 48h32v6H34zM46 54h8v14h-8z"/>
<path d="M50 12v34" stroke="{face}" stroke-width="2" fill="none"/></g>
"""

STAFF = """
<path d="M47 26h6v40h-6z"/><circle cx="50" cy="18" r="11" fill="none" stroke="{ink}" stroke-width="5"/>
<circle cx="34" cy="32" r="5" fill="none" stroke="{ink}" stroke-width="3"/><circle cx="66" cy="32" r="5" fill="none" stroke="{ink}" stroke-width="3"/>
"""

CATAPULT = """
<path d="M18 54h64v6H18z"/><path d="M30 54 44 30h6L40 54zM70 54 56 30h-6l10 24z"/>
<path d="M28 22 72 46" stroke="{ink}" stroke-width="6" stroke-linecap="round"/><circle cx="24" cy="17" r="8"/>
<circle cx="28" cy="62" r="6"/><circle cx="72" cy="62" r="6"/>
"""

ELEPHANT = """
<path d="M34 20c6-8 20-10 32-6 12 3 18 12 18 24v26H72V50H54v14H42V48c-4 2-8 2-10 0v8c0 5 3 7 7 6v5c-8 2-14-2-14-10V36c0-7 3-12 9-16z"/>
<path d="M42 22c8 0 12 6 10 16" fill="none" stroke="{face}" stroke-width="3" stroke-linecap="round"/><circle cx="35" cy="31" r="2.600" fill="{face}"/>
"""

EYE = """
<path d="M12 38c10-16 24-24 38-24s28 8 38 24C78 54 64 62 50 62S22 54 12 38z"/>
<circle cx="50" cy="38" r="14" fill="{face}"/><circle cx="50" cy="38" r="8"/>
"""

DRAGON = """
<path d="M22 60c-4-20 6-30 20-32l-4-14 12 8 6-12 6 14c12 4 18 14 18 26l-10-6-2 10-10-8c-10 0-12 4-10 14z"/>
<circle cx="58" cy="32" r="3" fill="{face}"/>
"""

HALO = """
<ellipse cx="50" cy="14" rx="20" ry="6" fill="none" stroke="{ink}" stroke-width="4"/>
<circle cx="50" cy="32" r="10"/><path d="M26 66c2-16 12-22 24-22s22 6 24 22z"/>
"""

YIN_YANG = """
<circle cx="50" cy="38" r="27"/><path d="M50 14a24 24 0 0 1 0 48 12 12 0 0 1 0-24 12 12 0 0 0 0-24z" fill="{face}"/>
<circle cx="50" cy="26" r="4"/><circle cx="50" cy="50" r="4" fill="{face}"/>
"""

GIANT = """
<path d="M41 8h18v14h15v26h-9V34h-3v32H52V48h-4v18H38V34h-3v14h-9V22h15z"/>
<path d="M45 14h3v3h-3zM52 14h3v3h-3z" fill="{face}"/>
"""

PURSE = """
<path d="M40 10h20l-5 12c14 6 21 16 21 28 0 10-8 16-26 16s-26-6-26-16c0-12 7-22 21-28z"/>
<circle cx="50" cy="46" r="10" fill="none" stroke="{face}" stroke-width="3"/>
"""

WHEELED_TOWER = """
<path d="M32 56V26h-4V10h9v6h8v-6h10v6h8v-6h9v16h-4v30z"/><path d="M44 34h12v12H44z" fill="{face}"/>
<circle cx="34" cy="61" r="6"/><circle cx="66" cy="61" r="6"/>
"""

SPYGLASS = """
<g transform="rotate(-30 50 38)"><path d="M12 32h24v14H12zM39 29h24v20H39zM66 26h22v26H66z"/></g>
"""

HELM = """
<path d="M50 8c18 0 28 12 28 28v28H56V46H44v18H22V36C22 20 32 8 50 8z"/>
<path d="M28 36h44M50 14v22" stroke="{face}" stroke-width="4" fill="none"/>
"""

UNITS = {
    "militia": ("Mi", PITCHFORK),
    "infantry": ("In", SOLDIER),
    "archer": ("Ar", ARCHER),
    "scout": ("Sc", SPYGLASS),
    "shieldbearer": ("Sb", SHIELD),
    "slinger": ("Sl", SLING),
    "knight": ("Kn", CAVALRY),
    "spearman": ("Sp", SPEAR),
    "crossbow": ("Cr", CROSSBOW),
    "bandit": ("Ba", SPY),
    "monk": ("Mo", STAFF),
    "sapper": ("Sa", ENGINEER),
    "duelist": ("Du", SWORD),
    "heavy-cavalry": ("HC", HELM),
    "catapult": ("Ca", CATAPULT),
    "samurai": ("Sm", SAMURAI),
    "ninja": ("Ni", NINJA),
    "war-elephant": ("WE", ELEPHANT),
    "shaman": ("Sh", EYE),
    "musketeer": ("Mu", MUSKETEER),
    "siege-tower": ("ST", WHEELED_TOWER),
    "dragon-knight": ("DK", DRAGON),
    "war-saint": ("WS", HALO),
    "onmyoji": ("On", YIN_YANG),
    "colossus": ("Co", GIANT),
    "ransomer": ("Ra", PURSE),
}
"""Two letters that no other unit has, and the drawing above them."""

NATIONS = {
    "village": ("Vi", PITCHFORK),
    "abbey": ("Ab", STAFF),
    "horse-clans": ("Ho", HORSE),
    "merchant-city": ("Me", PURSE),
    "duchy": ("Du", SHIELD),
    "bandit-king": ("Bk", SPY),
    "empire": ("Em", ADVISOR),
    "shogunate": ("Sg", SAMURAI),
    "coven": ("Cv", EYE),
    "sleeping-giant": ("Gi", GIANT),
    "free-ports": ("Fp", CANNON),
    "dragon-court": ("Dc", DRAGON),
}
"""The same for the nations; a tile shows them, so that none is taken for a unit."""


def drawing(shape: str, size: float = 0.8) -> str:
    """A drawing as SVG elements, a little above the middle."""
    drawn = shape.replace("{ink}", "currentColor").replace("{face}", "var(--piece-face)")
    place = f"translate({50 - 50 * size:g} 7) scale({size:g})"
    return f'<g transform="{place}" fill="currentColor">{drawn.strip()}</g>'
