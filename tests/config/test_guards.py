"""The guards of the test suite bite."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, Origin, Template, TemplateDoesNotExist, engines

from tests import conftest


def item(function: Any, mark: pytest.MarkDecorator) -> Any:
    return SimpleNamespace(
        nodeid="tests/x.py::test", function=function, get_closest_marker=lambda name: mark.mark
    )


async def coroutine() -> None: ...


def plain() -> None: ...


def test_an_async_test_that_would_leave_rows_behind_is_refused() -> None:
    with pytest.raises(pytest.UsageError, match="transaction=True"):
        conftest.refuse_rows_left_behind(item(coroutine, pytest.mark.django_db))


def test_other_tests_are_not() -> None:
    safe = pytest.mark.django_db(transaction=True)
    conftest.refuse_rows_left_behind(item(coroutine, safe))
    conftest.refuse_rows_left_behind(item(plain, pytest.mark.django_db))


@pytest.mark.parametrize("address", ["192.0.2.1", "jinya.example", "0.0.0.0", "10.0.0.1"])
def test_no_test_reaches_another_machine(address: str) -> None:
    with socket.socket() as line, pytest.raises(AssertionError, match=f"reach {address}"):
        line.connect((address, 80))


@pytest.mark.parametrize("is_new", [False, True], ids=["as it was", "after another's settings"])
def test_a_missing_variable_in_a_template_of_ours_is_an_error(is_new: bool, settings: Any) -> None:
    if is_new:
        settings.TEMPLATES = [*settings.TEMPLATES]
    engine = conftest._django_templates().engine
    ours = Template("{{ nobody_gave_this }}", engine=engine)
    for node in ours.nodelist:
        node.origin = Origin(str(conftest.ROOT / "templates" / "planted.html"))
    with pytest.raises(conftest.UndefinedVariable, match=r"planted\.html: \{\{ nobody"):
        ours.render(Context())


def test_a_missing_variable_in_a_template_of_a_library_is_empty() -> None:
    assert Template("<{{ nobody_gave_this }}>").render(Context()) == "<>"


def test_templates_are_found_where_they_are_looked_for() -> None:
    with pytest.raises(TemplateDoesNotExist):
        engines["django"].get_template("no/such.html")
