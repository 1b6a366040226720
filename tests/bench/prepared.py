"""How many calls of Python each prepared statement saves a turn: `python -m tests.bench.prepared`.

Calls are counted, not seconds: on a busy machine they are the same each time. One after the other
the statements are put into SQL by Django as if nobody had prepared them.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from tests.bench.one_turn import EARLY, LATE, Table, _empty_database, django

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


def by_django(kind: type, one: Any) -> tuple[Any, Any]:
    """The class's own call, and one that lets Django make the statement of *one* each time."""
    own = kind.__call__

    def plain(self: Any, *values: Any) -> Any:
        if self is not one:
            return own(self, *values)
        return list(one._ask(*values))

    return own, plain


def main() -> None:
    """Print what each saves, in calls and in hundredths of a turn."""
    django.setup()
    from queues.prepared import Prepared
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
        for one in [each for each in gc.get_objects() if type(each) is Prepared]:
            named = next(
                name
                for module in list(sys.modules.values())
                for name in [
                    f"{module.__name__}.{key}"
                    for key, value in [*vars(module).items()]
                    if value is one
                ]
            )
            kind: Any = type(one)
            own, kind.__call__ = by_django(kind, one)
            try:
                saved = turn() - usual
            finally:
                kind.__call__ = own
            print(f"{named}: {saved} calls, {100 * saved / usual:.1f} %", flush=True)


if __name__ == "__main__":
    main()
