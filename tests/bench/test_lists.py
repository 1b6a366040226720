"""Every page that lists rows asks the same number of statements for 10 rows as for 100."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.kit.crowd import Crowd, Shares, Size
from tests.kit.lists import ListPage, pages

FEW, MANY = (Size(users=2 * n, finished=n, running=n, seeks=n, notices=n) for n in (10, 100))


@pytest.mark.django_db
def test_a_list_costs_as_many_statements_for_100_rows_as_for_10() -> None:
    crowd = Crowd(Shares())
    clients = {page: page.browser(crowd) for page in pages()}  # readers are made before the crowd
    counted = []
    for size in (FEW, MANY):
        crowd.grow(size)
        counted.append(dict(statements(crowd, clients)))
    few, many = counted
    assert {name: (few[name], count) for name, count in many.items() if count != few[name]} == {}


def statements(crowd: Crowd, clients: Mapping[ListPage, Client]) -> Iterator[tuple[str, int]]:
    """How many statements each page asks for."""
    for page, client in clients.items():
        path = page.path(crowd)
        client.get(path)  # fills what is kept
        with CaptureQueriesContext(connection) as captured:
            assert client.get(path).status_code == 200, path
        yield page.name, len(captured)
