"""No single letter that looks like another makes a new name: Unicode's confusables decide."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError

from accounts.common import names
from accounts.common.lookalikes import FILE, look, skeleton
from tools import lookalikes

PLAIN = string.ascii_letters + string.digits
TWINS = [
    (letter, twin["c"])
    for letter in PLAIN
    for twin in confusables_data.get(letter, [])
    if len(twin["c"]) == 1 and unicodedata.normalize("NFKC", twin["c"]) == twin["c"]
]


def passes_for_new(name: str, other: str) -> bool:
    """Whether *name* can be registered beside *other*."""
    try:
        names.check_name(names.normalise(name))
    except ValidationError:
        return False
    return names.look_key(name) != names.look_key(other)


def test_the_oracle_knows_many_twins() -> None:
    assert len(TWINS) > 400


def test_no_twin_of_a_letter_makes_a_new_name() -> None:
    frames = ["{0}", "za{0}", "{0}{0}{0}z", "{0}{0}{0}"]
    found = [
        (letter, twin)
        for letter, twin in TWINS
        for frame in frames
        if passes_for_new(frame.format(twin) + twin, frame.format(letter) + letter)
    ]
    assert found == []


def test_small_capitals_are_their_letters() -> None:
    names_of = {chr(code): unicodedata.name(chr(code), "") for code in range(0x110000)}
    small = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
    found = {sign: match[1] for sign, name in names_of.items() if (match := small.fullmatch(name))}
    assert len(found) > 20
    assert [sign for sign, letter in found.items() if look(sign) != look(letter.lower())] == []


def test_the_table_is_what_its_tool_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == lookalikes.table()


def test_letters_that_differ_stay_apart() -> None:
    """But o and 0, and I, l and 1."""
    small = string.ascii_lowercase + "23456789"
    assert len({skeleton(sign) for sign in small}) == len(small)
    assert skeleton("0") == skeleton("O") == "o"
    assert skeleton("I") == skeleton("1") == "l"


@pytest.mark.parametrize(
    ("one", "other"), [("Анна", "Ваня"), ("さくら", "さくろ"), ("太郎", "大郎"), ("Ωmega", "Omega")]
)
def test_names_that_differ_to_a_reader_stay_apart(one: str, other: str) -> None:
    assert names.look_key(one) != names.look_key(other)
