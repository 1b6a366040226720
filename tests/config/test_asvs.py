"""docs/asvs.md has a row for every item on our list, and what it says can be looked up."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "asvs.md").read_text()
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)

LIST = """
1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.2 1.3.6 1.3.11 1.5.2 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3
2.3.4 2.3.5 2.4.1 3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.7
3.4.8 3.5.1 3.5.2 3.5.3 3.5.8 3.6.1 3.7.2 4.1.1 4.1.3 4.1.4 4.2.1 4.4.1 4.4.2 4.4.3 4.4.4 6.1.1
6.1.3 6.2.1 6.2.4 6.2.5 6.2.7 6.2.8 6.2.9 6.2.11 6.2.12 6.3.1 6.3.2 6.3.3 6.3.4 6.3.7 6.3.8 6.4.1
6.4.3 6.4.6 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 7.1.1 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.5
7.5.1 7.5.2 8.1.1 8.2.1 8.2.2 8.2.3 8.3.1 8.3.2 8.4.2 9.1.1 9.2.1 9.2.2 11.4.2 12.1.1 12.3.1
13.2.2 13.2.3 13.3.1 13.3.4 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5 13.4.6 14.2.3 14.2.7 14.3.1 14.3.2
14.3.3 15.1.1 15.1.2 15.1.3 15.2.1 15.2.2 15.2.4 15.3.1 15.3.2 15.3.3 15.3.4 15.4.2 16.2.5 16.3.1
16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3 16.5.4
"""
"""Of ASVS 5.0.0, those that our checklist of accounts and of the web cites."""
ITEMS = LIST.split()


def test_every_item_has_one_row_and_no_other() -> None:
    assert [item for item, *_ in ROWS] == ITEMS


def test_every_item_is_met_or_not_or_does_not_apply() -> None:
    counts = Counter(status for _, _, status, _ in ROWS)
    assert set(counts) <= {"met", "not met", "n/a"}
    said = f"{counts['met']} are met, {counts['not met']} are not, {counts['n/a']} do not apply"
    assert said in PAGE


def test_what_is_met_names_files_that_are_there() -> None:
    for item, _, status, where in ROWS:
        named = re.findall(r"[\w./-]+/[\w./-]+\.\w+|\w+\.(?:md|txt)", where)
        missing = [name for name in named if not (ROOT / name).exists()]
        assert missing == [], item
        tests = [name for name in named if name.startswith("tests/")]
        assert tests or status != "met", f"{item} is met, but no test says so"


CHECKS = (ROOT / "docs" / "security-checks.md").read_text()


def test_every_bar_names_tests_that_are_there() -> None:
    rows = re.findall(r"^\| ([SB]\d+) \| .+? \| (.+?) \|$", CHECKS, re.MULTILINE)
    bars = [*range(18, 26), *range(39, 54)]
    assert [bar for bar, _tests in rows] == [*(f"S{number}" for number in bars), "B9"]
    for bar, tests in rows:
        named = re.findall(r"(tests/[\w/]+\.py)::(\w+)", tests)
        assert named, bar
        for path, name in named:
            assert re.search(rf"def {name}\(", (ROOT / path).read_text()), (bar, path, name)
