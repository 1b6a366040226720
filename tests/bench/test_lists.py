"""Every page that lists rows asks the same number of statements for 10 rows as for 100."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from tests.bench.no_lists import NO_LISTS
from tests.kit.crowd import Crowd, Shares, Size
from tests.kit.holdings import Holdings
from tests.kit.lists import ListPage, pages, pages_of_holdings
from tests.routes import TABLE

FEW, MANY = (Size(users=2 * n, finished=n, running=n, seeks=n, notices=n) for n in (10, 100))


@pytest.mark.django_db
def test_a_list_costs_as_many_statements_for_100_rows_as_for_10() -> None:
    crowd = Crowd(Shares())
    held = Holdings(crowd)
    every = [*pages(), *pages_of_holdings(held)]
    check_that_none_is_left_out({view_of(page, crowd) for page in every})
    clients = {page: page.browser(crowd) for page in every}  # readers are made before the crowd
    crowd.grow(FEW)
    held.grow(0, FEW.seeks)
    few = {page: statements(page.path(crowd), client) for page, client in clients.items()}
    crowd.grow(MANY)
    held.grow(FEW.seeks, MANY.seeks)
    many = {page: statements(page.path(crowd), client) for page, client in clients.items()}
    for page, client in clients.items():
        if few[page] != many[page]:  # what is written down now and then is not counted
            many[page] = statements(page.path(crowd), client)
    assert {page.name: (few[page], many[page]) for page in every if few[page] != many[page]} == {}


def check_that_none_is_left_out(shown: set[str]) -> None:
    """Each route shows a list and is asked, or it is said why there is none."""
    without = [name for names in NO_LISTS.values() for name in names.split()]
    assert len(without) == len({*without})
    assert shown.isdisjoint(without)
    unsaid = {*TABLE} - shown - {*without}
    assert unsaid == set(), (
        "add a page to tests/kit/lists.py, or why not to tests/bench/no_lists.py"
    )
    assert {*without} <= {*TABLE}, "there is no such route: take it out of tests/bench/no_lists.py"


def view_of(page: ListPage, crowd: Crowd) -> str:
    """The name of its route."""
    return resolve(page.path(crowd).split("?")[0]).view_name


def statements(path: str, client: Client) -> int:
    """How many statements a page asks for."""
    client.get(path)  # fills what is kept
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return len(captured)
