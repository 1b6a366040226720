"""What every turn asks: put into SQL once, and sent again with other values.

Django builds the statement of a queryset anew each time, which takes longer than the database to
answer it. Nothing of the answers is kept. A question is asked so only where that saves more than
three hundredths of a turn: `python -m tests.bench.prepared` counts (docs/adr/0018).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """A queryset of models that differs from call to call by its values alone.

    *ask* makes it from values of the *kinds* named, whole numbers or texts; each must come into the
    statement as it is.

    >>> by_name = Prepared(lambda name: User.objects.filter(name=name), str)
    >>> by_name("ann")
    """

    def __init__(self, ask: Callable[..., QuerySet[M, Any]], *kinds: type[int | str]) -> None:
        self._ask = ask
        self._stand_ins = [_stand_in(kind, number) for number, kind in enumerate(kinds)]
        self._made: dict[str, _Statement] = {}

    def __call__(self, *values: int | str) -> list[M]:
        """The rows for those values, in the order of the queryset."""
        connection = connections[DEFAULT_DB_ALIAS]
        asked: Any = _Asked(self._statement(connection), connection, values)
        return list(ModelIterable(asked))

    def _statement(self, connection: Any) -> _Statement:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make(connection)
        return made

    def _make(self, connection: Any) -> _Statement:
        queryset = self._ask(*self._stand_ins)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_named in compiler.select])
        places = [self._stand_ins.index(p) if p in self._stand_ins else None for p in params]
        assert {*places} >= {*range(len(self._stand_ins))}, "a value does not come in as it is"
        compiler.connection = None  # another thread's, another time
        filled = list(zip(params, places, strict=True))
        return _Statement(queryset.model, compiler, sql, filled, converters)


class _Statement:
    def __init__(
        self,
        model: type[Model],
        compiler: Any,
        sql: str,
        params: list[tuple[Any, int | None]],
        converters: dict[int, Any],
    ) -> None:
        self.model, self.compiler, self.sql, self.params = model, compiler, sql, params
        self.converters = converters
        """How columns become values, by their places; the same for every connection."""

    def filled(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Its parameters, with *values* in their places."""
        return tuple(given if place is None else values[place] for given, place in self.params)


class _Asked:
    """What `ModelIterable` needs of a queryset, with the statement made already."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, statement: _Statement, connection: Any, values: tuple[Any, ...]) -> None:
        self.model, self.query = statement.model, self
        made = statement.compiler
        self._compiler = object.__new__(type(made))
        self._compiler.__dict__ |= {**made.__dict__, "connection": connection}
        params = statement.filled(values)
        self._compiler.as_sql = lambda *_args, **_options: (statement.sql, params)
        self._compiler.get_converters = lambda _columns: statement.converters

    def get_compiler(self, **_options: Any) -> Any:
        return self._compiler


class PreparedCount:
    """A number that one statement finds, which differs from call to call by its values alone.

    *ask* finds it from values of the *kinds* named, each of which comes into the statement once or
    more. It is asked once, with values like nothing that there is.

    >>> of_name = PreparedCount(lambda name: User.objects.filter(name=name).count(), str)
    >>> of_name("ann")
    """

    def __init__(self, ask: Callable[..., int], *kinds: type[int | str | datetime]) -> None:
        self._ask = ask
        self._stand_ins = [_stand_in(kind, number) for number, kind in enumerate(kinds)]
        self._made: dict[str, tuple[str, list[tuple[Any, int | None]]]] = {}

    def __call__(self, *values: int | str | datetime) -> int:
        """The number for those values."""
        connection = connections[DEFAULT_DB_ALIAS]
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make(connection)
        sql, places = made
        filled = [
            given if place is None else _sent(connection, values[place]) for given, place in places
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, filled)
            return int(cursor.fetchone()[0])

    def _make(self, connection: Any) -> tuple[str, list[tuple[Any, int | None]]]:
        asked: list[tuple[str, Any]] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            asked.append((sql, params))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            self._ask(*self._stand_ins)
        [(sql, params)] = asked
        sent = [_sent(connection, value) for value in self._stand_ins]
        places = [sent.index(param) if param in sent else None for param in params]
        assert {*places} >= {*range(len(sent))}, "a value does not come in as it is"
        return sql, list(zip(params, places, strict=True))


def _stand_in(kind: type[int | str | datetime], number: int) -> int | str | datetime:
    """In the range of every column, and like nothing that is really asked."""
    if kind is datetime:
        return datetime(1971, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    return 31_001 + number if kind is int else f"\t{number}"


def _sent(connection: Any, value: Any) -> Any:
    """*value* as the driver is given it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
