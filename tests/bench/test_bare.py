"""What `costs` measures a turn against stores the same rows and answers as many bytes."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.bench.drawn import boards_of_a_turn
from tests.bench.one_turn import EARLY, Table, played, rows_of_a_turn
from tests.kit.builders import match_between, person
from tests.running.scripts import scripts

pytestmark = pytest.mark.django_db

WRITE = re.compile(r'(?:INSERT INTO|UPDATE) "?(\w+)"?')


@pytest.fixture
def table() -> Table:
    """A match one move before the turn that is drawn for the bare site.

    Both sides are written to by mail, as those of the sites that are measured.
    """
    table = Table(scripts(1, EARLY)[0])
    for number, user in enumerate(table.people):
        user.email = f"somebody{number}@jinya.example"
        user.save()
    table.begin_at(EARLY - 3)
    played(table, 2)
    return table


def test_the_rows_are_those_of_a_turn(table: Table) -> None:
    with CaptureQueriesContext(connection) as of_a_turn:
        table.move()
    with CaptureQueriesContext(connection) as bare:
        rows_of_a_turn(table.match.uid, 1000)
    assert _tables(bare) == _tables(of_a_turn)


def test_the_bytes_are_those_of_a_turn(table: Table) -> None:
    sizes = played(table, 1)
    boards = boards_of_a_turn(match_between(person(), person()).uid)
    assert len(boards["POST"]) == pytest.approx(sizes["post bytes"][0], rel=0.05)
    assert len(boards["GET"]) == pytest.approx(sizes["board bytes"][0], rel=0.05)


def _tables(captured: CaptureQueriesContext) -> set[str]:
    found = (WRITE.match(query["sql"]) for query in captured)
    return {match[1] for match in found if match}
