"""Which letters a reader takes for others.

Most of it is Unicode's (UTS #39), made into a table by tools/lookalikes.py.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent.parent / "data" / "lookalikes.txt"

OWN = {
    # what we know besides; capitals matter: В looks like B, в does not
    "a": "ΑАɑαа",
    "b": "ΒВЬƄ",
    "c": "Сс",
    "d": "ԁժ",
    "e": "ΕЕеҽ",
    "f": "Ϝքẝ",
    "g": "Ԍƍɡց",
    "h": "ΗНհһ",
    "i": "ıɩɪιіӏ",
    "j": "ͿЈϳј",
    "k": "ΚКκк",
    "l": "1IƖΙІӀǀլ",
    "m": "ΜМϺм",
    "n": "Νոռпղ",
    "o": "0ΟОՕοоօσᴏᴑ",
    "p": "ΡРρр",
    "q": "ԛգզ",
    "r": "Ʀгᴦ",
    "s": "ЅՏƽѕ",
    "t": "ΤТтτ",
    "u": "Սʋυսᴜ",
    "v": "Ѵνѵᴠ",
    "w": "Ԝɯѡԝաᴡω",
    "x": "ΧХχх",
    "y": "ΥУҮɣʏγуүყᶌỿ",
    "z": "Ζᴢ",
    # kana and kanji
    "一": "ー",
    "二": "ニ",
    "八": "ハ",
    "力": "カ",
    "卜": "ト",
    "口": "ロ",
    "夕": "タ",
    "工": "エ",
    "千": "チ",
    "へ": "ヘ",
    "べ": "ベ",
    "ぺ": "ペ",
    "り": "リ",
}
_SEPARATORS = dict.fromkeys(map(ord, "_. ・"), "-")  # all that may stand between parts of a name
_ACCENTS = re.compile("[\u0300-\u036f]")  # not what stands on kana or the letters of India
_PAIRS = (("rn", "m"), ("vv", "w"))


@cache
def _table() -> dict[int, str]:
    """Each sign that has a better-known twin, and that twin (or the letters it looks like)."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = (line.split(" ") for line in lines if not line.startswith("#"))
    return {ord(twin): root for root, twins in rows for twin in twins} | _SEPARATORS


def _bare(text: str) -> str:
    """Return the text in NFKC without accents."""
    apart = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", apart))


def skeleton(text: str) -> str:
    """Return what texts share that look alike to a reader. Not for display."""
    shown = _bare(text).translate(_table()).casefold()
    plain = _bare(shown).translate(_table())
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain.casefold()


def look(text: str) -> str:
    """Return the skeleton without separators, in which i, l and 1 are one letter."""
    return skeleton(text).replace("-", "").replace("i", "l")


def suspect(text: str) -> str:
    """Return the look as the wary see it: small letters and capitals are the same."""
    return look(text.casefold())
