"""Which letters a reader takes for others (after Unicode's confusables data, UTS #39)."""

from __future__ import annotations

import unicodedata

# Latin letter: what looks like it, as displayed. Capitals matter: В looks like B, в does not.
_TWINS = {
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
    "l": "1IƖΙІӀ|ǀլ",
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
    "ae": "Ӕӕ",
    "oe": "ꝏ",
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
    # all that may stand between the parts of a name
    "-": "_. ・",
}
_TABLE = {ord(twin): letter for letter, twins in _TWINS.items() for twin in twins}
_PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(text: str) -> str:
    """What texts share that look alike to a reader. Not for display."""
    latin = unicodedata.normalize("NFKC", text).translate(_TABLE).casefold()
    plain = unicodedata.normalize("NFKC", latin.replace("i\u0307", "i"))
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain


def suspect(text: str) -> str:
    """The skeleton as the wary see it: no separators, and i, l and 1 are one letter."""
    return skeleton(text.casefold()).replace("-", "").replace("i", "l")
