"""Is every sentence of the site translated, and no other? `python -m tools.translations`

Pure Python: a fresh machine has no GNU gettext. `make messages` gathers new sentences with it.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import polib
from django.utils.translation.template import templatize

from engines.nation.almanac import almanac
from engines.nation.content_types import Words
from engines.nation.library import NEWEST, shipped

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ja", "zh_Hans", "zh_Hant")
WITH_CONTENT = ("zh_Hans", "zh_Hant")
"""Languages whose catalogues have the texts of lessons and of Nation as well: these say themselves
what they are in English and in Japanese alone."""
SOURCES = ("accounts", "config", "engines", "games")
PLACES = [ROOT / "locale" / language / "LC_MESSAGES" / "django.po" for language in LANGUAGES]

WIDE = r"[\u3041-\u30ff\u4e00-\u9fff]"
NARROW = re.compile(rf"{WIDE}\s?[:;,!?]|\([^()]*{WIDE}|{WIDE}[^()]*\)")
"""Punctuation of half width in Japanese or Chinese, whose own is as wide as their letters."""

MAPS = 60
"""So many maps of skirmishes have all that can happen in one."""
SEEDED = re.compile(r"(Skirmish|Challenge of) ")
"""Names with a seed or a date in them (`games.boards.nation.words.stage_name`)."""

Message = tuple[str, str]  # context ("" for none) and msgid

PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
LITERAL = r"u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
CALL = re.compile(rf"\b(_|gettext|ngettext)\({LITERAL}")
CALL_IN_CONTEXT = re.compile(rf"\b(pgettext|npgettext)\({LITERAL}, ?{LITERAL}")


def used() -> dict[Message, str]:
    """Every sentence in code and templates, with one place where it is used."""
    found: dict[Message, str] = {}
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found |= dict.fromkeys(in_code(path.read_text()), str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            found |= dict.fromkeys(in_template(path.read_text()), str(path.relative_to(ROOT)))
    return found


def content() -> dict[Message, str]:
    """Every text of lessons and of Nation, with the folder it is from."""
    found: dict[Message, str] = {}
    for path in sorted((ROOT / "games" / "boards").glob("*/lessons/*.toml")):
        lesson = tomllib.loads(path.read_text())
        found |= {("", text): str(path.relative_to(ROOT)) for text in _english(lesson)}
    for version in range(1, NEWEST + 1):
        book = almanac(version)
        made = [book.stages[f"skirmish-3-40-even-fair-{number}"] for number in range(MAPS)]
        texts_in = {*_english(shipped(version)), *_english(book), *_english([*made])}
        found |= {("", text): f"engines/nation/content/v{version}" for text in texts_in}
    return {message: place for message, place in found.items() if not SEEDED.match(message[1])}


def _english(value: object) -> Iterator[str]:
    """The English of every text in both languages within *value*."""
    if isinstance(value, Words):
        yield value.en
    elif isinstance(value, Mapping) and {*value} == {"en", "ja"}:
        yield value["en"]
    elif isinstance(value, Mapping):
        yield from _english([*value.values()])
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _english(one)
    elif is_dataclass(value):
        yield from _english([getattr(value, entry.name) for entry in fields(value)])


def texts() -> set[str]:
    """Every text in code: some of them are translated under another name than their own."""
    modules = (path for folder in SOURCES for path in (ROOT / folder).rglob("*.py"))
    nodes = (node for path in modules for node in ast.walk(ast.parse(path.read_text())))
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def in_code(source: str) -> Iterator[Message]:
    """The sentences of a Python module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Iterator[Message]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    if name in PLAIN and texts and isinstance(texts[0], str):
        yield "", texts[0]
    elif name in IN_CONTEXT and len(texts) >= 2:
        yield str(texts[0]), str(texts[1])


def in_template(source: str) -> Iterator[Message]:
    """The sentences of a template."""
    code = templatize(source)
    for match in CALL.finditer(code):
        yield "", ast.literal_eval(match[2])
    for match in CALL_IN_CONTEXT.finditer(code):
        yield ast.literal_eval(match[2]), ast.literal_eval(match[3])


def check(path: Path) -> list[str]:
    """What is wrong with the catalogue *path*, a line each."""
    if not path.exists():
        return [f"{path.relative_to(ROOT)} is missing; `make messages` begins it"]
    catalogue = polib.pofile(str(path))
    done = {
        (entry.msgctxt or "", entry.msgid)
        for entry in catalogue
        if entry.translated() and not entry.obsolete
    }
    needed, written = used(), texts()
    if path.parent.parent.name in WITH_CONTENT:
        needed |= content()
    faults = [
        f"{path.relative_to(ROOT)}: not translated: {msgid!r} ({place})"
        for (context, msgid), place in needed.items()
        if msgid and (context, msgid) not in done
    ]
    faults += [
        f"{path.relative_to(ROOT)}: used nowhere: {msgid!r}"
        for context, msgid in done
        if (context, msgid) not in needed and msgid not in written
    ]
    times = Counter((entry.msgctxt or "", entry.msgid) for entry in catalogue if not entry.obsolete)
    faults += [  # `make messages` refuses such a catalogue
        f"{path.relative_to(ROOT)}: stands {count} times: {msgid!r}"
        for (_context, msgid), count in times.items()
        if count > 1
    ]
    faults += [
        f"{path.relative_to(ROOT)}: punctuation of half width: {text!r}"
        for entry in catalogue
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if NARROW.search(text)
    ]
    return faults


def main() -> int:
    """Prints what is missing; the exit status."""
    faults = [fault for path in PLACES for fault in check(path)]
    print("\n".join(faults) or f"{len(used())} sentences, all translated")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
