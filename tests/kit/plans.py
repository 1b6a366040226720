"""How PostgreSQL answers a statement whose plan is made for any values.

Statements are prepared, and after a few times their plan is made once for all values: a condition
on an index that is given as a value is of no use to it. EXPLAIN alone shows the plan for the values
at hand.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from django.db import connection
from psycopg import ClientCursor


def generic_plan(sql: str, params: tuple[Any, ...]) -> str:
    """The plan of *sql*, inside a transaction."""
    numbers = count(1)
    parts = sql.split("%s")
    numbered = "".join(f"{part}${next(numbers)}" for part in parts[:-1]) + parts[-1]
    with ClientCursor(connection.connection) as cursor:
        cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
        cursor.execute(f"PREPARE asked AS {numbered}")
        values = cursor.mogrify(", ".join(["%s"] * len(params)), params)
        cursor.execute(f"EXPLAIN EXECUTE asked({values})")
        lines = cursor.fetchall()
        cursor.execute("DEALLOCATE asked")
    return "\n".join(line for (line,) in lines)
