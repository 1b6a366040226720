"""Write what boards are drawn on: straight wood grain, Xiongqi's river, the stamps of a result.

The grain is dark lines of little opacity, so that it works on any colour of wood; the stamps
are drawn in `currentColor`. The high-contrast theme shows neither grain nor river.
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

from outlines import Outlines

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
PIECES = Path(__file__).parents[2] / "static" / "pieces"
WATER_INK = "#2f5957"
STAMPS = {"won": "勝", "lost": "負", "drawn": "和", "over": "終"}


def grain(width: int = 640, height: int = 640) -> str:
    """Quarter-sawn wood: nearly straight growth rings, close and wide by turns."""
    chance = random.Random("hinoki")  # noqa: S311 (a drawing)
    lines, x = [], 0.0
    while x < width:
        x += 3.2 + 5.5 * (1 + math.sin(x / 57)) / 2 + chance.uniform(-1.2, 1.2)
        lines.append(_ring(x, height, chance))
    body = "".join(lines)
    return _svg(f"0 0 {width} {height}", f'<g fill="none" stroke="#3d2208">{body}</g>')


def _ring(x: float, height: int, chance: random.Random) -> str:
    bends = [x + chance.uniform(-1.6, 1.6) for _ in range(4)]
    step = height / 3
    path = f"M{bends[0]:.1f} 0C{bends[1]:.1f} {step:.0f} {bends[2]:.1f} {2 * step:.0f} {bends[3]:.1f} {height}"
    opacity, thickness = chance.uniform(0.04, 0.15), chance.choice((0.6, 0.8, 1, 1.6, 2.4))
    return f'<path d="{path}" stroke-width="{thickness}" opacity="{opacity:.2f}"/>'


def river(outlines: Outlines, width: int = 800, height: int = 30) -> str:
    """A strip as wide as the board: waves in three lines, and the word for river in them."""
    gap = 34
    waves = "".join(
        _wave(y, start, end, shift)
        for y, shift in ((7, 0), (15, 12), (23, 24))
        for start, end in ((0, width / 2 - gap), (width / 2 + gap, width))
    )
    word = f'<path fill="{WATER_INK}" d="{outlines.em("河", 27, (width / 2, height / 2))}"/>'
    lines = (
        f'<g fill="none" stroke="{WATER_INK}" stroke-width="1.2" stroke-linecap="round">{waves}</g>'
    )
    return _svg(f"0 0 {width} {height}", lines + word)


def _wave(y: float, start: float, end: float, shift: float) -> str:
    """Short swells along a line, with rests between them."""
    parts, x = [], start + 8 + shift
    while x + 26 <= end - 6:
        parts.append(f"M{x:g} {y}q6.5-4.5 13 0t13 0")
        x += 40
    return f'<path d="{"".join(parts)}"/>'


def stamps(outlines: Outlines) -> str:
    """Round seals, one for each way a match can end."""
    ring = '<circle cx="50" cy="50" r="45" fill="none" stroke="currentColor" stroke-width="5"/>'
    return _svg(
        "",
        "".join(
            f'<symbol id="{name}" viewBox="0 0 100 100">{ring}'
            f'<path fill="currentColor" d="{outlines.em(sign, 60, (50, 50))}"/></symbol>'
            for name, sign in STAMPS.items()
        ),
    )


def _svg(box: str, body: str) -> str:
    view = f' viewBox="{box}"' if box else ""
    sizes = ""
    if box:
        _x, _y, width, height = box.split()
        sizes = f' width="{width}" height="{height}" preserveAspectRatio="none"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{view}{sizes}>{body}</svg>\n'


def main() -> None:
    """Write board/grain.svg, board/stamps.svg and xiongqi/river.svg."""
    outlines = Outlines(Path(sys.argv[1]) if len(sys.argv) > 1 else FONT)
    (PIECES / "board").mkdir(parents=True, exist_ok=True)
    for path, text in (
        ("board/grain.svg", grain()),
        ("board/stamps.svg", stamps(outlines)),
        ("xiongqi/river.svg", river(outlines)),
    ):
        (PIECES / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
