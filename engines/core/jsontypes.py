"""What may be stored or sent: JSON values, read-only by convention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = Mapping[str, Json]


def json_of(fields: Mapping[str, object]) -> JsonObject:
    """Return the *fields* of a TypedDict, whose values are JSON, as any JSON object.

    Type checkers take a TypedDict for a mapping to `object` only.
    """
    return cast(JsonObject, fields)
