"""Write the sprites of Gunjin pieces, and its water; see README.md beside this file."""

from __future__ import annotations

from functools import partial

from gunjin_drawings import drawing
from outlines import PIECES, Outlines, svg, write_sprites

LETTERS = "GLMCKJABDPTHESXF"
NAMES = {
    "": "大将 中将 少将 大佐 中佐 少佐 大尉 中尉 少尉 飛行機 タンク 騎兵 工兵 スパイ 地雷 軍旗",
    "zh-hans": "大将 中将 少将 上校 中校 少校 上尉 中尉 少尉 飞机 坦克 骑兵 工兵 间谍 地雷 军旗",
    "zh-hant": "大將 中將 少將 上校 中校 少校 上尉 中尉 少尉 飛機 坦克 騎兵 工兵 間諜 地雷 軍旗",
}
"""What is written on the pieces: in Japanese, and where it is read otherwise."""
WATER_INK = "#2f5957"

# Five-sided, as pieces of shogi are: South's points up, North's down. The sign stays upright.
TILES = """
<symbol id="south" viewBox="0 0 100 100">
<path d="M50 5.5 82 16.5 89 98.500H11L18 16.500z" fill="var(--piece-edge,var(--piece-rim))"/>
<path d="M50 2 82 13 89 95H11L18 13z" fill="var(--piece-face)"
 stroke="var(--piece-edge,var(--piece-rim))" stroke-width="1.3"/>
<path d="M50 6.7 78.2 16.4 84.5 91H15.500L21.8 16.400z" fill="none" stroke="var(--piece-rim)" stroke-width="2.2"/>
</symbol>
<symbol id="north" viewBox="0 0 100 100">
<path d="M50 98.5 82 88.5 89 6.500H11L18 88.500z" fill="var(--piece-edge,var(--piece-rim))"/>
<path d="M50 95 82 84 89 2H11L18 84z" fill="var(--piece-face)"
 stroke="var(--piece-edge,var(--piece-rim))" stroke-width="1.3"/>
<path d="M50 91.5 78.7 81.5 85.2 5.400H14.800L21.3 81.500zM50 87.7 75.7 78.7 81.6 8.800H18.400L24.3 78.700z"
 fill="none" stroke="var(--piece-rim)" stroke-width="1.1"/>
</symbol>
"""

UNKNOWN = '<path d="M50 43.5 54.5 50 50 56.5 45.5 50z" fill-opacity=".45"/>'
"""The same small lozenge on every piece whose kind is hidden."""


def characters(outlines: Outlines, letter: str, language: str) -> str:
    """The name of a piece, written downwards."""
    text = NAMES[language].split()[LETTERS.index(letter)]
    width = 40 if len(text) == 2 else 44
    return f'<path d="{outlines.column(text, (50 - width / 2, 16, width, 66))}"/>'


def international(outlines: Outlines, letter: str) -> str:
    """Our drawing of a piece over its letter."""
    scaled = f'<g transform="translate(7.5 4) scale(.85)">{drawing(letter)}</g>'
    return f'{scaled}<path d="{outlines.tall(letter, 20, (50, 70.5))}"/>'


def water(width: int = 800, height: int = 40) -> str:
    """A strip as wide as the board: waves, and bridges of planks on the second file from each side."""
    file = width / 8
    banks = "".join(
        _waves(y, left, right)
        for y in (9, 20, 31)
        for left, right in ((0, file), (2 * file, 6 * file), (7 * file, width))
    )
    waves = (
        f'<g fill="none" stroke="{WATER_INK}" stroke-width="1.3" stroke-linecap="round">{banks}</g>'
    )
    bridges = _bridge(file * 1.5, file, height) + _bridge(file * 6.5, file, height)
    return svg(waves + bridges, f'{_sizes(width, height)} preserveAspectRatio="none"')


SPARK = (
    '<path d="M20 1 23.5 12.5 33.4 6.6 27.5 16.5 39 20 27.5 23.5 33.4 33.4 23.5 27.5 20 39 16.5 27.5'
    ' 6.6 33.4 12.5 23.5 1 20 12.5 16.5 6.6 6.6 16.5 12.500z" fill="#c4200a" stroke="#fff3dc"'
    ' stroke-width="2" stroke-linejoin="round"/>'
)
"""What marks the square of the last battle."""


def headquarters(outlines: Outlines) -> str:
    """The word for headquarters, quiet enough to stand under a piece."""
    word = (
        outlines.em("司", 34, (20, 20)),
        outlines.em("令", 34, (60, 20)),
        outlines.em("部", 34, (100, 20)),
    )
    return svg(f'<path d="{"".join(word)}" fill="#3d2208" opacity=".3"/>', _sizes(120, 40))


def _sizes(width: int, height: int) -> str:
    return f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'


def _waves(y: float, left: float, right: float) -> str:
    """Short swells along a line, with rests between them, every other line set off."""
    parts, x = [], left + (6 if y == 20 else 24)
    while x + 26 <= right - 4:
        parts.append(f"M{x:g} {y:g}q6.5-4.5 13 0t13 0")
        x += 40
    return f'<path d="{"".join(parts)}"/>'


def _bridge(middle: float, file: float, height: float) -> str:
    """Planks across, rails along, as wide as most of a square."""
    half = file * 0.34
    left, right = middle - half, middle + half
    planks = "".join(f"M{left:g} {y:g}H{right:g}" for y in range(5, int(height), 5))
    return (
        f'<rect x="{left:g}" width="{2 * half:g}" height="{height:g}" fill="#c79a5f"/>'
        f'<path d="{planks}" stroke="#6b4218" stroke-width="1"/>'
        f'<path d="M{left:g} 0v{height:g}M{right:g} 0v{height:g}" stroke="#4a2c0e" stroke-width="5"/>'
    )


def main() -> None:
    """Write the sprites, and what lies on the board: water, the headquarters' word, a spark."""
    written = {
        f"kanji.{language}".rstrip("."): partial(characters, language=language)
        for language in NAMES
    }
    outlines = write_sprites(
        "gunjin", TILES, LETTERS, unknown=UNKNOWN, **written, international=international
    )
    target = PIECES / "gunjin"
    (target / "water.svg").write_text(water(), "utf-8")
    (target / "headquarters.svg").write_text(headquarters(outlines), "utf-8")
    (target / "spark.svg").write_text(svg(SPARK, _sizes(40, 40)), "utf-8")


if __name__ == "__main__":
    main()
