"""Is every sentence of the house translated, and no other? `python -m tools.translations`

Pure Python: a fresh machine has no GNU gettext. `make messages` gathers new sentences with it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ja",)
SOURCES = ("accounts", "config", "engines", "games")
PLACES = [ROOT / "locale" / language / "LC_MESSAGES" / "django.po" for language in LANGUAGES]

JAPANESE = r"[\u3041-\u30ff\u4e00-\u9fff]"
NARROW = re.compile(rf"{JAPANESE}\s?[:;,!?]|\([^()]*{JAPANESE}|{JAPANESE}[^()]*\)")
"""Punctuation of half width in Japanese words, whose own is as wide as they are."""

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
    faults = [
        f"{place}: not translated: {msgid!r}"
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
