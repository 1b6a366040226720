"""Names: how they are written, when two of them are the same, and which are refused."""

from __future__ import annotations

import hashlib
import string
import unicodedata
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.common.lookalikes import look
from accounts.common.reserved_names import is_reserved

MIN_LENGTH = 2
MAX_LENGTH = 20
SEPARATORS = "-_. ・"
PROGRAM_MARK = " [bot]"
"""How the name of every bot account ends, and no other: nobody can register these signs."""

_AROUND = (
    string.whitespace
    + "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + ("".join(map(chr, range(0x2000, 0x2010))) + "\u2060\ufeff")
)
"""Blanks, and signs nobody sees (zero width, direction, byte order), as they are pasted along."""

_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})
# Letters that may stand together; any other alphabet stands alone.
_FAMILIES = (
    _EAST_ASIAN | {"LATIN"},
    frozenset({"CJK", "HANGUL", "LATIN"}),
    frozenset({"CJK", "BOPOMOFO", "LATIN"}),
)
_ALPHABETS = _EAST_ASIAN | {
    *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC"),
    *("GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "KANNADA", "KHMER"),
    *("LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU"),
    *("THAANA", "THAI", "TIBETAN"),
}
_MOST_MARKS_IN_A_ROW = 2

TAKEN = _("This name is taken, or too similar to another name.")


def normalise(text: str) -> str:
    """The name or address as it is shown: NFKC, blanks and unseen signs around it dropped."""
    return unicodedata.normalize("NFKC", text).strip(_AROUND)


def marked(name: str) -> str:
    """Return what a bot account is called that had this name before."""
    return name + PROGRAM_MARK


def is_marked(name: str) -> bool:
    """Return whether a bot account is called so."""
    return name.endswith(PROGRAM_MARK)


def name_key(name: str) -> str:
    """Return what all spellings of one name share: case, width and composition do not matter."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).strip(_AROUND)


def look_key(name: str) -> str:
    """Return what names share that a reader could take for one another."""
    return look(normalise(name))


def look_digest(name: str) -> str:
    """Return the look of *name* as a digest, by which a name that was given up is known again.

    Without the site's secret key, as it has to outlive that: whoever guesses a name learns no
    more from the digest than from signing up, where anybody reads that the name is taken.
    """
    bare = name.removesuffix(PROGRAM_MARK)
    return hashlib.sha256(f"accounts.given_up_names:{look_key(bare)}".encode()).hexdigest()


def check_name(name: str) -> None:
    """Raises ValidationError with one sentence unless the normalised *name* may be registered."""
    check_signs(name)
    check_length(name)
    check_separators(name)
    check_alphabets(name)
    if is_reserved(name):
        raise ValidationError(_("This name cannot be used. Choose another one."), "name_reserved")


def check_length(name: str) -> None:
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters; this one has %(length)d."),
            "name_length",
            {"least": MIN_LENGTH, "most": MAX_LENGTH, "length": len(name)},
        )


def check_signs(name: str) -> None:
    marks = _MOST_MARKS_IN_A_ROW  # none may come first
    for sign in name:
        kind = unicodedata.category(sign)
        is_mark = kind in ("Mn", "Mc")
        marks = marks + 1 if is_mark else 0
        plain = kind in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd") or sign in SEPARATORS
        if not plain and (not is_mark or marks > _MOST_MARKS_IN_A_ROW):
            raise ValidationError(
                _(
                    "A name is made of letters and digits; between them a hyphen, a dot, "
                    "an underline or a single space."
                ),
                "name_signs",
            )


def check_separators(name: str) -> None:
    doubled = any(a in SEPARATORS and b in SEPARATORS for a, b in pairwise(name))
    if doubled or name[0] in SEPARATORS or name[-1] in SEPARATORS:
        raise ValidationError(
            _("A name starts and ends with a letter or digit, without two symbols in a row."),
            "name_separators",
        )


def check_alphabets(name: str) -> None:
    """Letters of one alphabet (or of those written together) so that none passes for another."""
    found = {alphabet_of(sign) for sign in name if unicodedata.category(sign).startswith("L")}
    if not found:
        raise ValidationError(_("A name needs at least one letter."), "name_letterless")
    if not found <= _ALPHABETS:
        raise ValidationError(
            _("This name uses letters that are not in use today."), "name_alphabet"
        )
    if len(found) > 1 and not any(found <= family for family in _FAMILIES):
        raise ValidationError(
            _(
                "Use letters of one alphabet only. Letters of different alphabets can look "
                "the same."
            ),
            "name_mixed",
        )


def alphabet_of(sign: str) -> str:
    """Return the first word of the character's Unicode name, which names its script."""
    return unicodedata.name(sign, "?").split()[0]
