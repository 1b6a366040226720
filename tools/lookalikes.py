"""Makes accounts/data/lookalikes.txt from Unicode's confusables: `python -m tools.lookalikes`

Unicode's data (UTS #39) come with the package confusable-homoglyphs. What looks like one sign
looks like its twins: classes are closed, over the data and over what we know besides.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

from accounts.common.lookalikes import FILE, OWN

KINDS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")
"""What a name may be made of."""

HEAD = """\
# Made by tools/lookalikes.py; do not edit. A sign, and the signs that look like it to a reader.
# From Unicode's confusables (UTS #39); Copyright Unicode, Inc., https://www.unicode.org/license.txt
"""


def may_be_in_a_name(sign: str) -> bool:
    """Whether *sign* is left as it is by NFKC, and is of a kind that names are made of."""
    stable = len(sign) == 1 and unicodedata.normalize("NFKC", sign) == sign
    return stable and unicodedata.category(sign) in KINDS


class Classes:
    """Signs that look alike, joined pair by pair."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def root(self, sign: str) -> str:
        """The sign that stands for the class of *sign*."""
        while (parent := self._parents.setdefault(sign, sign)) != sign:
            sign = parent
        return sign

    def join(self, one: str, other: str) -> None:
        """They look alike. The root is the one a Latin reader knows best."""
        first, second = sorted((self.root(one), self.root(other)), key=familiarity)
        self._parents[second] = first

    def rows(self) -> dict[str, str]:
        """Each root and its twins, in order."""
        found: dict[str, list[str]] = {}
        for sign in sorted(self._parents):
            if (root := self.root(sign)) != sign:
                found.setdefault(root, []).append(sign)
        return {root: "".join(twins) for root, twins in sorted(found.items())}


def familiarity(sign: str) -> tuple[bool, bool, bool, str]:
    """Sorts ASCII first, letters before digits, small letters before capitals."""
    return not sign.isascii(), sign.isdigit(), sign.isupper(), sign


LATIN = re.compile(
    r"LATIN (?:LETTER SMALL CAPITAL ([A-Z])|(?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .+)"
)


def drawn_on() -> Iterator[tuple[str, str]]:
    """Latin letters, and the signs that are that letter with a stroke or a hook, or made small."""
    for sign in map(chr, range(sys.maxunicode + 1)):
        named = LATIN.fullmatch(unicodedata.name(sign, ""))
        if named and unicodedata.normalize("NFKD", sign) == sign:
            yield (named[1] or named[2]).lower(), sign


def pairs() -> Iterator[tuple[str, str]]:
    """Single signs that look alike."""
    for sign, twins in confusables_data.items():
        for twin in twins:
            if may_be_in_a_name(sign) and may_be_in_a_name(twin["c"]):
                yield sign, twin["c"]
    for letter, own in OWN.items():
        yield from ((letter, twin) for twin in own if len(letter) == 1)


def ligatures() -> Iterator[tuple[str, str]]:
    """Texts of ASCII letters, and the single sign that looks like each."""
    for sign, twins in confusables_data.items():
        for twin in twins:
            text = twin["c"]
            plain = text.isascii() and text.isalnum() and len(text) > 1
            if plain and may_be_in_a_name(sign) and not sign.isascii():
                yield text, sign


def table() -> str:
    """The text of the file."""
    classes = Classes()
    for one, other in pairs():
        classes.join(one, other)
    for letter, sign in drawn_on():
        if not classes.root(sign).isascii():
            classes.join(letter, sign)
    rows = classes.rows()
    taken = {twin for twins in rows.values() for twin in twins} | set(rows)
    for text, sign in sorted(ligatures()):
        if sign not in taken:
            rows[text] = rows.get(text, "") + sign
            taken.add(sign)
    return HEAD + "".join(f"{root} {twins}\n" for root, twins in sorted(rows.items()))


if __name__ == "__main__":
    Path(FILE).write_text(table(), encoding="utf-8")
