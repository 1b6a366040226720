"""Lists of staff over tables that grow."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator

if TYPE_CHECKING:
    Pages = Paginator[Any]
else:
    Pages = Paginator


class NewestPages(Pages):
    """The pages of the newest rows, which counts no further; older ones are found by search and
    filters."""

    MOST = 2_000

    @cached_property
    def count(self) -> int:
        """The number of rows, at most MOST."""
        rows: Any = self.object_list
        counted: int = rows[: self.MOST].count()
        return counted


class LongList:
    """A list that reads what it shows, however many rows there are: newest first."""

    paginator: Any = NewestPages
    list_per_page = 50
    show_full_result_count = False
    ordering: Any = ("-pk",)
