"""The puzzles that are shipped: all are taken in, once, and what they say is so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engines.catalogue import rules_of
from engines.puzzles.found import (
    AHEAD,
    DOUBT,
    FOUL,
    GAIN,
    KINDS,
    KING,
    SURE,
    WHICH,
    WIN,
    Found,
    Source,
)
from engines.puzzles.making import made
from games.puzzles.files import file_for, key_of, read_stock, shipped_file, shipped_files
from games.puzzles.models import Puzzle
from games.puzzles.services import load_shipped
from tests.puzzles.proofs import prove

STOCKS = sorted(path.name.partition(".")[0] for path in shipped_files())
"""A game each, and with the version where there are puzzles by other rules besides."""
A_DAY = 2
"""So many of each game are proved in the gate, others each day; all of them in `make prove`."""


def stock(game: str) -> list[tuple[Source, Found]]:
    _, sources = read_stock(shipped_file(game))
    return [(source, one) for source in sources for one in source.found]


def due(game: str) -> Iterator[tuple[Source, Found]]:
    """Today's sample, or everything."""
    all_of_them = stock(game)
    if os.environ.get("JINYA_PROVE_PUZZLES"):
        yield from all_of_them
        return
    begin = datetime.now(UTC).toordinal() * A_DAY
    for number in range(A_DAY):
        yield all_of_them[(begin + number) % len(all_of_them)]


@pytest.mark.parametrize("game", STOCKS)
def test_what_a_puzzle_says_is_right_is_right(game: str) -> None:
    head, _ = read_stock(shipped_file(game))
    for source, one in due(game):
        prove(head, source, one)


@pytest.mark.parametrize("game", STOCKS)
def test_the_files_are_of_rules_that_we_host_and_name_each_puzzle_once(game: str) -> None:
    head, _ = read_stock(shipped_file(game))
    assert game in (head.game, f"{head.game}-{head.rules}", f"{head.game}-{head.ask}")
    assert file_for(head) == shipped_file(game)
    assert head.rules in rules_of(head.game)
    keys = [key_of(head, source.number, one) for source, one in stock(game)]
    assert len(keys) == len(set(keys))
    assert {one.ask for _, one in stock(game)} <= {
        WIN,
        GAIN,
        AHEAD,
        KINDS,
        WHICH,
        FOUL,
        KING,
        DOUBT,
        SURE,
    }
    assert shipped_file(game).stat().st_size < 500_000


@pytest.mark.parametrize(
    "game", ["gunjin", "gunjin-sure", "nation", "nation-3", "seichu", "seichu-sure"]
)
def test_the_seed_makes_the_same_puzzles_again(game: str) -> None:
    head, sources = read_stock(shipped_file(game))
    first = next(sources)
    again = made(head.game, head.rules, head.seed, first.number, head.ask)
    assert again.found == first.found
    assert again.plies[: len(first.plies)] == first.plies


@pytest.mark.django_db
def test_they_are_taken_in_once() -> None:
    count = sum(len(stock(game)) for game in STOCKS)
    assert load_shipped() == count
    assert load_shipped() == 0
    assert Puzzle.objects.count() == count


def test_a_file_goes_on_where_it_ends_and_takes_no_other_seed(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    call_command("make_puzzles", game="seichu", seed="one", count=1, file=file, verbosity=0)
    before = file.read_text("utf-8")
    call_command("make_puzzles", game="seichu", seed="one", count=4, file=file, verbosity=0)
    assert file.read_text("utf-8").startswith(before)
    numbers = [source.number for source in read_stock(file)[1]]
    assert numbers == sorted(set(numbers))
    with pytest.raises(CommandError):
        call_command("make_puzzles", game="seichu", seed="two", count=9, file=file, verbosity=0)
