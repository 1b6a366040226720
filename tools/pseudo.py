"""Make catalogues of languages that nobody speaks, in which a test sees what is not translatable.

Each sentence stands in brackets, with accents on its letters, two fifths longer: what has none on a
page is not translated, what has brackets within brackets is put together, what has one is cut.
"""

from __future__ import annotations

import re
from pathlib import Path

import polib

from tools.translations import ROOT

SOURCE = ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
"""The catalogue with the most sentences."""
OPENING, CLOSING = "⟦", "⟧"
LONGER = 0.4
LATIN = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
ARABIC = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz",
    "ابچدعفجهيجكلمنوپقرستوڤوخيز",
)
KEPT = re.compile(r"%\(\w+\)[\d.]*[a-z]|%%|\{\w*\}|<[^>]+>|&\w+;|https?://\S+|\n")
"""Placeholders, elements and addresses, which every translation has as they are."""


def accented(text: str) -> str:
    """Return *text* in Latin letters with accents, longer, in brackets."""
    return _within(_changed(text, LATIN) + "~" * _more(text))


def mirrored(text: str) -> str:
    """Return *text* in Arabic letters, longer, in brackets."""
    return _within(_changed(text.lower(), ARABIC) + "ـ" * _more(text))


HOW = {"eo": accented, "ar": mirrored}
"""By the code of a language that Django knows and this site does not show."""


def _more(text: str) -> int:
    return round(len(KEPT.sub("", text)) * LONGER)


def _changed(text: str, letters: dict[int, int]) -> str:
    kept = [*KEPT.findall(text), ""]
    parts = KEPT.split(text)
    return "".join(part.translate(letters) + keep for part, keep in zip(parts, kept, strict=True))


def _within(text: str) -> str:
    """Put *text* in brackets, what stands around its elements and lines left outside."""
    space = re.match(r"(\s*)(.*?)(\s*)\Z", text, re.DOTALL)
    assert space
    return f"{space[1]}{OPENING}{space[2]}{CLOSING}{space[3]}"


def write_catalogue(folder: Path, language: str) -> None:
    """Write the catalogue of the pseudo-language *language* below *folder*, and compile it."""
    made, change = polib.POFile(), HOW[language]
    made.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Language": language,
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for entry in polib.pofile(str(SOURCE)):
        entry.msgstr = change(entry.msgid) if not entry.msgid_plural else ""
        if entry.msgid_plural:
            entry.msgstr_plural = {0: change(entry.msgid), 1: change(entry.msgid_plural)}
        made.append(entry)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    made.save_as_mofile(str(place / "django.mo"))
