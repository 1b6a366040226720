"""What every turn reads and writes: put into SQL once, and sent again with other values.

Django builds the statement of a queryset anew each time, and that of a row to be written, which
takes longer than the database to execute it. Nothing of the answers is kept. A statement is sent
so only where that saves more than a hundredth of a turn: `python -m tests.bench.prepared` counts
(docs/adr/0018).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.models import Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.query import ModelIterable
from django.db.models.sql import InsertQuery

M = TypeVar("M", bound=Model)

MOST_KEYS = 32
"""A statement for more keys is not kept."""


Value = int | str | datetime


class _Question:
    """A queryset that differs from call to call by its values alone.

    *ask* makes it from values of the *kinds* named; each must come into the statement as it is.
    """

    def __init__(self, ask: Callable[..., QuerySet[Any, Any]], *kinds: type[Value]) -> None:
        self._ask = ask
        self._stand_ins = [_stand_in(kind, number) for number, kind in enumerate(kinds)]
        self._made: dict[str, _Statement] = {}

    def _compiler(self, values: tuple[Value, ...]) -> Any:
        """Return a compiler for the present connection, with the statement made already."""
        connection = connections[DEFAULT_DB_ALIAS]
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make(connection)
        return made.compiler_for(connection, values)

    def _make(self, connection: Any) -> _Statement:
        queryset = self._ask(*self._stand_ins)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_named in compiler.select])
        sent = [_sent(connection, value) for value in self._stand_ins]
        places = [sent.index(param) if param in sent else None for param in params]
        assert {*places} >= {*range(len(sent))}, "a value does not come in as it is"
        compiler.connection = None  # another thread's, another time
        filled = list(zip(params, places, strict=True))
        return _Statement(compiler, sql, filled, converters)


class Prepared(_Question, Generic[M]):
    """A queryset of models.

    >>> by_name = Prepared(lambda name: User.objects.filter(name=name), str)
    >>> by_name("ann")
    """

    def __init__(self, ask: Callable[..., QuerySet[M, Any]], *kinds: type[Value]) -> None:
        super().__init__(ask, *kinds)

    def __call__(self, *values: Value) -> list[M]:
        """Return the rows for those values, in the order of the queryset."""
        asked: Any = _Asked(self._compiler(values))
        return list(ModelIterable(asked))


class PreparedRows(_Question):
    """A queryset of several values of each row.

    >>> ages = PreparedRows(lambda age: User.objects.filter(age=age).values_list("pk", "age"), int)
    >>> ages(30)
    """

    def __call__(self, *values: Value) -> list[tuple[Any, ...]]:
        """Return the rows for those values, in the order of the queryset."""
        return list(self._compiler(values).results_iter(tuple_expected=True))


class PreparedAmong(Generic[M]):
    """A queryset of models by any number of whole numbers.

    >>> by_keys = PreparedAmong(lambda keys: User.objects.filter(pk__in=keys))
    >>> by_keys([3, 5])
    """

    def __init__(self, ask: Callable[[Sequence[int]], QuerySet[M, Any]]) -> None:
        self._ask = ask
        self._made: dict[int, Prepared[M]] = {}

    def __call__(self, keys: Iterable[int]) -> list[M]:
        """Return the rows for those keys, in the order of the queryset."""
        wanted = [*dict.fromkeys(keys)]
        size = len(wanted)
        if size == 0:
            return []
        if size > MOST_KEYS:
            return list(self._ask(wanted))
        if size not in self._made:
            self._made[size] = Prepared(lambda *some: self._ask(some), *[int] * size)
        return self._made[size](*wanted)


class PreparedCount(_Question):
    """A count of the rows of a queryset.

    >>> of_name = PreparedCount(lambda name: User.objects.filter(name=name).values("pk"), str)
    >>> of_name("ann")
    """

    def __call__(self, *values: Value) -> int:
        """Return the number for those values."""
        compiler = self._compiler(values)
        sql, params = compiler.as_sql()
        with compiler.connection.cursor() as cursor:
            cursor.execute(f"SELECT COUNT(*) FROM ({sql}) AS counted", params)  # noqa: S608 - what Django has written
            return int(cursor.fetchone()[0])


class _Statement:
    def __init__(
        self,
        compiler: Any,
        sql: str,
        params: list[tuple[Any, int | None]],
        converters: dict[int, Any],
    ) -> None:
        self.compiler, self.sql, self.params = compiler, sql, params
        self.converters = converters
        """How columns become values, by their places; the same for every connection."""

    def compiler_for(self, connection: Any, values: tuple[Any, ...]) -> Any:
        """Return its compiler with *values* in their places."""
        params = tuple(
            given if place is None else _sent(connection, values[place])
            for given, place in self.params
        )
        made = object.__new__(type(self.compiler))
        made.__dict__ |= {**self.compiler.__dict__, "connection": connection}
        made.as_sql = lambda *_args, **_options: (self.sql, params)
        made.get_converters = lambda _columns: self.converters
        return made


class _Asked:
    """What `ModelIterable` needs of a queryset, with the statement made already."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, compiler: Any) -> None:
        self.model, self.query = compiler.query.model, self
        self._compiler = compiler

    def get_compiler(self, **_options: Any) -> Any:
        return self._compiler


class PreparedUpdate(Generic[M]):
    """``row.save(update_fields=names)``, but that no signals are sent.

    >>> save_name = PreparedUpdate(User, "name")
    >>> save_name(ann)
    """

    def __init__(self, model: type[M], *names: str) -> None:
        meta: Any = model._meta  # noqa: SLF001 - Django documents it
        written = {meta.get_field(name) for name in names}
        self._fields = [*(each for each in meta.concrete_fields if each in written), meta.pk]
        self._table, self._sql = meta.db_table, ""

    def __call__(self, row: M) -> None:
        """Write those fields of *row*; DatabaseError where it is not in the database any more."""
        connection = connections[DEFAULT_DB_ALIAS]
        self._sql = self._sql or self._make(connection.ops.quote_name)
        with connection.cursor() as cursor:
            cursor.execute(self._sql, _stored(connection, self._fields, row))
            if cursor.rowcount != 1:
                raise DatabaseError(f"{row} is not in the database")

    def _make(self, quoted: Callable[[str], str]) -> str:
        """Return the statement, for all databases: they quote names alike."""
        table = quoted(self._table)
        *written, key = [f"{quoted(field.column)} = %s" for field in self._fields]
        return f"UPDATE {table} SET {', '.join(written)} WHERE {table}.{key}"  # noqa: S608


class PreparedInsert(Generic[M]):
    """`QuerySet.bulk_create` of a few rows, but that no signals are sent.

    Of a row that is there already, by the fields *unique*, the fields *update* are written.

    >>> add = PreparedInsert(User, unique=["name"], update=["age"])
    >>> add(ann)
    """

    def __init__(
        self, model: type[M], *, unique: Sequence[str] = (), update: Sequence[str] = ()
    ) -> None:
        self._meta: Any = model._meta  # noqa: SLF001 - Django documents it
        self._unique, self._update = unique, update
        is_given = self._meta.auto_field is not None and "pk" not in unique
        self._key = self._meta.pk if is_given else None
        """The key that the database gives; None where rows have theirs."""
        self._fields = [each for each in self._meta.concrete_fields if each != self._key]
        self._made: dict[tuple[str, int], str] = {}

    def __call__(self, *rows: M) -> None:
        """Write *rows*; only one where the database gives the key, which it has then."""
        connection = connections[DEFAULT_DB_ALIAS]
        made = connection.vendor, len(rows)
        if made not in self._made:
            self._made[made] = self._make(connection, rows)
        values = [value for row in rows for value in _stored(connection, self._fields, row)]
        with connection.cursor() as cursor:
            cursor.execute(self._made[made], values)
            if self._key is not None:
                (row,) = rows
                row.pk = cursor.fetchone()[0]
        for row in rows:
            state = row._state  # noqa: SLF001 - Django documents it
            state.adding, state.db = False, DEFAULT_DB_ALIAS

    def _make(self, connection: Any, rows: Sequence[M]) -> str:
        """The statement Django makes for one row, with the places of as many as there are."""
        query = InsertQuery(
            self._meta.model,
            on_conflict=OnConflict.UPDATE if self._update else None,
            unique_fields=[*map(self._field, self._unique)],
            update_fields=[*map(self._field, self._update)],
        )
        query.insert_values(self._fields, [rows[0]])
        compiler = query.get_compiler(connection=connection)
        compiler.returning_fields = self._key and [self._key]
        [(sql, _values)] = compiler.as_sql()
        places = f"({', '.join(['%s'] * len(self._fields))})"
        assert sql.count(places) == 1
        return str(sql.replace(places, ", ".join([places] * len(rows))))

    def _field(self, name: str) -> Any:
        return self._meta.pk if name == "pk" else self._meta.get_field(name)


def _stored(connection: Any, fields: Sequence[Any], row: Model) -> list[Any]:
    """Return what *fields* of *row* are, as the driver is given it."""
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


def _stand_in(kind: type[Value], number: int) -> Value:
    """In the range of every column, and like nothing that is really asked."""
    if kind is datetime:
        return datetime(1971, 1, 1, tzinfo=UTC) + timedelta(seconds=number)
    return 31_001 + number if kind is int else f"\t{number}"


def _sent(connection: Any, value: Any) -> Any:
    """*value* as the driver is given it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
