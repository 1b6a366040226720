"""The examples of the rules page hold, and the tests it cites exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.gungi.legality import legal_codes
from engines.gungi.meta import RULE_SETS
from engines.gungi.moves import move_of
from engines.gungi.pieces import FULL_ARMY, KANJI, KIND_LETTERS
from engines.gungi.progress import step
from engines.gungi.rulesets import BY_NAME
from tests.engines.gungi.boards import started, targets, text_of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "gungi.md").read_text()
CODE = re.compile(r"`([^`]+)`")


def rows(title: str) -> list[list[str]]:
    """The rows of the table whose first heading is *title*."""
    table = PAGE.split(f"| {title} |")[1].split("\n\n")[0]
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in table.splitlines()[2:]
    ]


@pytest.mark.parametrize(("text", "origin", "expected"), rows("Position"))
def test_where_pieces_may_go(text: str, origin: str, expected: str) -> None:
    [here], [square] = CODE.findall(text.replace("\\", "")), CODE.findall(origin)
    assert targets(here, square).split() == CODE.findall(expected)
    assert CODE.findall(expected) or expected == "nowhere"


@pytest.mark.parametrize("row", rows("What may be done from"))
def test_counts(row: list[str]) -> None:
    [rules] = CODE.findall(row[0])
    here = started(rules).now
    first = legal_codes(here.board, 0)
    replies = [step(here, move_of(code)) for code in first]
    found = [len(first), sum(len(legal_codes(reply.board, 1)) for reply in replies)]
    assert found == [int("".join(cell.split())) for cell in row[1:]]


def test_the_pieces_are_those_of_the_engine() -> None:
    for kind, row in zip(FULL_ARMY, rows("Letter"), strict=True):
        assert row[0] == f"`{KIND_LETTERS[kind]}`"
        assert row[1] == KANJI[kind]
        assert row[3] == str(FULL_ARMY[kind])


def test_the_rule_sets_are_those_of_the_engine() -> None:
    heading = PAGE.split("**7.1**\n\n")[1].splitlines()[0]
    assert CODE.findall(heading) == [*RULE_SETS]
    table = PAGE.split("**7.1**\n\n")[1].split("\n\n")[0].splitlines()
    said = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in table[2:]}
    for name, unused, limit, stacks in zip(
        RULE_SETS,
        said["kinds not used"],
        said["height limit"],
        said["the marshal stacks"],
        strict=True,
    ):
        rules = BY_NAME[name]
        assert {KIND_LETTERS[kind] for kind in FULL_ARMY if not rules.army[kind]} == {
            *CODE.findall(unused)
        }
        assert (str(rules.limit), rules.marshal_stacks) == (limit.strip(), "yes" in stacks)


def test_the_drawn_start_is_the_written_one() -> None:
    drawn = re.findall(r"^\d   (\S(?: \S){8})", PAGE, re.MULTILINE)
    field = "/".join("".join(rank.split()) for rank in drawn)
    for empty in range(9, 0, -1):
        field = field.replace("." * empty, str(empty))
    [written] = re.findall(r"^    (\S+ \S+ 0 guide -)$", PAGE, re.MULTILINE)
    assert written == text_of(started())
    assert written.startswith(f"{field} ")


def test_the_cited_tests_exist() -> None:
    cited = re.findall(r"`(\w+\.(?:py|txt))`", PAGE.split("## 12.")[1])
    assert len(cited) > 10
    for name in cited:
        assert (Path(__file__).parent / name).exists(), name


def test_the_sections_the_engine_cites_exist() -> None:
    for path in (ROOT / "engines" / "gungi").glob("*.py"):
        for section in re.findall(r"§(\d+(?:\.\d+)?)", path.read_text()):
            heading = f"**{section}" if "." in section else f"## {section}."
            assert heading in PAGE, (path.name, section)
