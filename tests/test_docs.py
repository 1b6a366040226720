"""What the pages for developers name is there: files, links, targets of make, names of the code."""

import os
import re
from functools import cache
from pathlib import Path
from subprocess import check_output

import pytest

from config.settings.base import API_LIMITS
from tools.rules_of_the_site import LINK as RULE
from tools.rules_of_the_site import PAGE, PROMISES, renewed

ROOT = Path(__file__).parent.parent
FILES = check_output(["git", "ls-files"], cwd=ROOT, text=True).split()
DOCS = [name for name in FILES if name.endswith(".md") and name.partition("/")[0] != "accounts"]

PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:py|toml|sh|css|js|html))`(?!:\n\n```)")
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)\)")
TARGET = re.compile(r"`make ([a-z-]+)")
NAME = re.compile(r"`(?:\w+\.)*([A-Z]+[a-z]\w*[A-Z]\w*|[a-z]+_\w+)`")

LINE = re.compile(r"(?<=\.py)#L(\d+)")

PREFIX = "load_/dump_"
"""Two beginnings of names, in the glossary."""


def is_there(path: str) -> bool:
    """Whether a file or folder, or a name in a module, is called so: by the end of its path."""
    path, module = path.rstrip("/"), re.sub(r"\.\w+$", ".py", path)
    ends = (path, f"{path}.py", module)
    return any(
        f"/{name}".endswith(f"/{end}") or f"/{end}/" in f"/{name}" for name in FILES for end in ends
    )


@cache
def words_of_the_code() -> set[str]:
    """Every word of every source file."""
    kinds = {".py", ".html", ".js", ".css", ".toml", ".sh", ".yml", ".sql", ".pyi", ""}
    sources = [ROOT / name for name in FILES if Path(name).suffix in kinds]
    return set(re.findall(r"\w+", "\n".join(path.read_text(errors="ignore") for path in sources)))


@pytest.mark.parametrize("name", DOCS)
def test_files_and_targets_that_a_page_names_are_there(name: str) -> None:
    text = (ROOT / name).read_text()
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert [path for path in PATH.findall(text) if path != PREFIX and not is_there(path)] == []
    assert [
        link for link in LINK.findall(text) if not (ROOT / name).parent.joinpath(link).exists()
    ] == []
    assert set(TARGET.findall(text)) <= set(targets)


@pytest.mark.parametrize(
    "name", ["CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-game.md"]
)
def test_names_of_the_code_that_a_page_names_are_there(name: str) -> None:
    found = set(NAME.findall((ROOT / name).read_text()))
    assert found
    assert found - words_of_the_code() == set()


def test_every_page_of_docs_is_linked_from_another() -> None:
    """Decisions stand in a folder that the README links as a whole."""
    linked = {
        Path(os.path.normpath(Path(name).parent / link))
        for name in DOCS
        for link in LINK.findall((ROOT / name).read_text())
    }
    pages = {Path(name) for name in DOCS if name.startswith("docs/")}
    assert {page for page in pages if page.parts[1] != "adr"} <= linked


def test_decisions_have_numbers_of_their_own() -> None:
    numbers = [Path(name).name[:4] for name in FILES if name.startswith("docs/adr/")]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]


NEAR = 30
"""Lines by which a link may be off until `make fix` renews it."""


def test_rules_of_the_site_are_linked_to_what_decides_them() -> None:
    """`make fix` renews lines and values."""
    text = PAGE.read_text()
    rules = [line for line in text.split("\n") if line.startswith("- **")]
    assert len(rules) >= 60
    assert all(RULE.search(line) for line in rules)
    now = renewed(text)
    assert LINE.sub("", now) == LINE.sub("", text)
    lines = zip(LINE.findall(now), LINE.findall(text), strict=True)
    assert all(abs(int(one) - int(other)) <= NEAR for one, other in lines)


def test_the_limits_of_programs_stand_as_they_are_set() -> None:
    text = PROMISES.read_text()
    assert renewed(text) == text
    assert all(f"| {bucket} |" in text for bucket in (*API_LIMITS, "begin", "streams"))


def test_a_rule_that_has_moved_is_found_and_one_that_is_lost_is_named() -> None:
    assert "Room: [`MOST_MADE = 3`]" in renewed(
        "Room: [`MOST_MADE`](../games/tournaments/services/entering.py#L1)"
    )
    with pytest.raises(KeyError, match="gone"):
        renewed("[`gone`](../games/match/clocks/controls.py)")


def test_every_module_of_the_secrecy_tests_is_on_their_map() -> None:
    named = (ROOT / "docs/secrecy.md").read_text()
    modules = [Path(name).name for name in FILES if name.startswith("tests/secrecy/")]
    kept = [name for name in modules if name.endswith(".py") and not name.startswith("test_")]
    left = [name for name in kept if name not in ("__init__.py", "conftest.py", *named.split("`"))]
    assert left == [], "say in the map of docs/secrecy.md what these are for"
