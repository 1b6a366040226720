"""Programs know refusals by their codes, which are the names of classes: none changes unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.common.exceptions import GamesError
from tests.routes import routes

KNOWN = Path(__file__).with_name("refusal_codes.txt")


def kinds(of: type[GamesError] = GamesError) -> Iterator[type[GamesError]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def of_the_site() -> list[type[GamesError]]:
    assert [*routes()]  # loads every slice, and so all that they refuse
    return [kind for kind in kinds() if kind.__module__.startswith("games.")]


def test_every_refusal_has_the_code_it_had() -> None:
    assert sorted({kind.code for kind in of_the_site()}) == KNOWN.read_text().split()


@pytest.mark.parametrize("status", [429, 503])
def test_what_time_mends_says_in_how_many_seconds(status: int) -> None:
    kinds = [kind for kind in of_the_site() if kind.status == status]
    assert kinds
    assert [kind for kind in kinds if not kind.retry_after] == []
