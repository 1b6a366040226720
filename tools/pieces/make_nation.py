"""Write the two sprites of Nation: kanji, and our drawings over two letters.

Text is in the typeface of whatever page shows it, so that no font is needed to write them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import nation_drawings  # noqa: E402

from engines.nation.almanac import almanac  # noqa: E402

TARGET = ROOT / "static" / "pieces" / "nation"

ROUND = (
    '<circle cx="50" cy="50" r="47" fill="var(--piece-face)" stroke="var(--piece-edge)"'
    ' stroke-width="2"/><circle cx="50" cy="50" r="41" fill="none" stroke="var(--piece-rim)"'
    ' stroke-width="2.500"/>'
)
TILE = (
    '<path d="M50 3 90 20v48L50 97 10 68V20z" fill="var(--piece-face)" stroke="var(--piece-edge)"'
    ' stroke-width="2"/><path d="M50 10 84 24v41L50 89 16 65V24z" fill="none"'
    ' stroke="var(--piece-rim)" stroke-width="2"/>'
)

UNITS = {
    "militia": "民", "infantry": "歩", "archer": "弓", "scout": "斥", "shieldbearer": "盾",
    "slinger": "礫", "knight": "騎", "spearman": "槍", "crossbow": "弩", "bandit": "盗",
    "monk": "僧", "sapper": "工", "duelist": "剣", "heavy-cavalry": "重", "catapult": "砲",
    "samurai": "侍", "ninja": "忍", "war-elephant": "象", "shaman": "呪", "musketeer": "銃",
    "siege-tower": "塔", "dragon-knight": "竜", "war-saint": "聖", "onmyoji": "陰",
    "colossus": "巨", "ransomer": "質",
}  # fmt: skip
NPCS = {
    "village": "村", "abbey": "寺", "horse-clans": "馬", "merchant-city": "商", "duchy": "公",
    "bandit-king": "賊", "empire": "帝", "shogunate": "幕", "coven": "呪",
    "sleeping-giant": "眠", "free-ports": "港", "dragon-court": "龍",
}  # fmt: skip
FAMILIES = {"economy": "財", "levy": "募", "drill": "練", "intrigue": "謀", "rite": "儀"}
ACTIONS = {"battle": "戦", "train": "訓", "special": "特", "swap": "替", "gone": "退"}
LETTERS = {
    "economy": "¤", "levy": "+", "drill": "↑", "intrigue": "?", "rite": "*",
    "battle": "×", "train": "▲", "special": "!", "swap": "⇄", "gone": "–",
}  # fmt: skip


def main() -> None:
    """Write ``kanji.svg`` and ``international.svg``."""
    TARGET.mkdir(parents=True, exist_ok=True)
    book = almanac()
    assert set(UNITS) == set(book.units), set(UNITS) ^ set(book.units)
    assert set(NPCS) == set(book.npcs), set(NPCS) ^ set(book.npcs)
    for drawn in (nation_drawings.UNITS, nation_drawings.NATIONS):
        assert len({letters for letters, _shape in drawn.values()}) == len(drawn)
    kanji = _signs(UNITS, "u") | _signs(NPCS, "n") | _signs(FAMILIES, "f") | _signs(ACTIONS, "a")
    drawn = {f"u-{name}": _drawn(*one) for name, one in nation_drawings.UNITS.items()}
    drawn |= {f"n-{name}": _drawn(*one, size=0.68) for name, one in nation_drawings.NATIONS.items()}
    letters = {name: _text(LETTERS[name[2:]]) for name in kanji if name not in drawn}
    written = {name: _text(sign) for name, sign in kanji.items()}
    (TARGET / "kanji.svg").write_text(_sprite(written), encoding="utf-8")
    (TARGET / "international.svg").write_text(_sprite(drawn | letters), encoding="utf-8")


def _signs(signs: dict[str, str], prefix: str) -> dict[str, str]:
    return {f"{prefix}-{name}": sign for name, sign in signs.items()}


def _drawn(letters: str, shape: str, size: float = 0.8) -> str:
    """A drawing over two letters."""
    return nation_drawings.drawing(shape, size) + _text(letters, 19, round(12 + 80 * size))


def _sprite(signs: dict[str, str]) -> str:
    discs = [_symbol("player", ROUND), *(_symbol(f"rival-{seat}", TILE) for seat in range(1, 5))]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        + "\n".join([*discs, *(_symbol(name, shape) for name, shape in signs.items())])
        + "</svg>\n"
    )


def _symbol(name: str, shape: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 100">{shape}</symbol>'


def _text(sign: str, size: int = 46, middle: int = 50) -> str:
    return (
        f'<text x="50" y="{middle + size * 0.36:g}" text-anchor="middle" font-size="{size}"'
        f' font-weight="700" fill="currentColor">{escape(sign)}</text>'
    )


if __name__ == "__main__":
    main()
