"""What the admin pages of all slices share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.common.admin_lists import LongList
from accounts.common.admin_lookups import OfferedLookups

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class WordedFilter(admin.AllValuesFieldListFilter):
    """A filter by the codes of a column, each shown in words: those given, or, for a table that
    stays small, those that occur."""

    word: Callable[[str], str]
    name: str | _StrPromise
    """What the reader calls the column; the field's own name is for programs."""
    codes: Any = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = self.name
        if self.codes:
            self.lookup_choices = self.codes

    @classmethod
    def by(
        cls, word: Callable[[str], str], name: str | _StrPromise, codes: Sequence[str] = ()
    ) -> type[WordedFilter]:
        """Return the filter called *name* that shows each code as *word* says it."""
        own = {"word": staticmethod(word), "name": name, "codes": codes}
        return type(cls.__name__, (cls,), own)

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield what is offered to choose from: everything, then every code; without one, a dash.

        Where rows are counted, how many there are stands behind it in brackets.
        """
        every, *codes = super().choices(changelist)
        yield every
        for choice in codes:
            label = str(choice["display"] or "")
            code, bracket, count = (
                label.rpartition(" (") if changelist.add_facets else (label, "", "")
            )
            word = self.word(code) if code else "–"
            yield {**choice, "display": f"{word}{bracket}{count}"}


class ReadOnly(LongList, OfferedLookups):
    """Rows that follow from play: looked at, never edited by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody adds one."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes one."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes one."""
        return False
