"""Values made of other values: their fields by the names they have there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
MISSING = object()


def filled(kind: Callable[..., T], *sources: object, **more: object) -> T:
    """Return a *kind*, a dataclass or a schema, filled with *more* and, for its other fields, with
    the attribute of that name of the first source that has it.

    A field that nothing has keeps its default; TypeError or ValueError where it has none.
    """
    for name in _names(kind):
        if name in more:
            continue
        for source in sources:
            value = getattr(source, name, MISSING)
            if value is not MISSING:
                more[name] = value
                break
    return kind(**more)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    if hasattr(kind, "model_fields"):
        return tuple(kind.model_fields)
    return tuple(field.name for field in fields(kind))
