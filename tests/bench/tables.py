"""How measurements are printed: each line as soon as it is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def print_heading(columns: Mapping[str, int]) -> None:
    """The heading of a table whose columns have those widths."""
    print_row(columns, [name.strip() for name in columns])
    print_row(columns, ["-" * width for width in columns.values()])


def print_row(columns: Mapping[str, int], cells: Sequence[str]) -> None:
    """One line: the first cell on the left, figures on the right."""
    widths = list(columns.values())
    padded = [cells[0].ljust(widths[0])]
    padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
    print("  ".join(padded).rstrip(), flush=True)
