"""How many calls of Python each prepared statement saves a turn: `python -m tests.bench.prepared`.

Calls are counted, not seconds: on a busy machine they are the same each time. One after the other
the statements are put into SQL by Django as if nobody had prepared them.
"""

from __future__ import annotations

import gc
import sys
from typing import Any
from unittest.mock import patch

from queues.prepared import Prepared, PreparedInsert, PreparedUpdate
from tests.bench.one_turn import EARLY, LATE, Table, _empty_database, django

KINDS = (Prepared, PreparedUpdate, PreparedInsert)
TURNS = 10


def calls_of(table: Table) -> int:
    """How many functions a move and the other side's board call, on average of some turns."""
    count = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        for _turn in range(TURNS):
            table.move()
            table.look()
    finally:
        sys.setprofile(None)
    return count // TURNS


def by_django(one: Any) -> Any:
    """The call of its class, but that Django makes the statement of *one* each time."""
    own = type(one).__call__

    def plain(self: Any, *values: Any) -> Any:
        return _plain(one, *values) if self is one else own(self, *values)

    return plain


def _plain(one: Any, *values: Any) -> Any:
    match one:
        case Prepared():
            return list(one._ask(*values))
        case PreparedUpdate():
            return values[0].save(update_fields=[field.name for field in one._fields[:-1]])
        case _:
            conflicts = {"unique_fields": one._unique, "update_fields": one._update}
            options = {"update_conflicts": True, **conflicts} if one._update else {}
            return type(values[0]).objects.bulk_create(values, **options)


def main() -> None:
    """Print what each saves, in calls and in hundredths of a turn."""
    django.setup()
    from tests.running.scripts import scripts

    with _empty_database():
        written = iter(scripts(60, LATE + 40))

        def turn() -> int:
            table = Table(moves)
            table.begin_at(EARLY)
            return calls_of(table)

        moves = next(written)
        turn()
        usual = turn()
        print(f"a turn: {usual} calls")
        for one in [each for each in gc.get_objects() if issubclass(type(each), KINDS)]:
            named = next(
                name
                for module in list(sys.modules.values())
                for name in [
                    f"{module.__name__}.{key}"
                    for key, value in [*vars(module).items()]
                    if value is one
                ]
            )
            with patch.object(type(one), "__call__", by_django(one)):
                saved = turn() - usual
            print(f"{named}: {saved} calls, {100 * saved / usual:.1f} %", flush=True)


if __name__ == "__main__":
    main()
