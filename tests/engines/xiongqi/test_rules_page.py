"""The examples of the rules page hold, and the tests it cites exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engines.xiongqi.boards import moves, position, text_of
from tests.engines.xiongqi.perft import perft

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "rules" / "xiongqi.md").read_text()
CODE = re.compile(r"`([^`]+)`")


def rows(title: str) -> list[list[str]]:
    """The rows of the table whose first heading is *title*."""
    table = PAGE.split(f"| {title} |")[1].split("\n\n")[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]
    ]


@pytest.mark.parametrize(("text", "origin", "targets"), rows("Position"))
def test_where_pieces_may_go(text: str, origin: str, targets: str) -> None:
    [here], [square] = CODE.findall(text), CODE.findall(origin)
    assert moves(here, square) == {square + target for target in CODE.findall(targets)}
    assert CODE.findall(targets) or targets == "nowhere"


@pytest.mark.parametrize("row", rows("Sequences of legal moves from"))
def test_counts_to_depth_3(row: list[str]) -> None:
    """Deeper ones are counted in `test_perft`."""
    [text] = CODE.findall(row[0])
    here = position(text)
    counts = [int("".join(cell.split())) for cell in row[1:4]]
    assert [perft(list(here.board), here.to_move, depth) for depth in (1, 2, 3)] == counts


def test_the_drawn_start_is_the_written_one() -> None:
    drawn = re.findall(r"^\d   (\S(?: \S){7})", PAGE, re.MULTILINE)
    ranks = ["".join(rank.split()) for rank in drawn]
    field = "/".join(ranks)
    for empty in range(8, 0, -1):
        field = field.replace("." * empty, str(empty))
    written = re.findall(r"^    (\S+ S)$", PAGE, re.MULTILINE)
    assert written == [f"{field} S"]
    assert text_of(position(written[0])) == written[0]


def test_the_cited_tests_exist() -> None:
    cited = re.findall(r"tests/engines/[\w/]+\.py", PAGE)
    assert len(cited) > 9
    for name in cited:
        assert (ROOT / name).exists(), name
