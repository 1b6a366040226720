"""What rows are called on pages: their numbers would tell how many others were written between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model
from django.utils.crypto import constant_time_compare, salted_hmac

Row = TypeVar("Row", bound="Model")


def name_of(row: Model, *besides: object) -> str:
    """Return the name of a row in forms and addresses; nobody reads its number from it.

    What leaves the site is told by *besides*, too: a site that was restored gives numbers again.
    """
    facts = " ".join(map(str, (row.pk, *besides)))
    return salted_hmac(f"a row of {type(row).__name__}", facts).hexdigest()[:16]


def called(name: str, rows: Iterable[Row]) -> Row | None:
    """Return the one of *rows* that has that name; None for none."""
    return next((row for row in rows if constant_time_compare(name_of(row), name)), None)
