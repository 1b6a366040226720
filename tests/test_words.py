"""One word, one meaning (docs/architecture.md): words that had a better name do not come back."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

BETTER = {
    "told": "what it is: the body of a request, what a message says, what has been sent or shown",
    "heard": "what has come in: received, seen, known",
    "deed": "action",
    "wish": "request",
    "turnstile": "request gate",
    "herald": "announcer",
    "bodiless": "head response",
}
"""What is no noun of ours, and what it is called instead."""

CALLED_SO = {
    "games/api/studies.py": {"told"},  # a field that programs read
    "clients/python/jinya/calls.py": {"told"},  # of `Match` and `Refused`, which docs name
    "clients/python/jinya/clients.py": {"told"},
}
PYTHON = [
    path
    for folder in ("accounts", "clients", "config", "engines", "games", "queues")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts
]
SCRIPTS = sorted((ROOT / "static/js").glob("*.js"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
STYLES = sorted((ROOT / "static/css").rglob("*.css"))

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
NO_CODE = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`", re.DOTALL)
ATTRIBUTE = re.compile(r"\b(?:class|id|name|for|data-[\w-]+)(?:=\"([^\"]*)\")?")
TAG = re.compile(r"{[{%](.*?)[%}]}", re.DOTALL)
SELECTOR = re.compile(r"[.#]([A-Za-z][\w-]*)")


def words_in(name: str) -> set[str]:
    """The words of a name, however it joins them, in the singular."""
    parts = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name).lower()
    return {re.sub("e?s$", "", word) for word in re.split(r"[^a-z]+", parts) if word}


def names_in_python(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AsyncFunctionDef(name=name) | ast.alias(asname=str(name)):
                yield name
            case ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def names_in_a_script(text: str) -> list[str]:
    return IDENTIFIER.findall(NO_CODE.sub(" ", text))


def names_in_a_template(text: str) -> Iterator[str]:
    """Of elements, and within its own tags; not what people read."""
    for tag in TAG.findall(text):
        yield from names_in_a_script(tag)
    for found in ATTRIBUTE.finditer(TAG.sub(" ", text)):
        yield found.group()


def names_in_a_style(text: str) -> list[str]:
    return SELECTOR.findall(NO_CODE.sub(" ", text))


@pytest.mark.parametrize(
    ("files", "names_in"),
    [
        (PYTHON, names_in_python),
        (SCRIPTS, names_in_a_script),
        (TEMPLATES, names_in_a_template),
        (STYLES, names_in_a_style),
    ],
    ids=["python", "scripts", "templates", "styles"],
)
def test_nothing_is_named_by_them(
    files: list[Path], names_in: Callable[[str], Iterable[str]]
) -> None:
    found: dict[str, set[str]] = {}
    for path in files:
        for name in names_in(path.read_text()):
            if words_in(name) & BETTER.keys():
                found.setdefault(str(path.relative_to(ROOT)), set()).add(name)
    assert found == {name: names for name, names in CALLED_SO.items() if ROOT / name in files}


def test_names_are_found_and_taken_apart() -> None:
    assert words_in("toldAt") == {"told", "at"}
    assert words_in("BAD_WISHES") == {"bad", "wish"}
    assert words_in("_is_threshold") == {"i", "threshold"}
    assert "told" in names_in_python("def ask(told: int) -> int: ...")
    assert "told" in names_in_a_script("let told = 0; // heard")
    assert "heard" not in names_in_a_script('say("heard")')
    assert list(names_in_a_template('{% for told in x %}<p class="step-told">')) == [
        *("for", "told", "in", "x"),
        'class="step-told"',
    ]
    assert names_in_a_style(".step-told { /* .heard */ }") == ["step-told"]
