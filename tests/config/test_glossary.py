"""One word, one meaning: the catalogues say of a term what docs/glossary.md says."""

from __future__ import annotations

import re

import polib
import pytest

from tools.translations import LANGUAGES, PLACES, ROOT

ROW = re.compile(r"\| ([^|(]+?)(?: \(([^)]+)\))? \| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
TERMS = ROW.findall((ROOT / "docs" / "glossary.md").read_text())[1:]


@pytest.mark.parametrize(("language", "place"), [*zip(LANGUAGES, PLACES, strict=True)])
def test_terms_are_translated_as_the_glossary_has_them(language: str, place: object) -> None:
    said = {(one.msgctxt or "", one.msgid): one.msgstr for one in polib.pofile(str(place))}
    column = 2 + LANGUAGES.index(language)
    assert len(TERMS) > 50
    assert {row[:2]: said.get((row[1], row[0])) for row in TERMS} == {
        row[:2]: row[column] for row in TERMS
    }
