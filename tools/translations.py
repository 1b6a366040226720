"""Is every sentence of the site translated, and no other? `python -m tools.translations`

Comments for translators are written into the catalogues first (`tools.comments`). Pure Python: a
fresh machine has no GNU gettext. `make messages` gathers new sentences with it.
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
from tools.comments import Message, Places, commented, faults_of

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ja", "zh_Hans", "zh_Hant")
BY_HAND = 2
"""So many of them, the first: the rest is made of those (`tools.traditional`), comments and all."""
WITH_CONTENT = ("zh_Hans", "zh_Hant")
"""Languages whose catalogues have the texts of lessons and of Nation as well: these say themselves
what they are in English and in Japanese alone."""
SOURCES = ("accounts", "config", "engines", "games")
PLACES = [ROOT / "locale" / language / "LC_MESSAGES" / "django.po" for language in LANGUAGES]

WIDE = r"[\u3041-\u30ff\u4e00-\u9fff]"
NARROW = re.compile(rf"{WIDE}\s?[:;,!?]|\([^()]*{WIDE}|{WIDE}[^()]*\)")
"""Punctuation of half width in Japanese or Chinese, whose own is as wide as their letters."""

NAMED_FILES = 3
"""So many of the files where a sentence is used are named to translators."""
MAPS = 60
"""So many maps of skirmishes have all that can happen in one."""
SEEDED = re.compile(r"(Skirmish|Challenge of) ")
"""Names with a seed or a date in them (`games.boards.nation.words.stage_name`)."""

PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
LITERAL = r"u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
CALL = re.compile(rf"\b(_|gettext|ngettext)\({LITERAL}")
CALL_IN_CONTEXT = re.compile(rf"\b(pgettext|npgettext)\({LITERAL}, ?{LITERAL}")


def used() -> Places:
    """Every sentence in code and templates, with the first files in which it is used."""
    found: dict[Message, list[str]] = {}
    for path in _modules():
        for message in dict.fromkeys(in_code(path.read_text())):
            found.setdefault(message, []).append(str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            for message in dict.fromkeys(in_template(path.read_text())):
                found.setdefault(message, []).append(str(path.relative_to(ROOT)))
    return {message: " ".join(places[:NAMED_FILES]) for message, places in found.items()}


def _modules() -> Iterator[Path]:
    for folder in SOURCES:
        yield from sorted((ROOT / folder).rglob("*.py"))


def content() -> Places:
    """Every text of lessons and of Nation, with the folder it is from."""
    found: Places = {}
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


def texts() -> Places:
    """Every text in code: some of them are translated under another name than their own."""
    return {
        ("", node.value): str(path.relative_to(ROOT))
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text()))
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


def check(path: Path, needed: Places, written: Places) -> list[str]:
    """What is wrong with the catalogue *path* of the sentences *needed*, a line each.

    It may have what is *written* in code as well.
    """
    if not path.exists():
        return [f"{path.relative_to(ROOT)} is missing; `make messages` begins it"]
    catalogue = polib.pofile(str(path))
    done = {
        (entry.msgctxt or "", entry.msgid)
        for entry in catalogue
        if entry.translated() and not entry.obsolete
    }
    faults = [
        f"{path.relative_to(ROOT)}: not translated: {msgid!r} ({place})"
        for (context, msgid), place in needed.items()
        if msgid and (context, msgid) not in done
    ]
    faults += [
        f"{path.relative_to(ROOT)}: used nowhere: {msgid!r}"
        for context, msgid in done
        if (context, msgid) not in needed and ("", msgid) not in written
    ]
    times = Counter((entry.msgctxt or "", entry.msgid) for entry in catalogue if not entry.obsolete)
    faults += [  # `make messages` refuses such a catalogue
        f"{path.relative_to(ROOT)}: stands {count} times: {msgid!r}"
        for (_context, msgid), count in times.items()
        if count > 1
    ]
    faults += [
        f"{path.relative_to(ROOT)}: {fault}"
        for entry in catalogue
        if not entry.obsolete
        for fault in faults_of(entry, forms=1)  # as Japanese and Chinese have it
    ]
    faults += [
        f"{path.relative_to(ROOT)}: punctuation of half width: {text!r}"
        for entry in catalogue
        for text in (entry.msgstr, *entry.msgstr_plural.values())
        if NARROW.search(text)
    ]
    return faults


def comment(path: Path, places: Places) -> None:
    """Write the comments for translators into the catalogue *path*."""
    text = path.read_text()
    said = commented(text, places)
    if said != text:
        path.write_text(said)


def main() -> int:
    """Writes comments, prints what is missing; the exit status."""
    sentences, written = used(), texts()
    more = content()
    for path in PLACES[:BY_HAND]:
        comment(path, written | more | sentences)
    needed = {"ja": sentences} | dict.fromkeys(WITH_CONTENT, sentences | more)
    faults = [
        fault
        for language, path in zip(LANGUAGES, PLACES, strict=True)
        for fault in check(path, needed[language], written)
    ]
    print("\n".join(faults) or f"{len(sentences)} sentences, all translated")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
