"""What the pages for developers name is there: files, links, targets of make, names of the code."""

import re
from functools import cache
from pathlib import Path
from subprocess import check_output

import pytest

ROOT = Path(__file__).parent.parent
FILES = check_output(["git", "ls-files"], cwd=ROOT, text=True).split()
DOCS = [name for name in FILES if name.endswith(".md") and name.partition("/")[0] != "accounts"]

PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:py|toml|sh|css|js|html))`")
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)\)")
TARGET = re.compile(r"`make ([a-z-]+)")
NAME = re.compile(r"`(?:\w+\.)*([A-Z]+[a-z]\w*[A-Z]\w*|[a-z]+_\w+)`")

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
