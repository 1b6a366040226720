"""Write the two sprites of Nation: signs as text, in the typeface of whatever page shows them.

The content names its own units and nations, so the signs are made from it; nothing is drawn by
hand, and no font is needed to write them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

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
    kanji = _signs(UNITS, "u") | _signs(NPCS, "n") | _signs(FAMILIES, "f") | _signs(ACTIONS, "a")
    letters = (
        {f"u-{one.id}": _short(one.name.en) for one in book.units.values()}
        | {f"n-{one.id}": _short(one.name.en.removeprefix("The ")) for one in book.npcs.values()}
        | {f"f-{name}": LETTERS[name] for name in FAMILIES}
        | {f"a-{name}": LETTERS[name] for name in ACTIONS}
    )
    (TARGET / "kanji.svg").write_text(_sprite(kanji), encoding="utf-8")
    (TARGET / "international.svg").write_text(_sprite(letters), encoding="utf-8")


def _signs(signs: dict[str, str], prefix: str) -> dict[str, str]:
    return {f"{prefix}-{name}": sign for name, sign in signs.items()}


def _short(name: str) -> str:
    """Two letters: the initials, or how the one word begins."""
    words = name.split()
    return words[0][0] + words[1][0].upper() if len(words) > 1 else name[:2]


def _sprite(signs: dict[str, str]) -> str:
    discs = [_symbol("player", ROUND), *(_symbol(f"rival-{seat}", TILE) for seat in range(1, 5))]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        + "\n".join([*discs, *(_symbol(name, _text(sign)) for name, sign in signs.items())])
        + "</svg>\n"
    )


def _symbol(name: str, shape: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 100">{shape}</symbol>'


def _text(sign: str) -> str:
    size = 46 if len(sign) == 1 else 36
    return (
        f'<text x="50" y="{50 + size * 0.36:g}" text-anchor="middle" font-size="{size}"'
        f' font-weight="700" fill="currentColor">{escape(sign)}</text>'
    )


if __name__ == "__main__":
    main()
