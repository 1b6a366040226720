"""What the catalogues say to translators: where a sentence is seen, and what its placeholders are.

`python -m tools.translations` writes it above each entry, as gettext's tools and Weblate show it:
`#:` names files, `#.` says where in the site that is, and what stands where a placeholder is.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import polib

TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
SEEN: dict[str, str] = TABLES["seen"]
PLACEHOLDERS: dict[str, str] = TABLES["placeholders"]
NAMED = re.compile(r"%\((\w+)\)|(?<![%{])\{(\w+)\}")
UNNAMED = re.compile(r"%[a-z]|\{\}")
FEW_WORDS = 3
"""A sentence that is no longer is ambiguous without its place."""

Message = tuple[str, str]  # context ("" for none) and msgid
Places = dict[Message, str]
"""Where sentences are used: files, with spaces between them."""


def placeholders(text: str) -> set[str]:
    """The names of the placeholders in *text*."""
    return {printed or braced for printed, braced in NAMED.findall(text)}


def commented(text: str, places: Places) -> str:
    """Return the catalogue *text* with the comments that belong above its entries."""
    header, *blocks = _blocks(text)
    entries = [entry for entry in polib.pofile(text) if not entry.obsolete]
    written = [
        _block(block, entry, places.get((entry.msgctxt or "", entry.msgid), ""))
        for block, entry in zip(blocks, entries, strict=True)
    ]
    return "\n\n".join([header, *written]) + "\n"


def _blocks(text: str) -> list[str]:
    """The entries of a catalogue as text: one ends with what it is translated by."""
    blocks: list[list[str]] = [[]]
    for line in filter(None, text.splitlines()):
        is_done = any(one.startswith("msgstr") for one in blocks[-1])
        if is_done and line.startswith(("#", "msgctxt", "msgid")):
            blocks.append([])
        blocks[-1].append(line)
    return ["\n".join(block) for block in blocks]


def _block(block: str, entry: polib.POEntry, places: str) -> str:
    kept = [line for line in block.splitlines() if not line.startswith(("#.", "#:"))]
    own = sum(line.startswith("# ") for line in kept)  # what a translator noted stands first
    said = [f"#. {line}" for line in explained(entry, places)]
    return "\n".join([*kept[:own], *said, *([f"#: {places}"] if places else []), *kept[own:]])


def explained(entry: polib.POEntry, places: str) -> list[str]:
    """Return what a translator has to know of *entry* besides its words, a line each."""
    names = sorted(placeholders(entry.msgid + entry.msgid_plural))
    lines = [f"{name}: {PLACEHOLDERS.get(name, '?')}" for name in names]
    if names or entry.msgctxt or len(entry.msgid.split()) <= FEW_WORDS:
        seen = dict.fromkeys(map(where_seen, places.split()))
        lines = [f"Seen: {'; '.join(seen)}", *lines] if seen else lines
    return lines


def where_seen(place: str) -> str:
    """Return where in the site the sentences of the file *place* are seen."""
    return SEEN[max((start for start in SEEN if place.startswith(start)), key=len)]


def faults_of(entry: polib.POEntry, forms: int) -> list[str]:
    """Return what is wrong with the placeholders and the *forms* of number of *entry*."""
    sources = [entry.msgid, *([entry.msgid_plural] if entry.msgid_plural else [])]
    texts = [*entry.msgstr_plural.values()] if entry.msgid_plural else [entry.msgstr]
    allowed = [placeholders(source) for source in sources]
    faults = [
        f"placeholder without a name in {source!r}"
        for source in sources
        if "python-format" in entry.flags and UNNAMED.search(source.replace("%%", ""))
    ]
    faults += [
        f"placeholder {name!r} is not in tools/comments.toml ({entry.msgid!r})"
        for name in sorted(set().union(*allowed) - {*PLACEHOLDERS})
    ]
    faults += [
        f"other placeholders than in English: {text!r}"
        for text in texts
        if text and placeholders(text) not in allowed
    ]
    if entry.msgid_plural and len(texts) != forms:
        faults.append(f"{len(texts)} forms of number instead of {forms}: {entry.msgid!r}")
    return faults
