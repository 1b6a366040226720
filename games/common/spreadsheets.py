"""Tables as CSV files, which spreadsheets open."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """Return the rows of a table, the heads of its columns first.

    It begins with a byte order mark, by which Excel knows that it is UTF-8.
    """
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """Return the same, or text that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell
